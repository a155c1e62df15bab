# supdict_add_simd_sources(<target> <source>...)
# Compiles the sources once per instruction set, each time with the flags of that set and with
# SUPDICT_SIMD_TARGET naming the namespace of the copy (src/simd/target.hpp), and links all copies
# into <target>. src/simd/level.cpp chooses one at run time. The sets are listed once more, for the
# tables in C++, in src/simd/for_each_level.hpp.
set(SUPDICT_SIMD_LEVELS none)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND SUPDICT_SIMD_LEVELS avx2 avx512)
endif()

set(SUPDICT_SIMD_FLAGS_none "")
set(SUPDICT_SIMD_FLAGS_avx2 -mavx2 -mfma)
set(SUPDICT_SIMD_FLAGS_avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma
                              -mprefer-vector-width=512)

function(supdict_add_simd_sources target)
  foreach(level IN LISTS SUPDICT_SIMD_LEVELS)
    set(objects ${target}_simd_${level})
    add_library(${objects} OBJECT ${ARGN})
    target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${objects} PRIVATE SUPDICT_SIMD_TARGET=simd_${level})
    # clang may leave a loop scalar (without optimisation, under a sanitizer); that needs no warning.
    target_compile_options(${objects} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>)
    # No exceptions, math errno or traps inside kernels: loops with sqrt and compares vectorise.
    target_compile_options(${objects} PRIVATE ${SUPDICT_SIMD_FLAGS_${level}} -fopenmp-simd
                           -fno-math-errno -fno-trapping-math -ffp-contract=fast
                           $<$<CONFIG:Release>:-O3>)
    target_link_libraries(${objects} PRIVATE supdict_warnings)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  endforeach()
  list(LENGTH SUPDICT_SIMD_LEVELS count)
  if(count GREATER 1)
    target_compile_definitions(${target} PRIVATE SUPDICT_HAS_X86_LEVELS)
  endif()
endfunction()
