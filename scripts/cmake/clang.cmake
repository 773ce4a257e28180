# Toolchain of the presets fuzz and tidy: clang 14, with which the code is checked, otherwise another version.
find_program(POSLAB_CLANG NAMES clang++-14 clang++ clang++-19 clang++-18 REQUIRED DOC "The clang of this build")
set(CMAKE_CXX_COMPILER ${POSLAB_CLANG})
