# The rule tests: each folder named here holds a small project or script, and its first lines tell the rule.

find_program(VTC_GNU_COMPILER g++)
find_program(VTC_CLANG_COMPILER NAMES clang++-14 clang++)
find_program(VTC_AARCH64_COMPILER aarch64-linux-gnu-g++)
find_program(VTC_AARCH64_EMULATOR qemu-aarch64)
find_program(VTC_X86_EMULATOR qemu-x86_64)
find_program(VTC_PKG_CONFIG NAMES pkg-config pkgconf)

# Compilers that CMake does not drive get the path of xsimd only where they would not find it: naming /usr/include breaks #include_next.
set(xsimd_flags -isystem ${VTC_XSIMD_INCLUDE_DIR})
if(VTC_XSIMD_INCLUDE_DIR IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
  set(xsimd_flags "")
endif()

set(compilers g++ clang++)
set(compiler_g++ ${VTC_GNU_COMPILER})
set(compiler_clang++ ${VTC_CLANG_COMPILER})

# A test that is a CMake project of its own, configured, built and tested in its own build folder; nothing is built twice.
# vtc_add_project_test(NAME FOLDER COMPILER [OPTIONS...])
function(vtc_add_project_test name folder compiler)
  if(NOT compiler)
    vtc_add_skipped_test(${name} "its compiler is not installed")
    return()
  endif()
  add_test(NAME ${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${CMAKE_CURRENT_BINARY_DIR}/${name}
                   --build-generator ${CMAKE_GENERATOR} --build-noclean
                   --build-options -DCMAKE_CXX_COMPILER=${compiler} -DVTC_ROOT=${PROJECT_SOURCE_DIR} ${ARGN}
                   --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
  set_tests_properties(${name} PROPERTIES PROCESSORS 2)  # the build inside is parallel
endfunction()

foreach(compiler IN LISTS compilers)
  vtc_add_project_test(headers/${compiler} headers "${compiler_${compiler}}" -DVTC_XSIMD_INCLUDE_DIR=${VTC_XSIMD_INCLUDE_DIR})
endforeach()

foreach(compiler IN LISTS compilers)
  vtc_add_project_test(weak_symbols/${compiler} weak_symbols "${compiler_${compiler}}" -DVTC_XSIMD_INCLUDE_DIR=${VTC_XSIMD_INCLUDE_DIR}
                       -DVTC_X86_EMULATOR=${VTC_X86_EMULATOR})
endforeach()

# The tool is such a program: its engines, as they are built, and the whole of it.
if(VTC_BUILD_EXAMPLES AND "avx2" IN_LIST VTC_ARCHITECTURES)
  foreach(architecture IN LISTS VTC_ARCHITECTURES)
    add_test(NAME weak_symbols/tool_${architecture}
             COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/weak_symbols/check.sh symbols $<TARGET_OBJECTS:vtc_engine_${architecture}>)
  endforeach()
  add_test(NAME weak_symbols/tool COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/weak_symbols/check.sh instructions $<TARGET_FILE:vtc_tool>)
endif()

add_test(NAME layering COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/layering/check.sh ${PROJECT_SOURCE_DIR}/include)

file(GLOB misuses CONFIGURE_DEPENDS misuse/*.cpp)
foreach(misuse IN LISTS misuses)
  get_filename_component(name ${misuse} NAME_WE)
  foreach(compiler IN LISTS compilers)
    if(compiler_${compiler})
      add_test(NAME misuse/${name}/${compiler}
               COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/misuse/check.sh ${misuse} ${compiler_${compiler}} -I${PROJECT_SOURCE_DIR}/include
                       ${xsimd_flags})
    else()
      vtc_add_skipped_test(misuse/${name}/${compiler} "${compiler} is not installed")
    endif()
  endforeach()
endforeach()

# The installed package is tested from an installation into the build folder.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/consumer/installed)
add_test(NAME consumer/install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties(consumer/install PROPERTIES FIXTURES_SETUP installed)
vtc_add_project_test(consumer/find_package consumer/find_package ${CMAKE_CXX_COMPILER} -DCMAKE_PREFIX_PATH=${prefix})
vtc_add_project_test(consumer/add_subdirectory consumer/add_subdirectory ${CMAKE_CXX_COMPILER})
if(VTC_PKG_CONFIG)
  add_test(NAME consumer/pkg_config COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/consumer/pkg_config/check.sh ${VTC_PKG_CONFIG} ${CMAKE_CXX_COMPILER}
                                            ${prefix} ${PROJECT_VERSION})
else()
  vtc_add_skipped_test(consumer/pkg_config "pkg-config is not installed")
endif()
set_tests_properties(consumer/find_package consumer/pkg_config PROPERTIES FIXTURES_REQUIRED installed)

if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/numerics/bits.cpp)
  add_subdirectory(numerics)
endif()
