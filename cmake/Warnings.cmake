# Warnings for our own code. They are errors in developer mode only, so that a newer compiler never
# breaks a user's build.
add_library(supdict_warnings INTERFACE)
target_compile_options(supdict_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Wno-sign-conversion -Wno-unknown-pragmas)
if(SUPDICT_DEVELOPER)
  target_compile_options(supdict_warnings INTERFACE -Werror)
endif()
