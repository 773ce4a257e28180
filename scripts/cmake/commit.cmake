# Writes OUTPUT, which states the commit of ROOT, if it has changed: from git, otherwise from the archive of a
# commit.
cmake_minimum_required(VERSION 3.25)
set(commit "")
set(date "")
if(EXISTS ${ROOT}/.git)
  execute_process(COMMAND git -C ${ROOT} log -1 --abbrev=9 --format=%h\ %cs OUTPUT_VARIABLE line ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
else()
  file(STRINGS ${ROOT}/scripts/cmake/archived_commit.txt line LIMIT_COUNT 1)
endif()
if(line MATCHES "^([0-9a-f]+) ([0-9-]+)$")
  string(SUBSTRING ${CMAKE_MATCH_1} 0 9 commit)
  set(date ${CMAKE_MATCH_2})
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"// Made by commit.cmake.
#include \"app/cli/program_options.hpp\"

namespace poslab {

Build this_build() { return {POSLAB_VERSION, \"${commit}\", \"${date}\"}; }

}  // namespace poslab
")
