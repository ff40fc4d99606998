# What the project's own programs are compiled with. Never seen by a host.

# The presets choose this folder; who configures by hand gets the same one. Tests look for the programs beside themselves.
if(NOT CMAKE_RUNTIME_OUTPUT_DIRECTORY)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endif()

set(VTC_SANITIZE "" CACHE STRING "Sanitizers for the project's own programs, for example address,undefined")

find_package(Threads REQUIRED)

# Every program of this project links vtc_developer instead of vtc::vtc.
add_library(vtc_developer INTERFACE)
target_link_libraries(vtc_developer INTERFACE vtc::vtc Threads::Threads)
target_compile_options(vtc_developer INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)

if(VTC_SANITIZE)
  # Under a sanitizer g++ warns of uninitialised memory in the standard library, so there warnings do not stop the build.
  target_compile_options(vtc_developer INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(vtc_developer INTERFACE -fsanitize=${VTC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(vtc_developer INTERFACE -fsanitize=${VTC_SANITIZE})
elseif((CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13) OR
       (CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  # A warning stops the build with the compilers we test with; a newer one may know warnings that we have not seen.
  target_compile_options(vtc_developer INTERFACE -Werror)
endif()

# Lists every target made in a folder and below it.
function(vtc_targets_below folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    vtc_targets_below(${subfolder} more)
    list(APPEND targets ${more})
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# A target that builds all of them: `cmake --build build/release --target vtc_examples`.
function(vtc_group_targets group folder)
  vtc_targets_below(${folder} targets)
  add_custom_target(${group})
  if(targets)
    add_dependencies(${group} ${targets})
  endif()
endfunction()
