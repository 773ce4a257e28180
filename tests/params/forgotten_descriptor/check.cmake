# Passes if SOURCE compiles with all descriptors and fails without one, naming the rule.
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${ROOT} -DWITH_ALL ${SOURCE}
                RESULT_VARIABLE complete ERROR_VARIABLE output)
if(NOT complete EQUAL 0)
  message(FATAL_ERROR "the complete group does not compile:\n${output}")
endif()
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${ROOT} ${SOURCE}
                RESULT_VARIABLE forgotten ERROR_VARIABLE output)
if(forgotten EQUAL 0)
  message(FATAL_ERROR "a parameter without a descriptor compiles")
endif()
if(NOT output MATCHES "every member of a parameter group needs exactly one descriptor")
  message(FATAL_ERROR "the compiler does not report what is missing:\n${output}")
endif()
