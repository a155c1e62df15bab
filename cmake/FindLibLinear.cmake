# LibLinear::LibLinear, from Debian's liblinear-dev.
find_library(LibLinear_LIBRARY linear)
find_path(LibLinear_INCLUDE_DIR linear.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibLinear REQUIRED_VARS LibLinear_LIBRARY LibLinear_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian has it as liblinear-dev, and -DSUPDICT_EXPERIMENTS=OFF does without it")
if(LibLinear_FOUND AND NOT TARGET LibLinear::LibLinear)
  add_library(LibLinear::LibLinear UNKNOWN IMPORTED)
  set_target_properties(LibLinear::LibLinear PROPERTIES
    IMPORTED_LOCATION ${LibLinear_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LibLinear_INCLUDE_DIR})
endif()
