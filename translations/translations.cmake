# The texts of the console in other languages, compiled into the program as ":/i18n/obstat_CODE.qm".
# `cmake --build . --target obstat_lupdate obstat_plurals` brings the .ts files up to date with the sources;
# tests/lint/translations.py fails while a text is missing or unfinished. obstat_en.ts holds only English plurals.
file(GLOB_RECURSE translated_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/console/*.cpp
                                                       ${CMAKE_SOURCE_DIR}/src/console/*.h ${CMAKE_SOURCE_DIR}/ui/*.ui)
file(GLOB translated_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/translations/obstat_*.ts)
set(plurals_file ${CMAKE_SOURCE_DIR}/translations/obstat_en.ts)
set(full_files ${translated_files})
list(REMOVE_ITEM full_files ${plurals_file})

qt_add_lupdate(obstat TS_FILES ${full_files} SOURCES ${translated_sources} INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/src
  OPTIONS -locations none -no-obsolete -source-language en_US)
add_custom_target(obstat_plurals COMMAND Qt6::lupdate -silent -I ${CMAKE_SOURCE_DIR}/src -locations none -no-obsolete
  -pluralonly -source-language en_US ${translated_sources} -ts ${plurals_file} VERBATIM)
qt_add_lrelease(obstat TS_FILES ${translated_files} QM_FILES_OUTPUT_VARIABLE translated_binaries)
qt_add_resources(obstat translations PREFIX /i18n BASE ${CMAKE_CURRENT_BINARY_DIR} FILES ${translated_binaries})
