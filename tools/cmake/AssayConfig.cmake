# find_package(Assay) gives a project assay_validate(), which makes the validation of a kernel a test of CTest:
#
#   assay_validate(FILE.metal [CONTRACT NAME] [NAME TEST] [BASELINE FILE.metal] [TIMEOUT SECONDS] [LABELS LABEL…] [OPTIONS …])
#
#   CONTRACT   what the kernel promises: a contract that comes with Assay (layer_norm, softmax, matmul, …), or the path of one's own;
#              default: what the kernel says itself in a line `//! contract:`
#   NAME       of the test; default: validate/ and the file's name without .metal
#   BASELINE   the old version: the test fails, too, if the kernel has become slower. Speed is measured only then, with no test beside it
#   LABELS     besides `assay`
#   OPTIONS    of `assay validate`, as on its command line: OPTIONS --dispatch "groups ROWS, threadgroup min(N, 1024)" --types half
#
# Paths are relative to the current source directory. The test passes if the kernel is right, is skipped if nothing could be run on
# this device, and fails otherwise; its output is the verdict, and the same as JSON is in assay/TEST.json of the binary directory.
cmake_minimum_required(VERSION 3.16)

# /lib may be a link to /usr/lib, so links are followed before going up.
get_filename_component(ASSAY_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(ASSAY_PREFIX "${ASSAY_PREFIX}/../../.." ABSOLUTE)
set(ASSAY_EXECUTABLE "${ASSAY_PREFIX}/bin/assay")
set(ASSAY_CONTRACTS "${ASSAY_PREFIX}/share/assay/cases/contracts")
foreach(path "${ASSAY_EXECUTABLE}" "${ASSAY_CONTRACTS}")
  if(NOT EXISTS "${path}")
    set(Assay_FOUND FALSE)
    set(Assay_NOT_FOUND_MESSAGE "${path} is missing: this tree was not installed whole; run cmake --install again")
  endif()
endforeach()

# The contract's path or shipped name as the command takes it, in `result`.
function(_assay_contract name result)
  get_filename_component(path "${name}" ABSOLUTE)
  if(EXISTS "${ASSAY_CONTRACTS}/${name}.contract")
    set(${result} "${name}" PARENT_SCOPE)
  elseif(EXISTS "${path}" AND NOT IS_DIRECTORY "${path}")
    set(${result} "${path}" PARENT_SCOPE)
  else()
    file(GLOB names RELATIVE "${ASSAY_CONTRACTS}" "${ASSAY_CONTRACTS}/*.contract")
    string(REPLACE ".contract" "" names "${names}")
    string(REPLACE ";" ", " names "${names}")
    message(FATAL_ERROR "assay_validate: `${name}` is neither a file nor a contract that comes with Assay; there are ${names}")
  endif()
endfunction()

function(assay_validate kernel)
  set(usage "assay_validate(FILE.metal [CONTRACT NAME] [NAME TEST] [BASELINE FILE] [TIMEOUT SECONDS] [LABELS …] [OPTIONS …])")
  cmake_parse_arguments(PARSE_ARGV 1 given "" "CONTRACT;NAME;BASELINE;TIMEOUT" "LABELS;OPTIONS")
  if(given_UNPARSED_ARGUMENTS)
    list(GET given_UNPARSED_ARGUMENTS 0 word)
    message(FATAL_ERROR "assay_validate: `${word}` is no keyword; write ${usage}; what `assay validate` takes goes after OPTIONS")
  endif()
  if(given_KEYWORDS_MISSING_VALUES)
    list(GET given_KEYWORDS_MISSING_VALUES 0 word)
    message(FATAL_ERROR "assay_validate: ${word} needs a value; write ${usage}")
  endif()
  foreach(file IN ITEMS "${kernel}" ${given_BASELINE})
    get_filename_component(path "${file}" ABSOLUTE)
    if(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
      message(FATAL_ERROR "assay_validate: there is no file ${path}")
    endif()
  endforeach()
  if(given_CONTRACT)
    _assay_contract("${given_CONTRACT}" contract)
  else()
    get_filename_component(path "${kernel}" ABSOLUTE)
    file(STRINGS "${path}" line REGEX "^//!.*contract *:" LIMIT_COUNT 1)
    if(NOT line)
      message(FATAL_ERROR "assay_validate: what is ${kernel} to keep? It has no line `//! contract:`, and CONTRACT is missing; write ${usage}")
    endif()
  endif()
  get_filename_component(stem "${kernel}" NAME_WLE)
  if(NOT given_NAME)
    set(given_NAME "validate/${stem}")
  endif()
  if(TEST "${given_NAME}")
    message(FATAL_ERROR "assay_validate: there is a test ${given_NAME} already; give this one a NAME")
  endif()
  string(REGEX REPLACE "[^A-Za-z0-9_.-]+" "-" json "${given_NAME}")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/assay")
  # Relative names, as they are written here, are what verdicts show.
  set(words "${kernel}" --jobs 1 --json "${CMAKE_CURRENT_BINARY_DIR}/assay/${json}.json")
  if(given_CONTRACT)
    list(APPEND words --contract "${contract}")
  endif()
  if(given_BASELINE)
    list(APPEND words --baseline "${given_BASELINE}")
  else()
    list(APPEND words --no-speed)
  endif()
  add_test(NAME "${given_NAME}" COMMAND "${ASSAY_EXECUTABLE}" validate ${words} ${given_OPTIONS}
           WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties("${given_NAME}" PROPERTIES LABELS "assay;${given_LABELS}" SKIP_RETURN_CODE 77)
  if(given_BASELINE)
    set_tests_properties("${given_NAME}" PROPERTIES RUN_SERIAL TRUE)
  endif()
  if(given_TIMEOUT)
    set_tests_properties("${given_NAME}" PROPERTIES TIMEOUT ${given_TIMEOUT})
  endif()
endfunction()
