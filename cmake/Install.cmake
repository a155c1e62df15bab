# A relocatable package: find_package(supdict CONFIG) and pkg-config both find it wherever the
# prefix is moved.
include(CMakePackageConfigHelpers)

install(TARGETS supdict EXPORT supdictTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
                NAMELINK_COMPONENT development)
install(DIRECTORY include/supdict DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/supdict)
install(EXPORT supdictTargets NAMESPACE supdict:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/supdictConfig.cmake.in supdictConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(supdictConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/supdictConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/supdictConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)

file(RELATIVE_PATH SUPDICT_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
# supdict-c is for programs in C, which know neither Eigen nor a standard of C++.
configure_file(cmake/supdict.pc.in supdict.pc @ONLY)
configure_file(cmake/supdict-c.pc.in supdict-c.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/supdict.pc ${CMAKE_CURRENT_BINARY_DIR}/supdict-c.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
