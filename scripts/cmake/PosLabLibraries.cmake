# The libraries of the program, as Debian packages them.

find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(TBB REQUIRED)
find_package(hwy REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)  # an imported target, so that its headers are system headers
find_package(Freetype REQUIRED)
find_package(Fontconfig REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET epoxy)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
pkg_check_modules(OPENBLAS REQUIRED openblas)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(MUPARSER REQUIRED IMPORTED_TARGET muparser)
pkg_check_modules(SNDFILE REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
# its pkg-config file also names the training library
find_library(SENTENCEPIECE_LIBRARY sentencepiece REQUIRED)
find_library(QD_LIBRARY qd REQUIRED)  # its pkg-config file names a missing Fortran folder
find_package(glfw3 REQUIRED)
