# What both hosts of the recogniser share.
set(VTC_BUILD_TESTS OFF)
set(VTC_BUILD_EXAMPLES OFF)
set(VTC_BUILD_BENCHMARKS OFF)
add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/../../.. vtc EXCLUDE_FROM_ALL)

find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

set(examples ${CMAKE_CURRENT_LIST_DIR}/../..)
add_library(recogniser STATIC ${CMAKE_CURRENT_LIST_DIR}/recogniser.cpp ${CMAKE_CURRENT_LIST_DIR}/run.cpp ${examples}/experiment/method_text.cpp
                              ${examples}/files/file.cpp ${examples}/files/npy.cpp ${examples}/text_reader/lines.cpp)
target_include_directories(recogniser PUBLIC ${examples} ${examples}/hosts)
target_compile_options(recogniser PUBLIC -O3 -march=native -Wall -Wextra)  # for the machine that it runs on, as the runtimes choose theirs
target_link_libraries(recogniser PUBLIC vtc::vtc CLI11::CLI11 nlohmann_json::nlohmann_json)
