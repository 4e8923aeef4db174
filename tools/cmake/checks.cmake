# Checks of the suite as a whole: that its cases can fail, that they are clean, that planted mistakes are seen, that its output is
# read by others, that scripts and sources keep their form. `ctest -L check` runs these.

function(add_check name)
  add_test(NAME check/${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(check/${name} PROPERTIES LABELS check TIMEOUT 1800 SKIP_RETURN_CODE 77 FIXTURES_REQUIRED suite)
endfunction()

file(MAKE_DIRECTORY ${ASSAY_WHOLE_LOGS})

# Running all cases again for their mutants, in checked mode and under each profile and personality takes hours on two
# cores, so every tools/test does a part; -DASSAY_CHECK_SHARD=1/1 -DASSAY_ENGINE_SHARD=1/1 do all.
set(ASSAY_CHECK_SHARD 1/12 CACHE STRING "part of the cases that the checks of the whole suite run, I/N")

set(areas ${ASSAY_CASE_FILES})
list(TRANSFORM areas REPLACE "/.*" "/")
list(REMOVE_DUPLICATES areas)
set(without_litmus ${areas})
list(REMOVE_ITEM without_litmus litmus/)

# Every mutant of every case is killed; of litmus cases on a device that shows weak memory.
add_check(prove assay prove --quiet --shard ${ASSAY_CHECK_SHARD} --log ${ASSAY_WHOLE_LOGS}/prove.jsonl ${without_litmus})

# Each id that these verify is shown by a mutant that violates it alone.
add_check(prove-strict assay prove --quiet --strict quad/vote geometric/cross)
# What came with a language version is there with it, and on softmetal refused with the one before.
add_check(versions assay run --quiet --versions --shard ${ASSAY_CHECK_SHARD} --log ${ASSAY_WHOLE_LOGS}/versions.jsonl ${without_litmus})

# Operators and functions give the same however their operands come.
set(operand_areas operators/ integer/ common/ relational/ conversion/ geometric/ math/)
foreach(kind literal constant uniform helper)
  add_check(operands-${kind} assay run --quiet --operands ${kind} --shard ${ASSAY_CHECK_SHARD}
            --log ${ASSAY_WHOLE_LOGS}/operands-${kind}.jsonl ${operand_areas})
endforeach()

if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_check(prove-weak assay prove --quiet --weak 1 --shard ${ASSAY_CHECK_SHARD} --log ${ASSAY_WHOLE_LOGS}/prove-weak.jsonl litmus/)
  # Who compares and exchanges copes with a failure that has no reason.
  add_check(weak assay run --quiet --weak 1 atomic/compare_exchange_loop atomic/compare_exchange_once atomic/float_device
            atomic/spurious_failure atomic/volatile_objects atomic/with_flags)
  # No case rests on undefined behaviour.
  add_check(checked assay run --quiet --checked --shard ${ASSAY_CHECK_SHARD} --log ${ASSAY_WHOLE_LOGS}/checked.jsonl ${areas})
  # Whoever takes a barrier away races, and checked mode says so.
  add_check(races assay prove --quiet --checked barrier/ simd/sum_of_each_group atomic/plain_between_barriers kernels/reduce_example
            kernels/gemm_av)
  # Every host computes the same: all results as they are recorded, whatever the CPU of this machine; and of some files, code for each
  # level that it has. `tools/hosts` alone does that for all.
  add_check(results ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/tools/hosts --logs ${ASSAY_LOGS})
  set_tests_properties(check/results PROPERTIES FIXTURES_REQUIRED "" FIXTURES_CLEANUP suite)
  add_check(levels ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/tools/hosts --build ${CMAKE_BINARY_DIR} --every 12)
  # Expectations that are sets are seen from both sides.
  add_check(profile-apple assay run --quiet --profile apple --shard ${ASSAY_CHECK_SHARD} --log ${ASSAY_WHOLE_LOGS}/profile-apple.jsonl)
  # Both engines compute what the cases want, whichever of them engine auto would choose. Making vector code of everything takes ten
  # minutes on two cores; fibers find nearly all their code made by the cases. tools/divergence runs as many random programs as wanted.
  set(ASSAY_ENGINE_SHARD 1/3 CACHE STRING "part of the cases that run under each engine, I/N")
  foreach(engine fiber vector)
    add_check(engine-${engine} assay run --quiet --engine ${engine} --shard ${ASSAY_ENGINE_SHARD}
              --log ${ASSAY_WHOLE_LOGS}/engine-${engine}.jsonl)
  endforeach()
  # Lanes and deltas that stand in the program: vector code has ways of its own for these.
  add_check(literal-lanes assay run --quiet --operands literal --engine vector simd/shuffle:T=int simd/shuffle_down:T=half
            simd/shuffle_up:T=ushort simd/shuffle_xor:T=uint simd/broadcast:T=float "simd/shuffle_rotate:*T=int" quad/shuffle:T=int
            "quad/shuffle_by:*T=int")
  # Commands may go by Metal 4's path as well.
  add_check(host-metal4 assay run --quiet --host metal4 --shard ${ASSAY_CHECK_SHARD} --log ${ASSAY_WHOLE_LOGS}/host-metal4.jsonl)
  # Awkward hardware: the ledger adds up, what is missing skips with its reason.
  foreach(personality paravirtual small wide noisy)
    add_check(personality-${personality} assay run --quiet --personality ${personality} --shard ${ASSAY_CHECK_SHARD}
              --log ${ASSAY_WHOLE_LOGS}/personality-${personality}.jsonl)
  endforeach()
  # Each planted mistake turns exactly the cases red that its row names.
  add_check(planted ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/tools/planted --build ${CMAKE_BINARY_DIR})
  set_tests_properties(check/planted PROPERTIES DEPENDS check/prove)
  # Each of these uses both cores by itself.
  set_tests_properties(check/prove check/checked check/levels check/profile-apple check/engine-fiber check/engine-vector check/host-metal4 check/personality-paravirtual check/personality-small
                       check/personality-wide check/personality-noisy check/planted PROPERTIES PROCESSORS 2)
endif()

add_check(tap ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/tools/tests/check_tap $<TARGET_FILE:assay> language/ simd/)

# A Release build, whose warnings and whose arithmetic are another optimizer's, passes too.
set(release_tests "^(harness/(case/case_file|check/compare|check/compare_ulp)_test|reference/(accuracy/accuracy|core/real)_test|softmetal\\.(engine|simd)_test|simd/sum|math/fma)$")
add_check(release ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/release
          --build-generator ${CMAKE_GENERATOR} --build-options -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
          -DCMAKE_COMPILE_WARNING_AS_ERROR=$<BOOL:${CMAKE_COMPILE_WARNING_AS_ERROR}>
          --test-command ${CMAKE_CTEST_COMMAND} --no-tests=error --output-on-failure --fixture-exclude-any . -R ${release_tests})
set_tests_properties(check/release PROPERTIES PROCESSORS 2 ENVIRONMENT CMAKE_BUILD_PARALLEL_LEVEL=2)

if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_check(sanitize ${CMAKE_SOURCE_DIR}/tools/sanitize address,undefined)
  set_tests_properties(check/sanitize PROPERTIES PROCESSORS 2)
endif()

find_program(SHELLCHECK shellcheck)
if(SHELLCHECK)
  file(GLOB scripts tools/* .ci/run tools/softmetal/metal-cc tools/softmetal/xcrun tools/softmetal/*/run tools/softmetal/*/test tools/softmetal/engine/vector_portable
       tools/homebrew/install tools/packaging/assay-report)
  set(shell_scripts "")
  foreach(script ${scripts})
    if(NOT IS_DIRECTORY ${script})
      file(STRINGS ${script} first LIMIT_COUNT 1)
      if(first MATCHES "^#!.*sh$")
        list(APPEND shell_scripts ${script})
      endif()
    endif()
  endforeach()
  add_check(shellcheck ${SHELLCHECK} ${shell_scripts})
endif()

find_program(CLANG_FORMAT clang-format)
if(CLANG_FORMAT)
  add_check(format ${CMAKE_SOURCE_DIR}/tools/format --check)
endif()

# Who may know whom: the table of .github/CONTRIBUTING.md.
add_test(NAME layers COMMAND ${ASSAY_PYTHON} ${CMAKE_SOURCE_DIR}/tools/layers --build ${CMAKE_BINARY_DIR})
set_tests_properties(layers PROPERTIES LABELS lint)
