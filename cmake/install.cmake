# Headers, the CMake package (find_package(vtc)) and the pkg-config file. Nothing here depends on a processor, so all of it is share/.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/vtc)
set(pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)

install(DIRECTORY include/vtc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

target_include_directories(vtc INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS vtc EXPORT vtc-targets)
install(EXPORT vtc-targets NAMESPACE vtc:: DESTINATION ${package_dir})

configure_package_config_file(cmake/vtc-config.cmake.in vtc-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(vtc-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/vtc-config.cmake ${PROJECT_BINARY_DIR}/vtc-config-version.cmake cmake/find-xsimd.cmake
        DESTINATION ${package_dir})

# The prefix is written relative to the file itself, so the installed tree can be moved.
file(RELATIVE_PATH prefix_from_pkgconfig "/${pkgconfig_dir}" "/")
configure_file(cmake/vtc.pc.in vtc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vtc.pc DESTINATION ${pkgconfig_dir})
