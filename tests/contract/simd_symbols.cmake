# Object files compiled for one instruction set must not define a weak symbol outside their own
# namespace: the linker keeps one copy of such a symbol for the whole program, and it may be the one
# that crashes on an older machine (src/simd/target.hpp).
#   cmake -DNM=nm -DLEVEL=avx2 -DOBJECTS="a.o|b.o" -P simd_symbols.cmake
string(REPLACE "|" ";" objects "${OBJECTS}")
if(NOT objects)
  message(FATAL_ERROR "no object files of level ${LEVEL}")
endif()
set(found 0)
foreach(object IN LISTS objects)
  execute_process(COMMAND ${NM} --defined-only --demangle ${object}
                  OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${NM} failed on ${object}")
  endif()
  string(REPLACE ";" "," symbols "${symbols}")
  string(REPLACE "\n" ";" symbols "${symbols}")
  foreach(line IN LISTS symbols)
    if(line MATCHES "supdict::simd_${LEVEL}::")
      math(EXPR found "${found} + 1")
    elseif(line MATCHES "^[0-9a-f]+ [WVuB] ")  # weak function, weak object, unique, common data
      message(SEND_ERROR "${object} defines outside supdict::simd_${LEVEL}: ${line}")
    elseif(line MATCHES "^[0-9a-f]+ [TDR] ")  # a strong one would clash with the other levels
      message(SEND_ERROR "${object} defines outside supdict::simd_${LEVEL}: ${line}")
    endif()
  endforeach()
endforeach()
if(found EQUAL 0)
  message(FATAL_ERROR "no symbol of supdict::simd_${LEVEL} in ${OBJECTS}: nothing was checked")
endif()
message(STATUS "${found} symbols of level ${LEVEL}, none outside its namespace")
