# SPDX-License-Identifier: BSD-3-Clause
# Runs the port of packaging/vcpkg with stand-ins of what vcpkg gives to ports: configures, does not build.
#   cmake -DPORT=<folder> -DWORK=<folder> -P tests/tools/vcpkg_standins.cmake
cmake_minimum_required(VERSION 3.22)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(CMAKE_CURRENT_LIST_DIR ${PORT})

function(vcpkg_find_acquire_program name)
  find_program(found pkg-config REQUIRED)
  set(${name} ${found} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "not known: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -G Ninja
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF
    -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${arg_OPTIONS}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# What would be installed, as the scripts of the build say.
function(vcpkg_cmake_install)
  file(READ ${WORK}/build/cmake_install.cmake script)
  set_property(GLOBAL PROPERTY script "${script}")
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  get_property(script GLOBAL PROPERTY script)
  if(NOT script MATCHES "/${arg_CONFIG_PATH}\" TYPE FILE FILES[^)]*supdictConfig.cmake")
    message(FATAL_ERROR "supdictConfig.cmake is not installed into ${arg_CONFIG_PATH}")
  endif()
endfunction()

function(vcpkg_fixup_pkgconfig)
  get_property(script GLOBAL PROPERTY script)
  if(NOT script MATCHES "/lib/pkgconfig\" TYPE FILE FILES[^)]*supdict.pc")
    message(FATAL_ERROR "supdict.pc is not installed into lib/pkgconfig")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  foreach(file IN LISTS arg_FILE_LIST)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "there is no ${file}")
    endif()
  endforeach()
endfunction()

include(${PORT}/portfile.cmake)
