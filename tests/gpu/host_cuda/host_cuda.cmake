# The CUDA kernels compiled as C++ for an emulated device, for tests only. host_cuda_device.hpp opens it as a
# Device.
find_package(Boost 1.74 REQUIRED CONFIG COMPONENTS context)
file(GLOB cuda_kernels CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/gpu/cuda/kernels/*.cu)
file(GLOB host_cuda_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
foreach(file ${cuda_kernels})
  get_filename_component(kernel ${file} NAME_WE)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/host_kernel.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/host_cuda/${kernel}.cpp @ONLY)
  list(APPEND host_cuda_sources ${CMAKE_CURRENT_BINARY_DIR}/host_cuda/${kernel}.cpp)
endforeach()
# An object library, because nothing refers to the kernels' files by name.
add_library(poslab_host_cuda OBJECT ${host_cuda_sources})
poslab_target(poslab_host_cuda)
target_compile_options(poslab_host_cuda PRIVATE -Wno-unknown-pragmas)  # unroll
target_include_directories(poslab_host_cuda PUBLIC ${CMAKE_SOURCE_DIR}/tests/gpu)
target_link_libraries(poslab_host_cuda PUBLIC poslab_gpu Boost::context TBB::tbb Eigen3::Eigen GTest::gtest)
