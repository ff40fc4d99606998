// The main of every test program. It returns 0 or 1 only: Catch2 returns the number of failures, which could be the number that means
// "skipped" to ctest.
#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv) == 0 ? 0 : 1; }
