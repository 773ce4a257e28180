# The engine of pages: core, app/page and app/wasm as a WebAssembly module, and the script that loads it.
poslab_folder(app/page USES base controls documents engine figure lessons params view)
# Everything that computes is optimised for speed; so are the views, but for what draws and describes their results.
# emscripten turns off inlining wherever it sees -Os.
set(for_speed -O2 -finline-functions)
# clang 14 vectorises a function of it wrongly (recovered_position.cpp: positions are infinite).
target_compile_options(poslab_geometry PRIVATE -mno-simd128)
foreach(folder attention blas decoder encoding engine geometry hippo memory)
  target_compile_options(poslab_${folder} PRIVATE ${for_speed})
endforeach()
file(GLOB_RECURSE computing core/views/*.cpp)
list(FILTER computing EXCLUDE REGEX "/(figure|readout|headline|claims|errata|panels|head_panels|arrays|view|guides|marks|colors|published|reported|source|registry|window_border)[a-z0-9_]*\\.cpp|(parameters|words)\\.cpp")
set_source_files_properties(${computing} PROPERTIES COMPILE_OPTIONS "${for_speed}")
file(GLOB exports CONFIGURE_DEPENDS app/wasm/*.cpp)
add_executable(page_engine ${exports})
poslab_target(page_engine)
target_compile_options(page_engine PRIVATE ${for_speed})  # matrix products
target_link_libraries(page_engine PRIVATE poslab_page poslab_views Eigen3::Eigen)
set(stack_size STACK_SIZE)
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)  # its earlier name
  set(stack_size TOTAL_STACK)
endif()
target_link_options(page_engine PRIVATE -O2 -sMODULARIZE=1 -sEXPORT_NAME=PosLabEngine -sENVIRONMENT=worker,node
  -sALLOW_MEMORY_GROWTH=1 -sFILESYSTEM=0 -s${stack_size}=1048576 -sINCOMING_MODULE_JS_API=wasmBinary,measureText,print,printErr
  -sEXPORTED_RUNTIME_METHODS=HEAPU8)
add_custom_command(TARGET page_engine POST_BUILD
  COMMAND sh -c "zopfli --i15 -c page_engine.wasm > page_engine.wasm.gz" WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
