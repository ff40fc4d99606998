// Files and folders: broken .npy files, what may be overwritten, and that a failure leaves nothing behind.
#include "tool/program.hpp"

namespace {

struct four_rows : program::folder {
  four_rows() { floats("tokens.npy", {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}); }
  std::string uniform(const std::string& out, const std::string& tokens = "tokens.npy") const {
    return "compress --method uniform --budget 2 --tokens " + tokens + " --out " + out;
  }
};

std::string npy(const std::string& header, std::size_t bytes) {
  std::string text = header;
  text.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + '\n' + std::string(bytes, '\1');
}

}  // namespace

TEST_CASE("broken .npy files are refused by name") {
  const four_rows f;
  f.file("empty.npy", "");
  f.file("text.npy", "this is no array at all");
  f.file("fortran.npy", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (4, 2), }", 32));
  f.file("big.npy", npy("{'descr': '>f4', 'fortran_order': False, 'shape': (4, 2), }", 32));
  f.file("short.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 2), }", 31));
  f.file("long.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 2), }", 33));
  f.file("complex.npy", npy("{'descr': '<c8', 'fortran_order': False, 'shape': (4, 2), }", 64));
  f.file("overflow.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", 0));
  f.file("negative.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-4, 2), }", 32));
  for (const char* name : {"empty", "text", "fortran", "big", "short", "long", "complex", "overflow", "negative"}) {
    INFO(name);
    CHECK(f.fails(3, "malformed", f.uniform("out", std::string(name) + ".npy")).find(std::string(name) + ".npy") != std::string::npos);
  }
  f.fails(4, "unreadable", f.uniform("out", "absent.npy"));
  f.fails(4, "unreadable", f.uniform("out", "."));
  f.file("none.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 2), }", 0));
  f.file("thin.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 0), }", 0));
  f.file("vast.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3000000000, 0), }", 0));
  f.file("flat.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (8,), }", 32));
  for (const char* name : {"none", "thin", "vast", "flat"}) f.fails(3, "bad_shape", f.uniform("out", std::string(name) + ".npy"));
}

TEST_CASE("a folder of vtc is replaced, files of others in it stay, other folders are left alone") {
  const four_rows f;
  f.ok(f.uniform("out --level tokens.npy"));
  f.ok("--time 1 " + f.uniform("out"));
  f.file("out/notes.txt", "mine");
  f.ok(f.uniform("out/"));
  CHECK(program::text_of(f.file("out/notes.txt")) == "mine");
  CHECK(!std::filesystem::exists(f.file("out/level_0.npy")));
  CHECK(!std::filesystem::exists(f.file("out/times.json")));
  std::filesystem::create_directory(f.file("theirs"));
  f.file("theirs/letter.txt", "dear");
  f.file("file", "text");
  for (const char* out : {"theirs", "file", ".", "..", "/"}) {
    INFO(out);
    f.fails(4, "unwritable", f.uniform(out));
  }
  f.fails(2, "command_line", f.uniform("''"));
  for (const char* out : {"absent/out", "file/out", "/proc/vtc-out", "/dev/null/out"}) f.fails(4, "unwritable", f.uniform(out));
  std::filesystem::create_directory_symlink("out", f.file("link"));
  f.ok(f.uniform("link"));
  CHECK(std::filesystem::is_symlink(f.file("link")));
}

TEST_CASE("a run that fails leaves an earlier result as it was") {
  const four_rows f;
  f.ok(f.uniform("out"));
  const std::string before = program::text_of(f.file("out/summary.json"));
  f.fails(3, "bad_index", f.uniform("out --protect 9"));
  f.fails(3, "shapes_differ", f.uniform("out --positions tokens.npy"));
  CHECK(program::text_of(f.file("out/summary.json")) == before);
}

TEST_CASE("files are written whole, and only over files") {
  const four_rows f;
  f.ok(f.uniform("out"));
  std::filesystem::create_directory(f.file("folder"));
  for (const char* out : {"folder", "absent/rows.npy", "/dev/null", "/dev/full", "/proc/rows.npy"}) {
    INFO(out);
    f.fails(4, "unwritable", std::string("apply --plan out --rows tokens.npy --out ") + out);
  }
  f.ok("apply --plan out --rows tokens.npy --out rows.npy");
  f.ok("apply --plan out --rows tokens.npy --out rows.npy");
  CHECK(f.npy("rows.npy").bytes == f.npy("out/tokens.npy").bytes);
  CHECK(WEXITSTATUS(std::system(("'" + program::path() + "' methods >/dev/full 2>/dev/null").c_str())) == 4);
}

TEST_CASE("names with blanks, quotes and line ends stay one line of error") {
  const four_rows f;
  f.fails(4, "unreadable", f.uniform("out", "\"a b\nc'd.npy\""));
  f.fails(2, "command_line", "compress --method \"top\nk\" --tokens tokens.npy --out out");
}
