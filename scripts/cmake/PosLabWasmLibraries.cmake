# The libraries of core for WebAssembly: the header-only ones come from the system's include folder, linked
# one by one into a folder of the build, because emscripten has a C library of its own.

set(wasm_headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${wasm_headers})
foreach(headers fmt nlohmann hwy qd eigen3/Eigen eigen3/unsupported)
  get_filename_component(name ${headers} NAME)
  if(NOT EXISTS /usr/include/${headers})
    message(FATAL_ERROR "PosLab's pages need /usr/include/${headers}: run scripts/page-engine, which installs it")
  endif()
  file(CREATE_LINK /usr/include/${headers} ${wasm_headers}/${name} SYMBOLIC)
endforeach()

# poslab_wasm_library(NAME [DEFINITION...])
function(poslab_wasm_library name)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE ${wasm_headers})
  if(ARGN)
    target_compile_definitions(${name} INTERFACE ${ARGN})
  endif()
endfunction()

poslab_wasm_library(fmt::fmt FMT_HEADER_ONLY)
poslab_wasm_library(nlohmann_json::nlohmann_json)
poslab_wasm_library(Eigen3::Eigen)
# Highway's own target for WebAssembly has no float64.
poslab_wasm_library(hwy::hwy HWY_COMPILE_ONLY_EMU128)
foreach(missing TBB::tbb ZLIB::ZLIB PkgConfig::PCRE2 PkgConfig::UTF8PROC)
  add_library(${missing} INTERFACE IMPORTED)
endforeach()
set(SENTENCEPIECE_LIBRARY "")
set(QD_LIBRARY "")

# A page is downloaded, so only what computes is optimised for speed (PosLabPageEngine.cmake).
set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG")
# Supplies the parts that emscripten's libc++ lacks, and a serial oneTBB.
add_compile_options(-fwasm-exceptions -msimd128 -isystem ${CMAKE_SOURCE_DIR}/app/wasm/include
  -include ${CMAKE_SOURCE_DIR}/app/wasm/include/missing_in_libcxx.hpp)
add_link_options(-fwasm-exceptions)

# The source package that scripts/page-engine downloads; it is not ours to warn about.
file(GLOB muparser_sources ${CMAKE_BINARY_DIR}/muparser/src/muParser*.cpp)
list(FILTER muparser_sources EXCLUDE REGEX "muParser(DLL|Int|Test)")
if(NOT muparser_sources)
  message(FATAL_ERROR "PosLab's pages need muParser's source in ${CMAKE_BINARY_DIR}/muparser: run scripts/page-engine, which downloads it")
endif()
add_library(muparser STATIC ${muparser_sources})
target_include_directories(muparser SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/muparser/include)
target_compile_definitions(muparser PUBLIC MUPARSER_STATIC)
target_compile_options(muparser PRIVATE -w)
add_library(PkgConfig::MUPARSER ALIAS muparser)

# Sources that need a library which WebAssembly lacks; app/wasm replaces them, most by a refusal: a page
# opens no files.
set(POSLAB_NOT_IN_PAGES "core/(base/system_memory|blas/open_blas|files/(audio_signal|inflated_bytes)|tokens/(pattern|normalizer|sentencepiece_tokenizer)|documents/npy)\\.cpp")
