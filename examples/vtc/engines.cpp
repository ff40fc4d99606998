#include "engines.hpp"

#include "fault.hpp"

namespace tool {

#define VTC_ENGINE(name) extern const engine engine_##name;
#include "engine_list.hpp"
#undef VTC_ENGINE

namespace {

bool cpu_has(const std::string& name) {
#if defined(__x86_64__)
  // Every CPU with AVX2 and FMA has F16C too, which not every compiler can ask for.
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (name == "avx2") return avx2;
  if (name == "avx512")
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
  (void)name;
  return true;  // the plain instruction set of its family
}

}  // namespace

std::vector<instruction_set> instruction_sets() {
  return {
#define VTC_ENGINE(name) instruction_set{#name, &engine_##name, cpu_has(#name)},
#include "engine_list.hpp"
#undef VTC_ENGINE
  };
}

instruction_set choose_engine(const std::string& name) {
  const std::vector<instruction_set> all = instruction_sets();
  if (name.empty()) {
    instruction_set widest = all.front();
    for (const instruction_set& s : all)
      if (s.supported) widest = s;
    return widest;
  }
  std::string names;
  for (const instruction_set& s : all) {
    if (name == s.name && s.supported) return s;
    if (name == s.name) misuse("this CPU cannot run " + name);
    names += (names.empty() ? "" : ", ") + std::string(s.name);
  }
  misuse("--arch is one of " + names + ", not \"" + name + "\"");
}

}  // namespace tool
