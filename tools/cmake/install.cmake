# What `cmake --install build --prefix P` puts where. The layout is fixed, since everything in it finds the rest by where it lies itself
# (harness/base/home.c, tools/softmetal/compiler/process/toolchain.c): P may be moved afterwards. softmetal's part is in its own CMakeLists.txt.
#   bin/assay, bin/assay-report, bin/assay-annotate      the commands
#   share/assay/                                         what they read, laid out as the source tree
#   lib/cmake/Assay/                                     find_package(Assay), assay_validate()
# `cpack` in the build directory makes an archive of the same, and a .deb on Debian.
set(home share/assay)

install(TARGETS assay RUNTIME DESTINATION bin)
install(PROGRAMS tools/packaging/assay-report tools/packaging/assay-annotate DESTINATION bin)
install(DIRECTORY cases DESTINATION ${home} PATTERN stress.tsv EXCLUDE)
install(DIRECTORY reference DESTINATION ${home} FILES_MATCHING PATTERN *.tsv PATTERN *.def)
install(DIRECTORY harness/validate/roofline DESTINATION ${home}/harness/validate)
install(DIRECTORY reports DESTINATION ${home} PATTERN tests EXCLUDE PATTERN examples EXCLUDE PATTERN __pycache__ EXCLUDE)
install(PROGRAMS tools/python DESTINATION ${home}/tools)
install(PROGRAMS harness/validate/asked/call_reference.py DESTINATION ${home}/harness/validate/asked)
install(FILES README.md DESTINATION share/doc/assay)

# Logs say which version of the suite made them; an installed tree has no git to ask. An archive brings the answer in a file.
install(CODE "
  if(EXISTS \"${CMAKE_SOURCE_DIR}/version\")
    file(STRINGS \"${CMAKE_SOURCE_DIR}/version\" version LIMIT_COUNT 1)
  else()
    execute_process(COMMAND git -C \"${CMAKE_SOURCE_DIR}\" describe --always --dirty --abbrev=12 --exclude *
      OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT version)
    set(version ${PROJECT_VERSION})
  endif()
  file(WRITE \"${CMAKE_BINARY_DIR}/version\" \"\${version}\\n\")")
install(FILES ${CMAKE_BINARY_DIR}/version DESTINATION ${home})

# ---- for other people's projects
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/AssayConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES tools/cmake/AssayConfig.cmake ${CMAKE_BINARY_DIR}/AssayConfigVersion.cmake DESTINATION lib/cmake/Assay)

# ---- packages
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_CONTACT "The Assay project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Conformance suite for Metal compute kernels, and a software Metal device")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR TGZ)
find_program(DPKG dpkg-deb)
if(DPKG AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  list(APPEND CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # clang compiles kernels. The rest is for reports, metal-cc and compressed textures.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-22)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
      "python3-jinja2, python3-matplotlib, gcc, gnustep-make, make, libgnustep-base-dev, libobjc-12-dev, libosmesa6, libastcenc3d")
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
endif()
include(CPack)
