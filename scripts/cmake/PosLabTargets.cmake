# Helpers of the build: targets with the project's warnings, embedded files, the list of views.

function(poslab_target target)
  # Two warnings are false positives in g++ 12 within std::string and std::variant. In a unity build, a name
  # of one file may shadow another file's, and the types of the sources are not those of the main file; builds
  # without units (presets dev, tidy) use all of -Wshadow.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized>"
    "$<IF:$<AND:$<BOOL:${POSLAB_UNITY}>,$<CXX_COMPILER_ID:GNU>>,-Wshadow=local;-Wno-subobject-linkage,-Wshadow>")
  if(EMSCRIPTEN)  # sizes have 32 bits there; the files that could be larger are not opened
    target_compile_options(${target} PRIVATE -Wno-shorten-64-to-32 -Wno-shadow)
  endif()
  # Collecting its garbage only from 512 MB on saves the compiler a tenth of its time.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>")
  if(POSLAB_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(POSLAB_SANITIZE OR POSLAB_FUZZ)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)  # checks indices and optionals
  endif()
  if(POSLAB_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${POSLAB_SANITIZE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${POSLAB_SANITIZE})
  endif()
  # Only code that reads bytes is fuzzed. Code that only computes is covered by the preset sanitize and would
  # take most of the fuzzing time.
  if(POSLAB_FUZZ AND target MATCHES "^poslab_(blas|geometry|hippo|engine|attention|decoder|training|conformance|memory|views?|gpu|bench|handout)$")
    target_compile_definitions(${target} PRIVATE HWY_COMPILE_ONLY_STATIC)
  elseif(POSLAB_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()

# Compiles several sources as one unit, which takes a third of the time of a full build. Excludes sources that
# Highway compiles several times. BATCH: the most sources in a unit.
function(poslab_unite target batch)
  if(NOT POSLAB_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(source MATCHES "\\.cpp$" AND EXISTS ${source})
      file(STRINGS ${source} kernels REGEX "hwy/foreach_target" LIMIT_COUNT 1)
      if(kernels)
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endif()
  endforeach()
endfunction()

# For targets without heavy computation, where optimisation costs more compile time than it gains.
function(poslab_light target)
  if(NOT EMSCRIPTEN)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1;-finline-small-functions>")
  endif()
endfunction()

function(poslab_library target)
  add_library(${target} STATIC ${ARGN})
  if(NOT EMSCRIPTEN)  # for the Python module
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  poslab_target(${target})
  poslab_unite(${target} 20)
endfunction()

# poslab_folder(FOLDER [TARGET NAME] [EXCEPT REGEX] [LIGHT] [USES NAME...] [LIBRARIES LIBRARY...] [PRIVATE
# LIBRARY...]): a folder of sources as the target poslab_LAST-PART (or NAME), linked to the targets
# poslab_NAME of the folders that it uses.
function(poslab_folder folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LIGHT" "TARGET;EXCEPT" "USES;LIBRARIES;PRIVATE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  if(arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "${arg_EXCEPT}")
  endif()
  if(POSLAB_NOT_IN_PAGES)
    list(FILTER sources EXCLUDE REGEX "${POSLAB_NOT_IN_PAGES}")
  endif()
  get_filename_component(name ${folder} NAME)
  set(target poslab_${name})
  if(arg_TARGET)
    set(target ${arg_TARGET})
  endif()
  poslab_library(${target} ${sources})
  if(arg_LIGHT)
    poslab_light(${target})
  endif()
  if(folder MATCHES "^core/")
    set_property(GLOBAL APPEND PROPERTY POSLAB_CORE_TARGETS ${target})
  endif()
  list(JOIN arg_USES " " line)
  set_property(GLOBAL APPEND PROPERTY POSLAB_FOLDERS "${folder}: ${line}")
  list(TRANSFORM arg_USES PREPEND poslab_ OUTPUT_VARIABLE used)
  target_link_libraries(${target} PUBLIC ${used} ${arg_LIBRARIES} PRIVATE ${arg_PRIVATE})
endfunction()

# Writes the arguments of poslab_folder, one line "FOLDER: NAME..." each, for tests/house.
function(poslab_write_folders file)
  get_property(lines GLOBAL PROPERTY POSLAB_FOLDERS)
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}\n" @ONLY)
endfunction()

# poslab_embed(TARGET NAME FILE [NAME FILE]...): each file as `const std::string_view NAME` in namespace
# poslab.
# Lines `#include "common/X"` in shaders are resolved, with a marker of the source file.
function(poslab_embed target)
  set(sources)
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs name file)
    set(output ${CMAKE_BINARY_DIR}/embedded/${name}.cpp)
    get_filename_component(input ${file} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    file(GLOB common ${CMAKE_SOURCE_DIR}/shaders/common/*)
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DINPUT=${input} -DOUTPUT=${output}
              -DSHADERS=${CMAKE_SOURCE_DIR}/shaders -P ${CMAKE_SOURCE_DIR}/scripts/cmake/embed.cmake
      DEPENDS ${input} ${common} ${CMAKE_SOURCE_DIR}/scripts/cmake/embed.cmake
      VERBATIM)
    list(APPEND sources ${output})
  endwhile()
  poslab_library(${target} ${sources})
endfunction()

# poslab_embed_joined(TARGET NAME FILE...): the files one after another as `const std::string_view NAME`.
function(poslab_embed_joined target name)
  set(joined ${CMAKE_BINARY_DIR}/embedded/${name}.txt)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE inputs)
  add_custom_command(OUTPUT ${joined} COMMAND ${CMAKE_COMMAND} -E cat ${inputs} > ${joined} DEPENDS ${inputs} VERBATIM)
  poslab_embed(${target} ${name} ${joined})
endfunction()

# poslab_embed_bytes(TARGET NAME FILE [NAME FILE]...): each file, of any bytes, as `std::string_view NAME()`
# in namespace poslab.
function(poslab_embed_bytes target)
  set(sources)
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs name file)
    set(output ${CMAKE_BINARY_DIR}/embedded/${name}.cpp)
    get_filename_component(input ${file} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DINPUT=${input} -DOUTPUT=${output}
              -P ${CMAKE_SOURCE_DIR}/scripts/cmake/embed_bytes.cmake
      DEPENDS ${input} ${CMAKE_SOURCE_DIR}/scripts/cmake/embed_bytes.cmake
      VERBATIM)
    set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS ${input})
    list(APPEND sources ${output})
  endwhile()
  poslab_library(${target} ${sources})
endfunction()

# poslab_embed_kernels(TARGET FILE...): compute shaders as embedded_kernel(NAME), see
# gpu/opengl/embedded_kernels.hpp.
function(poslab_embed_kernels target)
  set(pairs)
  set(declarations)
  set(entries)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    list(APPEND pairs embedded_${name}_kernel ${file})
    string(APPEND declarations "extern const std::string_view embedded_${name}_kernel;\n")
    string(APPEND entries "    if (name == \"${name}\") return embedded_${name}_kernel;\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}.cpp @ONLY CONTENT
"// Made from the list of compute shaders by poslab_embed_kernels.
#include <string_view>

namespace poslab {

${declarations}
[[nodiscard]] std::string_view embedded_kernel([[maybe_unused]] std::string_view name);
std::string_view embedded_kernel([[maybe_unused]] std::string_view name) {
${entries}    return {};
}

}  // namespace poslab
")
  poslab_embed(${target} ${pairs})
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}.cpp)
endfunction()

# poslab_add_languages(TARGET FILE...): the catalogues, each LANGUAGE.po, and catalogue_texts(), which lists
# them. A second file of a language adds to the first.
function(poslab_add_languages target)
  set(pairs)
  set(declarations)
  set(entries)
  foreach(file ${ARGN})
    get_filename_component(language ${file} NAME_WE)
    string(REPLACE "${CMAKE_BINARY_DIR}/" "" name ${file})
    string(MAKE_C_IDENTIFIER "${target}_${name}" name)
    list(APPEND pairs ${name} ${file})
    string(APPEND declarations "extern const std::string_view ${name};\n")
    string(APPEND entries "{\"${language}\", ${name}}, ")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp @ONLY CONTENT
"// Made from the list of catalogues by poslab_add_languages.
#include \"core/base/catalogue.hpp\"

#include <vector>

namespace poslab {

${declarations}
std::span<const CatalogueText> catalogue_texts() {
    static const std::vector<CatalogueText> texts{${entries}};
    return texts;
}

}  // namespace poslab
")
  poslab_embed(${target} ${pairs})
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
endfunction()

# poslab_add_lessons(TARGET FUNCTION FOLDER NAME...): the lessons NAME in subfolders of FOLDER as FUNCTION():
# each lesson.txt and its catalogues.
function(poslab_add_lessons target function folder)
  get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  set(pairs)
  set(declarations)
  set(entries)
  foreach(lesson ${ARGN})
    file(GLOB catalogues CONFIGURE_DEPENDS ${folder}/${lesson}/*.po)
    foreach(file ${folder}/${lesson}/lesson.txt ${catalogues})
      get_filename_component(file_name ${file} NAME)
      string(MAKE_C_IDENTIFIER "${target}_${lesson}_${file_name}" name)
      list(APPEND pairs ${name} ${file})
      string(APPEND declarations "extern const std::string_view ${name};\n")
      string(APPEND entries "{\"${lesson}/${file_name}\", ${name}}, ")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp @ONLY CONTENT
"// Made by poslab_add_lessons.
#include \"core/lessons/lessons.hpp\"

#include <vector>

namespace poslab {

${declarations}
std::span<const LessonFile> ${function}() {
    static const std::vector<LessonFile> files{${entries}};
    return files;
}

}  // namespace poslab
")
  poslab_embed(${target} ${pairs})
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE poslab_base)
endfunction()

# poslab_view_names(LIST VARIABLE): the names in a list of views.
function(poslab_view_names list_file variable)
  get_filename_component(list_path ${list_file} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list_path})
  file(STRINGS ${list_path} names REGEX "^[a-z]")
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# poslab_add_views(TARGET LIST [LIST]...): a library with all views named in the lists and the registry
# all_views(). A line NAME means NAME.cpp or the folder NAME/ in the folder of the list.
function(poslab_add_views target)
  set(declarations)
  set(entries)
  set(cases)
  set(sources)
  foreach(list_file ${ARGN})
    get_filename_component(list_path ${list_file} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(folder ${list_path} DIRECTORY)
    poslab_view_names(${list_path} names)
    foreach(name ${names})
      if(IS_DIRECTORY ${folder}/${name})
        file(GLOB view_sources CONFIGURE_DEPENDS ${folder}/${name}/*.cpp)
      else()
        set(view_sources ${folder}/${name}.cpp)
      endif()
      list(APPEND sources ${view_sources})
      string(APPEND declarations "const View& ${name}_view();\n")
      string(APPEND entries "&${name}_view(), ")
      string(REPLACE "_" "-" id ${name})
      string(APPEND cases "    if (id == \"${id}\") return &${name}_view();\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}_registry.cpp @ONLY CONTENT
"// Made from the list of views by poslab_add_views.
#include \"core/views/registry.hpp\"

#include \"core/views/view.hpp\"

#include <vector>

namespace poslab {

${declarations}
std::span<const View* const> all_views() {
    static const std::vector<const View*> views{${entries}};
    return views;
}

const View* only_view(std::string_view id);
const View* only_view(std::string_view id) {
${cases}    return nullptr;
}

}  // namespace poslab
")
  poslab_library(${target} ${CMAKE_CURRENT_BINARY_DIR}/${target}_registry.cpp ${CMAKE_SOURCE_DIR}/core/views/registry.cpp ${sources})
  target_link_libraries(${target} PUBLIC poslab_view)
  poslab_light(${target})
endfunction()

# poslab_add_kind(TARGET KIND SUFFIX HEADER LIST [LIST]...): defines KIND::all(), the objects named in the
# lists, in order. A line NAME means NAME.cpp in the folder of the list, which defines NAME_SUFFIX(). The
# objects of the first list are already in a library; the files of further lists become sources of TARGET, for
# example in tests, whose KIND::all() takes precedence over the library's.
function(poslab_add_kind target kind suffix header)
  set(declarations)
  set(entries)
  set(further FALSE)
  foreach(list_file ${ARGN})
    get_filename_component(list_path ${list_file} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(folder ${list_path} DIRECTORY)
    poslab_view_names(${list_path} names)
    foreach(name ${names})
      if(further)
        target_sources(${target} PRIVATE ${folder}/${name}.cpp)
      endif()
      string(APPEND declarations "const ${kind}& ${name}_${suffix}();\n")
      string(APPEND entries "&${name}_${suffix}(), ")
    endforeach()
    set(further TRUE)
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_${suffix}_list.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Made from the lists of ${kind} by poslab_add_kind.
#include \"${header}\"

#include <vector>

namespace poslab {

${declarations}
std::span<const ${kind}* const> ${kind}::all() {
    static const std::vector<const ${kind}*> list{${entries}};
    return list;
}

}  // namespace poslab
")
  # Not part of a unit, so that a program with another list does not link this one from the library.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
