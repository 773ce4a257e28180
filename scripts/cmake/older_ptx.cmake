# cmake -DNVCC= -DINPUT= -DOUTPUT= -P older_ptx.cmake: PTX of a newer nvcc as text for drivers of CUDA 12.0 on. The compiler only states
# its own version of the instruction set; that nothing in the text needs it is seen by assembling it, as those drivers do.
file(READ ${INPUT} text)
string(REGEX REPLACE "\n\\.version [0-9.]+\n" "\n.version 8.0\n" older "${text}")
if(older STREQUAL text)
  message(FATAL_ERROR "${INPUT} states no version of the instruction set")
endif()
file(WRITE ${OUTPUT}.checked.ptx "${older}")
foreach(target sm_80 sm_90)
  execute_process(COMMAND ${NVCC} -cubin -arch=${target} -o ${OUTPUT}.${target}.cubin ${OUTPUT}.checked.ptx
                  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${INPUT} needs more than a driver of CUDA 12.0 has:\n${said}")
  endif()
endforeach()
file(RENAME ${OUTPUT}.checked.ptx ${OUTPUT})
