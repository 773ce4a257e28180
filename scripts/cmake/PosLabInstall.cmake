# The installed files. The component `program` is the program with its desktop files, which the Debian package
# contains; the component `development` has headers, archives and the CMake package PosLab, whose target
# PosLab::core is all of core/.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # packages are made without building the tests

# The release date is that of the source, so that two builds of it are identical.
set(release_seconds "$ENV{SOURCE_DATE_EPOCH}")
if(NOT release_seconds)
  execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} log -1 --format=%ct OUTPUT_VARIABLE release_seconds ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT release_seconds)
  set(release_seconds 0)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${release_seconds})
string(TIMESTAMP release_date "%Y-%m-%d" UTC)
string(TIMESTAMP release_time "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(made ${CMAKE_BINARY_DIR}/install)
configure_file(assets/desktop/poslab.metainfo.xml.in ${made}/org.poslab.PosLab.metainfo.xml @ONLY)
file(READ LICENSE license)
string(REGEX REPLACE "^.*(Permission is hereby)" "\\1" license "${license}")
string(REGEX REPLACE "\n+$" "" license "${license}")
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n" "\n " license " ${license}")
configure_file(assets/desktop/copyright.in ${made}/copyright @ONLY)
set(maintainer "PosLab developers <poslab@users.noreply.github.com>")
file(CONFIGURE OUTPUT ${made}/changelog.Debian @ONLY CONTENT
"poslab (@PROJECT_VERSION@-1) unstable; urgency=medium

  * The changes are in changelog.gz.

 -- @maintainer@  @release_time@
")
add_custom_command(OUTPUT ${made}/poslab.1.gz ${made}/poslab.bash ${made}/_poslab ${made}/poslab.fish
  COMMAND sh -c "'$<TARGET_FILE:poslab>' manual | gzip -9n > poslab.1.gz"
  COMMAND poslab completion bash > poslab.bash
  COMMAND poslab completion zsh > _poslab
  COMMAND poslab completion fish > poslab.fish
  DEPENDS poslab WORKING_DIRECTORY ${made} VERBATIM)
add_custom_command(OUTPUT ${made}/changelog.gz ${made}/changelog.Debian.gz
  COMMAND sh -c "gzip -9n < '${CMAKE_SOURCE_DIR}/CHANGELOG.md' > changelog.gz"
  COMMAND sh -c "gzip -9n < changelog.Debian > changelog.Debian.gz"
  DEPENDS CHANGELOG.md ${made}/changelog.Debian WORKING_DIRECTORY ${made} VERBATIM)
add_custom_target(poslab_install_files ALL
  DEPENDS ${made}/poslab.1.gz ${made}/poslab.bash ${made}/_poslab ${made}/poslab.fish ${made}/changelog.gz ${made}/changelog.Debian.gz)

install(TARGETS poslab COMPONENT program)
function(poslab_install folder)
  install(FILES ${ARGN} DESTINATION ${folder} COMPONENT program)
endfunction()
poslab_install(${CMAKE_INSTALL_DATADIR}/applications assets/desktop/poslab.desktop)
poslab_install(${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps assets/desktop/poslab.svg)
poslab_install(${CMAKE_INSTALL_DATADIR}/mime/packages assets/desktop/poslab.xml)
poslab_install(${CMAKE_INSTALL_DATADIR}/metainfo ${made}/org.poslab.PosLab.metainfo.xml)
poslab_install(${CMAKE_INSTALL_MANDIR}/man1 ${made}/poslab.1.gz)
poslab_install(${CMAKE_INSTALL_DATADIR}/doc/poslab ${made}/copyright ${made}/changelog.gz ${made}/changelog.Debian.gz)
poslab_install(${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions ${made}/_poslab)
poslab_install(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${made}/poslab.fish)
install(FILES ${made}/poslab.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME poslab COMPONENT program)

# The engine of live pages, if scripts/page-engine built it; `poslab page` says so where it is missing.
set(page_engine ${CMAKE_SOURCE_DIR}/build/page-engine)
install(FILES ${page_engine}/page_engine.js ${page_engine}/page_engine.wasm.gz ${page_engine}/page_fonts.css
        DESTINATION ${CMAKE_INSTALL_DATADIR}/poslab/page-engine COMPONENT program OPTIONAL)

# PosLab::core. The views are linked as a whole archive, because the rest of core refers to their list.
add_library(poslab_core INTERFACE)
set_target_properties(poslab_core PROPERTIES EXPORT_NAME core)
get_property(core_folders GLOBAL PROPERTY POSLAB_CORE_TARGETS)
target_link_libraries(poslab_core INTERFACE "$<INSTALL_INTERFACE:$<LINK_LIBRARY:WHOLE_ARCHIVE,PosLab::poslab_views>>" ${core_folders})
install(TARGETS poslab_core poslab_views ${core_folders} poslab_assets poslab_languages poslab_built_in_models poslab_lesson_files
                poslab_explanation_files
        EXPORT PosLab ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/poslab COMPONENT development)
add_custom_target(poslab_core_archives DEPENDS poslab_views ${core_folders} poslab_built_in_models poslab_lesson_files poslab_explanation_files)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/PosLab)
install(EXPORT PosLab FILE PosLabTargets.cmake NAMESPACE PosLab:: DESTINATION ${package_folder} COMPONENT development)
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/poslab COMPONENT development FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY shaders/common DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/poslab COMPONENT development FILES_MATCHING PATTERN "*.h")
configure_package_config_file(scripts/cmake/PosLabConfig.cmake.in ${made}/PosLabConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${made}/PosLabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made}/PosLabConfig.cmake ${made}/PosLabConfigVersion.cmake DESTINATION ${package_folder} COMPONENT development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${maintainer})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME poslab)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded or searched at run time, so that no dynamic section of the program names them.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libopenblas0-pthread, libsndfile1, libegl1, libgl1, fonts-inter, fonts-jetbrains-mono, fonts-stix, fonts-noto-cjk")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ffmpeg, libgl1-mesa-dri")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "zenity, libcuda1")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "microscope for position encodings")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Shows the relative position of every query and key under RoPE,
interpolation, ReRoPE, Self-Extend and related schemes at any length, the
effect of a scaling on every rotary pair of a model, and the resulting
attention and HiPPO states: in a window, and on a command line as pictures
and numbers.
.
It checks implementations of such encodings and has lessons about them.")
include(CPack)
