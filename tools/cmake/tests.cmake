# Registers with CTest: a test per case file, the unit tests in C, the Python tests, and the report at the end.
#   ctest -L simd            the cases of an area
#   ctest -L unit            unit tests in C
#   ctest -R '^simd/sum$'    one file

set(ASSAY_LOGS ${CMAKE_BINARY_DIR}/logs/cases)
set(ASSAY_WHOLE_LOGS ${CMAKE_BINARY_DIR}/logs/whole)   # proofs, profiles, personalities: checks.cmake
set(ASSAY_REPORT ${CMAKE_BINARY_DIR}/report)
set(ASSAY_PYTHON ${CMAKE_SOURCE_DIR}/tools/python)   # finds one that has what the reports need

file(MAKE_DIRECTORY ${ASSAY_LOGS})

# ---- Cases. CONFIGURE_DEPENDS: a new file is noticed by the next build.
file(GLOB_RECURSE ASSAY_CASE_FILES RELATIVE ${CMAKE_SOURCE_DIR}/cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/cases/*.metal)
set(case_logs "")
foreach(file ${ASSAY_CASE_FILES})
  string(REGEX REPLACE "\\.metal$" "" name ${file})
  string(REGEX REPLACE "/.*" "" area ${file})
  string(REPLACE "/" "." log ${name})
  list(APPEND case_logs ${ASSAY_LOGS}/${log}.jsonl)
  add_test(NAME ${name} COMMAND assay run --jobs 1 --log ${ASSAY_LOGS}/${log}.jsonl ${name})
  set_tests_properties(${name} PROPERTIES LABELS ${area} SKIP_RETURN_CODE 77 TIMEOUT 1800 FIXTURES_REQUIRED suite)
  if(APPLE)
    set_property(TEST ${name} PROPERTY RESOURCE_LOCK metal-device)
  endif()
  if(area MATCHES "litmus|benchmark")
    # softmetal shows what the memory model permits, as hardware would, by chance from a seed; other devices do not read
    # it, and what they show depends on what else they do.
    set_property(TEST ${name} PROPERTY ENVIRONMENT SOFTMETAL_WEAK=1)
    if(NOT TARGET softmetal)
      set_property(TEST ${name} PROPERTY RUN_SERIAL TRUE)
    endif()
  endif()
endforeach()

# Logs of case files that no longer exist would go on appearing in the report.
file(GLOB old_logs ${ASSAY_LOGS}/*.jsonl)
foreach(log ${old_logs})
  if(NOT log IN_LIST case_logs)
    file(REMOVE ${log})
  endif()
endforeach()

# ---- The report, made from whatever logs there are after the last case, also after failures.
add_test(NAME report COMMAND ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/reports ${ASSAY_LOGS} ${ASSAY_WHOLE_LOGS} -o ${ASSAY_REPORT})
set_tests_properties(report PROPERTIES FIXTURES_CLEANUP suite LABELS report)

# ---- Case files against their format, without a device
add_test(NAME lint COMMAND assay lint)
set_tests_properties(lint PROPERTIES LABELS lint)

include(${CMAKE_CURRENT_LIST_DIR}/bench.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/checks.cmake)

# Cross-compiled tests run nowhere.
if(CMAKE_CROSSCOMPILING)
  return()
endif()

# ---- Unit tests in C: x_test.c beside x.c, each a program of its own, linked with its layer and what that may use
find_path(CMOCKA_INCLUDE cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
if(CMOCKA_INCLUDE AND CMOCKA_LIBRARY)
  find_library(MPFR_LIBRARY mpfr)
  find_library(GMP_LIBRARY gmp)
  include(CheckSymbolExists)
  set(CMAKE_REQUIRED_LIBRARIES ${MPFR_LIBRARY} ${GMP_LIBRARY})
  check_symbol_exists(mpfr_sinpi mpfr.h ASSAY_HAS_MPFR_4_2)
  unset(CMAKE_REQUIRED_LIBRARIES)
  file(GLOB_RECURSE unit_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/harness/*_test.c
       ${CMAKE_SOURCE_DIR}/reference/*_test.c)
  foreach(file ${unit_tests})
    file(STRINGS ${CMAKE_SOURCE_DIR}/${file} wants_mpfr REGEX "<mpfr.h>")
    if(wants_mpfr AND NOT ASSAY_HAS_MPFR_4_2)
      message(STATUS "no MPFR 4.2: ${file} is left out")
      continue()
    endif()
    string(REGEX REPLACE "\\.c$" "" name ${file})
    string(REPLACE "/" "." target ${name})
    add_executable(${target} ${file})
    target_include_directories(${target} PRIVATE ${CMOCKA_INCLUDE})
    target_compile_definitions(${target} PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    find_layer(${CMAKE_SOURCE_DIR}/${file} layer)
    target_link_libraries(${target} PRIVATE layer-${layer} ${CMOCKA_LIBRARY})
    if(layer STREQUAL reference)
      target_link_libraries(${target} PRIVATE layer-check) # compares what the references promise with results
    endif()
    if(wants_mpfr)
      target_link_libraries(${target} PRIVATE ${MPFR_LIBRARY} ${GMP_LIBRARY})
    endif()
    add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
    set_tests_properties(${name} PROPERTIES LABELS unit SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
endif()

# ---- Tests in Python: packages with a folder tests/, and tools/tests/*_test.py
add_test(NAME python/reports COMMAND ${ASSAY_PYTHON} -m unittest discover -s reports/tests -t .
         WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(python/reports PROPERTIES LABELS python)
file(GLOB python_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/tools/tests/*_test.py)
foreach(file ${python_tests})
  string(REGEX REPLACE "\\.py$" "" name ${file})
  add_test(NAME python/${name} COMMAND ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/${file})
  set_tests_properties(python/${name} PROPERTIES LABELS python
                       ENVIRONMENT "ASSAY=$<TARGET_FILE:assay>;ASSAY_BUILD=${CMAKE_BINARY_DIR}")
endforeach()

# ---- The harness for macOS, built on Linux
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND EXISTS ${CMAKE_SOURCE_DIR}/tools/cross-macos)
  add_test(NAME macos-cross-build COMMAND ${CMAKE_SOURCE_DIR}/tools/cross-macos ${CMAKE_BINARY_DIR})
  set_tests_properties(macos-cross-build PROPERTIES LABELS macos SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()

# ---- The installed tree and what is made of it. Each class is a test; the first installs and moves the tree that the others use.
function(add_package_test name class)
  add_test(NAME install/${name} COMMAND ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/tools/packaging/package_test.py ${class})
  set_tests_properties(install/${name} PROPERTIES LABELS install SKIP_RETURN_CODE 77 TIMEOUT 300 ENVIRONMENT ASSAY_BUILD=${CMAKE_BINARY_DIR})
endfunction()
add_package_test(tree Install)
set_tests_properties(install/tree PROPERTIES FIXTURES_SETUP installed)
add_package_test(example Example)
add_package_test(action Action)
add_package_test(recipes Recipes)
set_tests_properties(install/example install/action install/recipes PROPERTIES FIXTURES_REQUIRED installed)
set_tests_properties(install/action PROPERTIES RESOURCE_LOCK installation)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_package_test(package Package)
  set_tests_properties(install/package PROPERTIES FIXTURES_REQUIRED installed RESOURCE_LOCK installation)
endif()
