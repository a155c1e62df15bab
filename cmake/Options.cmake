# Build options. A project that includes supdict with add_subdirectory gets the library alone.
include(CMakeDependentOption)

option(SUPDICT_DEVELOPER
       "Warnings are errors; experiments, tests, examples, tools and benchmarks are built"
       ${PROJECT_IS_TOP_LEVEL})
option(SUPDICT_COMMAND "Build the command supdict" ${PROJECT_IS_TOP_LEVEL})
cmake_dependent_option(SUPDICT_EXPERIMENTS
                       "The command has 'supdict reproduce' (needs libsvm and liblinear)"
                       ${SUPDICT_DEVELOPER} SUPDICT_COMMAND OFF)
option(SUPDICT_PYTHON_MODULE "Build the Python extension module" OFF)
option(SUPDICT_PACKAGES "CPack makes Debian packages (make deb)" OFF)
option(SUPDICT_CUDA "Code signals on GPUs (needs nvcc)" OFF)
set(SUPDICT_CUDA_ARCHITECTURES 80-real 90 CACHE STRING
    "Compute capabilities; without -real with PTX for newer devices")
# The tests look inside the library, and a shared one shows its interface only.
cmake_dependent_option(SUPDICT_TESTS "Build the tests" ${SUPDICT_DEVELOPER}
                       "NOT BUILD_SHARED_LIBS" OFF)
set(SUPDICT_SANITIZE "" CACHE STRING "Sanitizers, for example 'address,undefined' or 'thread'")
option(SUPDICT_COVERAGE "Instrument for line coverage" OFF)
