# Installs the build, moves the prefix, and builds and runs the README's C++ example against it, once
# through find_package and once through pkg-config; then an example in C, by the compiler of C.
#   cmake -DBUILD=<build> -DREADME=<file> -DCONSUMER=<folder> -DWORK=<scratch> -DCXX=<compiler>
#         -DCC=<compiler> -DC_EXAMPLE=<source> -DMODEL=<model of 9 features>
#         [-DFLAGS=<flags of the build>] -P install_test.cmake
set(MARKER "<!-- example: cpp -->")

# run(<what> <command>...): stops the test with the command's output when it fails.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(run_output "${output}" PARENT_SCOPE)
endfunction()

# The first fenced cpp block after the marker, as the file <target>.
function(extract_example target)
  file(READ ${README} text)
  string(FIND "${text}" "${MARKER}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${README} has no line '${MARKER}'")
  endif()
  string(SUBSTRING "${text}" ${at} -1 text)
  string(FIND "${text}" "```cpp\n" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "${README} has no cpp block after '${MARKER}'")
  endif()
  math(EXPR begin "${begin} + 7")
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(FIND "${text}" "\n```" end)
  string(SUBSTRING "${text}" 0 ${end} text)
  file(WRITE ${target} "${text}\n")
endfunction()

file(REMOVE_RECURSE ${WORK})
extract_example(${WORK}/example.cpp)

run("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)
file(GLOB_RECURSE packages ${WORK}/moved/*.pc)
if(NOT packages)
  message(FATAL_ERROR "no pkg-config file was installed")
endif()
list(GET packages 0 package)
cmake_path(GET package PARENT_PATH pkgconfig_dir)
cmake_path(GET pkgconfig_dir PARENT_PATH library_dir)

# Nothing of the source or build tree may be needed.
file(GLOB_RECURSE texts ${WORK}/moved/*.cmake ${WORK}/moved/*.pc ${WORK}/moved/*.h
     ${WORK}/moved/*.hpp)
foreach(file IN LISTS texts)
  file(READ ${file} text)
  foreach(place ${BUILD} ${WORK}/first)
    string(FIND "${text}" "${place}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} names ${place}")
    endif()
  endforeach()
endforeach()

run("find_package" ${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_PREFIX_PATH=${WORK}/moved
    -DCONSUMER_SOURCE=${WORK}/example.cpp)
run("build with find_package" ${CMAKE_COMMAND} --build ${WORK}/build)
run("example with find_package" ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${library_dir}
    ${WORK}/build/consumer)
message(STATUS "find_package: ${run_output}")

find_program(PKG_CONFIG NAMES pkg-config pkgconf REQUIRED)
set(ENV{PKG_CONFIG_PATH} "${pkgconfig_dir}:$ENV{PKG_CONFIG_PATH}")
run("pkg-config" ${PKG_CONFIG} --cflags --libs --static supdict)
separate_arguments(package_flags UNIX_COMMAND "${run_output}")
separate_arguments(build_flags UNIX_COMMAND "${FLAGS}")
run("build with pkg-config" ${CXX} -O1 ${build_flags} ${WORK}/example.cpp -o ${WORK}/example
    ${package_flags})
run("example with pkg-config" ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${library_dir}
    ${WORK}/example)
message(STATUS "pkg-config: ${run_output}")

run("pkg-config for C" ${PKG_CONFIG} --cflags --libs --static supdict-c)
separate_arguments(package_flags UNIX_COMMAND "${run_output}")
run("build in C" ${CC} -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror ${build_flags}
    ${C_EXAMPLE} -o ${WORK}/example_c ${package_flags})
run("example in C" ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${library_dir} ${WORK}/example_c ${MODEL}
    1 2 3 4 5 6 7 8 9)
message(STATUS "C: ${run_output}")
