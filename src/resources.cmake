# Files compiled into the libraries that read them (":/obstat/...").
set(resource_root ${CMAKE_SOURCE_DIR}/resources)
if(TARGET obstat_ledger)
  file(GLOB sql CONFIGURE_DEPENDS ${resource_root}/sql/sqlite/*.sql)
  file(GLOB samples CONFIGURE_DEPENDS ${resource_root}/samples/*)
  qt_add_resources(obstat_ledger ledger_files PREFIX /obstat BASE ${resource_root} FILES ${sql} ${samples})
endif()
