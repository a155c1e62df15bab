# Debian packages by CPack's DEB generator: the library, its headers, the command and the Python
# package. `make deb` configures, builds and packs; tests/packages/deb_test.sh installs the result.
if(NOT BUILD_SHARED_LIBS OR NOT SUPDICT_COMMAND OR NOT SUPDICT_PYTHON_MODULE)
  message(FATAL_ERROR "SUPDICT_PACKAGES needs BUILD_SHARED_LIBS, SUPDICT_COMMAND and "
                      "SUPDICT_PYTHON_MODULE")
endif()
find_program(SUPDICT_GZIP gzip REQUIRED)
find_program(SUPDICT_DPKG_SHLIBDEPS dpkg-shlibdeps REQUIRED)
get_target_property(soversion supdict SOVERSION)
set(library_package libsupdict${soversion})
set(package_of_runtime ${library_package})
set(package_of_development libsupdict-dev)
set(package_of_command supdict)
set(package_of_python python3-supdict)
set(components runtime development command python)
set(work ${CMAKE_CURRENT_BINARY_DIR}/packaging)

# supdict_gzip(<source> <result>): without a name and a time, so that packages are the same each time.
function(supdict_gzip source result)
  add_custom_command(OUTPUT ${result} DEPENDS ${source}
    COMMAND ${SUPDICT_GZIP} -9nc ${source} > ${result} VERBATIM)
endfunction()

# supdict_generate(<result> <argument>...): what the command prints.
function(supdict_generate result)
  add_custom_command(OUTPUT ${result} DEPENDS supdict_command
    COMMAND supdict_command ${ARGN} > ${result} VERBATIM)
endfunction()

set(SUPDICT_PACKAGE_MAINTAINER "The supdict developers <developers@supdict.example.org>" CACHE STRING
    "Name and address in the Debian packages")

# What Debian expects in the folder of the documents of every package.
file(MAKE_DIRECTORY ${work})
string(TIMESTAMP SUPDICT_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(packaging/deb/changelog.in ${work}/changelog.Debian @ONLY)
supdict_gzip(${work}/changelog.Debian ${work}/changelog.Debian.gz)
supdict_gzip(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${work}/changelog.gz)
foreach(component IN LISTS components)
  set(documents share/doc/${package_of_${component}})
  install(FILES LICENSE RENAME copyright DESTINATION ${documents} COMPONENT ${component})
  install(FILES ${work}/changelog.Debian.gz ${work}/changelog.gz DESTINATION ${documents}
          COMPONENT ${component})
endforeach()

supdict_generate(${work}/supdict.1 man)
supdict_gzip(${work}/supdict.1 ${work}/supdict.1.gz)
install(FILES ${work}/supdict.1.gz DESTINATION share/man/man1 COMPONENT command)
set(completions "")
foreach(place bash/bash-completion/completions/supdict zsh/zsh/vendor-completions/_supdict
        fish/fish/vendor_completions.d/supdict.fish)
  string(REGEX MATCH "^([a-z]+)/(.*)/([^/]+)$" ignored ${place})
  supdict_generate(${work}/supdict.${CMAKE_MATCH_1} completion ${CMAKE_MATCH_1})
  list(APPEND completions ${work}/supdict.${CMAKE_MATCH_1})
  install(FILES ${work}/supdict.${CMAKE_MATCH_1} RENAME ${CMAKE_MATCH_3}
          DESTINATION share/${CMAKE_MATCH_2} COMPONENT command)
endforeach()
add_custom_target(supdict_package_files ALL
  DEPENDS ${work}/changelog.gz ${work}/changelog.Debian.gz ${work}/supdict.1.gz ${completions})

set(python_place lib/python3/dist-packages/supdict)
install(TARGETS supdict_python LIBRARY DESTINATION ${python_place} COMPONENT python)
install(DIRECTORY python/supdict/ DESTINATION ${python_place} COMPONENT python
        FILES_MATCHING PATTERN *.py PATTERN *.pyi PATTERN py.typed
        PATTERN __pycache__ EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME supdict)
set(CPACK_PACKAGE_VENDOR "supdict")
set(CPACK_PACKAGE_CONTACT ${SUPDICT_PACKAGE_MAINTAINER})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(same "(= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
configure_file(packaging/deb/shlibs.in ${work}/shlibs @ONLY)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    ${work}/shlibs ${PROJECT_SOURCE_DIR}/packaging/deb/triggers)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "The shared library. It learns dictionaries for classification: a signal is
written as a sparse sum of a few learned atoms, and its class is the one under
which that costs least.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsupdict-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} ${same}, libeigen3-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "What programs that use libsupdict are built with: headers of C++ and C, and
files for CMake and pkg-config.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME supdict)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS "${library_package} ${same}")
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "The command. It trains, tunes, evaluates and draws classifiers that are
dictionaries, and reads idx, npy, npz, svmlight, csv and folders of images.")
# The module is built for one version of Python.
execute_process(COMMAND ${PYTHON_EXECUTABLE} -c
  "import sys; a, b = sys.version_info[:2]; print(f'{a}.{b};{a}.{b + 1}', end='')"
  OUTPUT_VARIABLE versions COMMAND_ERROR_IS_FATAL ANY)
list(GET versions 0 this_python)
list(GET versions 1 next_python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-supdict)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${library_package} ${same}, \
python3 (>= ${this_python}), python3 (<< ${next_python}), \
python3-numpy, python3-sklearn, python3-joblib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-matplotlib)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/packaging/deb/postinst ${PROJECT_SOURCE_DIR}/packaging/deb/prerm)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "The Python package. Its estimators follow scikit-learn: classifiers whose
models are dictionaries, sparse codes with certificates, dictionary learning.")
include(CPack)
