# nvcc makes a fat binary of each gpu/cuda/kernels/NAME.cu, which is embedded in the program. Drivers of an
# older major version of CUDA than nvcc's reject it; for those the program contains PTX, which they compile at
# load time.

# poslab_find_cuda(VARIABLE): true if nvcc and cuda.h of CUDA 12 or later (C++20) were found.
function(poslab_find_cuda found)
  find_program(POSLAB_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
  get_filename_component(toolkit "${POSLAB_NVCC}" REALPATH)
  get_filename_component(toolkit "${toolkit}" DIRECTORY)
  find_path(POSLAB_CUDA_INCLUDE cuda.h HINTS ${toolkit}/../include)
  set(version 0)
  if(POSLAB_NVCC)
    execute_process(COMMAND ${POSLAB_NVCC} --version OUTPUT_VARIABLE text ERROR_QUIET)
    if(text MATCHES "release ([0-9]+\\.[0-9]+)")
      set(version ${CMAKE_MATCH_1})
    endif()
  endif()
  if(POSLAB_CUDA_INCLUDE AND version VERSION_GREATER_EQUAL 12.0)
    set(${found} TRUE PARENT_SCOPE)
    set(POSLAB_NVCC_VERSION ${version} PARENT_SCOPE)
  else()
    message(STATUS "PosLab: without CUDA (nvcc and cuda.h of CUDA 12 or later were not found)")
    set(${found} FALSE PARENT_SCOPE)
  endif()
endfunction()

# poslab_incbin(TEXT NAME FILE AFTER): appends to TEXT the C++ that defines poslab_image_NAME as FILE followed
# by the assembler text AFTER.
function(poslab_incbin text name file after)
  string(APPEND ${text} "asm(\".section .rodata\\n.balign 64\\nposlab_image_${name}: .incbin \\\"${file}\\\"\\n${after}poslab_image_${name}_end:\\n.previous\\n\");\n"
         "extern \"C\" const std::byte poslab_image_${name}[], poslab_image_${name}_end[];\n")
  set(${text} "${${text}}" PARENT_SCOPE)
endfunction()

# poslab_cuda_kernels(SOURCES): sources with the images of all kernels, as declared in
# gpu/cuda/kernel_images.hpp.
function(poslab_cuda_kernels sources)
  file(GLOB kernels CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/gpu/cuda/kernels/*.cu)
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/gpu/cuda/kernels/*.cuh ${CMAKE_SOURCE_DIR}/shaders/common/*.h)
  set(folder ${CMAKE_BINARY_DIR}/cuda)
  file(MAKE_DIRECTORY ${folder})
  # Devices of compute capability 8.x and 9.x have their own code; the driver compiles PTX for later ones.
  set(fat -fatbin -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90])
  set(flags -std=c++20 -O3 -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/shaders -Xcompiler=-Wall,-Wextra,-Wshadow)
  if(POSLAB_WARNINGS_AS_ERRORS)
    list(APPEND flags -Werror all-warnings)
  endif()
  set(older_ptx ${CMAKE_SOURCE_DIR}/scripts/cmake/older_ptx.cmake)
  string(REGEX REPLACE "\\..*" "000" POSLAB_FAT_DRIVER ${POSLAB_NVCC_VERSION})
  set(made)
  set(POSLAB_IMAGES)
  set(POSLAB_ENTRIES)
  foreach(file ${kernels})
    get_filename_component(name ${file} NAME_WE)
    set(image ${folder}/${name}.fatbin)
    set(fused)
    # The kernel's first line says if each operation must be rounded once, as in the formulas.
    file(STRINGS ${file} unfused REGEX "^// Compiled without fused products" LIMIT_COUNT 1)
    if(unfused)
      set(fused -fmad=false)
    endif()
    add_custom_command(OUTPUT ${image} COMMAND ${POSLAB_NVCC} ${fat} ${flags} ${fused} -o ${image} ${file}
                       DEPENDS ${file} ${headers} VERBATIM)
    list(APPEND made ${image})
    poslab_incbin(POSLAB_IMAGES ${name} ${image} "")
    set(ptx_place "{}")
    if(POSLAB_NVCC_VERSION VERSION_GREATER_EQUAL 13.0)
      set(ptx ${folder}/${name}.ptx)
      add_custom_command(OUTPUT ${ptx}
        COMMAND ${POSLAB_NVCC} -ptx -arch=compute_80 ${flags} ${fused} -o ${ptx}.newest ${file}
        COMMAND ${CMAKE_COMMAND} -DNVCC=${POSLAB_NVCC} -DINPUT=${ptx}.newest -DOUTPUT=${ptx} -P ${older_ptx}
        DEPENDS ${file} ${headers} ${older_ptx} VERBATIM)
      list(APPEND made ${ptx})
      poslab_incbin(POSLAB_IMAGES ${name}_ptx ${ptx} ".byte 0\\n")  # the driver reads it as a C string
      set(ptx_place "{poslab_image_${name}_ptx, poslab_image_${name}_ptx_end}")
    endif()
    string(APPEND POSLAB_ENTRIES
           "    if (name == \"${name}\") return takes_fat_binary ? Image{poslab_image_${name}, poslab_image_${name}_end} : Image${ptx_place};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/kernel_images.cpp @ONLY CONTENT
"// Made by poslab_cuda_kernels.
#include \"gpu/cuda/kernel_images.hpp\"

@POSLAB_IMAGES@
namespace poslab::gpu {

std::span<const std::byte> kernel_image(Kernel kernel, int driver_version) {
    using Image = std::span<const std::byte>;
    const bool takes_fat_binary = driver_version >= @POSLAB_FAT_DRIVER@;
    const std::string_view name = kernel_name(kernel);
@POSLAB_ENTRIES@    return {};
}

}  // namespace poslab::gpu
")
  set_source_files_properties(${folder}/kernel_images.cpp PROPERTIES OBJECT_DEPENDS "${made}")
  set(${sources} ${folder}/kernel_images.cpp PARENT_SCOPE)
endfunction()
