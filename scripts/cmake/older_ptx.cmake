# cmake -DNVCC= -DINPUT= -DOUTPUT= -P older_ptx.cmake: converts PTX of a newer nvcc to text for drivers of
# CUDA 12.0 and later. The compiler states only its own version of the instruction set; assembling the text,
# as those drivers do, proves that nothing needs it.
file(READ ${INPUT} text)
string(REGEX REPLACE "\n\\.version [0-9.]+\n" "\n.version 8.0\n" older "${text}")
if(older STREQUAL text)
  message(FATAL_ERROR "${INPUT} has no instruction set version")
endif()
file(WRITE ${OUTPUT}.checked.ptx "${older}")
foreach(target sm_80 sm_90)
  execute_process(COMMAND ${NVCC} -cubin -arch=${target} -o ${OUTPUT}.${target}.cubin ${OUTPUT}.checked.ptx
                  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${INPUT} requires features beyond CUDA 12.0:\n${said}")
  endif()
endforeach()
file(RENAME ${OUTPUT}.checked.ptx ${OUTPUT})
