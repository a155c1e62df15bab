# ccache, if it is installed, makes repeated builds cheap, also in another clone, because paths inside
# the project are made relative. A launcher given with -DCMAKE_CXX_COMPILER_LAUNCHER is kept.
find_program(SUPDICT_CCACHE ccache)
get_filename_component(tree ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
if(SUPDICT_CCACHE)
  foreach(language CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER
          ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${tree} CCACHE_NOHASHDIR=1
          CCACHE_SLOPPINESS=pch_defines,time_macros
          ${SUPDICT_CCACHE})
    endif()
  endforeach()
endif()
