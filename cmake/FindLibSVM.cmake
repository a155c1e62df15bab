# LibSVM::LibSVM, from Debian's libsvm-dev.
find_library(LibSVM_LIBRARY svm)
find_path(LibSVM_INCLUDE_DIR libsvm/svm.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibSVM REQUIRED_VARS LibSVM_LIBRARY LibSVM_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian has it as libsvm-dev, and -DSUPDICT_EXPERIMENTS=OFF does without it")
if(LibSVM_FOUND AND NOT TARGET LibSVM::LibSVM)
  add_library(LibSVM::LibSVM UNKNOWN IMPORTED)
  set_target_properties(LibSVM::LibSVM PROPERTIES
    IMPORTED_LOCATION ${LibSVM_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LibSVM_INCLUDE_DIR})
endif()
