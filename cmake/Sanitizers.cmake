# One list of sanitizers for the whole build, because a program and its libraries must use the same.
if(SUPDICT_SANITIZE)
  if(SUPDICT_SANITIZE MATCHES "thread" AND SUPDICT_SANITIZE MATCHES "address")
    message(FATAL_ERROR "SUPDICT_SANITIZE: thread and address cannot be combined")
  endif()
  add_compile_options(-fsanitize=${SUPDICT_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SUPDICT_SANITIZE})
endif()
if(SUPDICT_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
