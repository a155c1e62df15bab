# Configures the library alone, as the project itself and inside another project, on a machine that
# has the packages of the library and no others.
#   cmake -DSOURCE=<supdict> -DWORK=<scratch> -DCXX=<compiler> -P library_alone_test.cmake
set(hidden "")
foreach(package CLI11 LibSVM LibLinear GTest rapidcheck benchmark pybind11 PythonInterp Python)
  list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

# configure(<folder> <source> <option>...): `status` and `output` of cmake.
macro(configure folder source)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${WORK}/${folder}
                          -DCMAKE_CXX_COMPILER=${CXX} ${hidden} ${ARGN}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
endmacro()

# expect_library_alone(<folder>): it is the only target that makes a file.
function(expect_library_alone folder)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${folder}: the library alone cannot be configured:\n${output}")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/${folder} --target help
                  OUTPUT_VARIABLE targets COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "supdict[a-z0-9_]*" targets "${targets}")
  list(REMOVE_DUPLICATES targets)
  list(FILTER targets EXCLUDE REGEX "^supdict(_simd_[a-z0-9]+)?$")
  if(targets)
    message(FATAL_ERROR "${folder}: built beside the library: ${targets}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
configure(itself ${SOURCE} -DSUPDICT_DEVELOPER=OFF -DSUPDICT_COMMAND=OFF)
expect_library_alone(itself)

file(WRITE ${WORK}/project/main.cpp "#include <supdict/supdict.hpp>\nint main() {}\n")
file(WRITE ${WORK}/project/CMakeLists.txt "
cmake_minimum_required(VERSION 3.22)
project(host LANGUAGES CXX)
add_subdirectory(${SOURCE} library)
add_executable(host main.cpp)
target_link_libraries(host PRIVATE supdict::supdict)
")
configure(inside ${WORK}/project)
expect_library_alone(inside)

# The command without the experiments needs CLI11 and nothing of theirs.
configure(command ${SOURCE} -DSUPDICT_DEVELOPER=OFF -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=OFF)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the command cannot be configured without the experiments:\n${output}")
endif()

# The packages are really hidden: configuring the experiments fails with the name of what is missing.
configure(experiments ${SOURCE} -DSUPDICT_DEVELOPER=OFF -DSUPDICT_EXPERIMENTS=ON
          -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=OFF)
if(status EQUAL 0 OR NOT output MATCHES "find_package for module LibSVM")
  message(FATAL_ERROR "the experiments were configured without libsvm:\n${output}")
endif()
