# The version stands twice: in CMakeLists.txt, where tools look for it, and in
# include/supdict/version.hpp, where programs read it. They must agree.
set(version_header ${PROJECT_SOURCE_DIR}/include/supdict/version.hpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${version_header})
file(READ ${version_header} text)
foreach(part MAJOR MINOR PATCH)
  if(NOT text MATCHES "#define SUPDICT_VERSION_${part} ${PROJECT_VERSION_${part}}\n")
    message(FATAL_ERROR "include/supdict/version.hpp has another SUPDICT_VERSION_${part} than the "
                        "project, ${PROJECT_VERSION}: change both together")
  endif()
endforeach()
