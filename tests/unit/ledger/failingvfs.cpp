#include "failingvfs.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <sqlite3.h>

namespace obstat::tests {

namespace {

std::atomic<bool> g_fail = false;
std::atomic<int> g_tried = 0;

/// The real file's methods with its sync replaced; one table for each table of the real file system.
struct Methods
{
    const sqlite3_io_methods *real = nullptr;
    sqlite3_io_methods ours = {};
};
std::array<Methods, 8> g_methods;

int syncOrFail(sqlite3_file *file, int flags)
{
    if (g_fail) {
        ++g_tried;
        return SQLITE_IOERR_FSYNC;
    }
    for (const Methods &methods : g_methods) {
        if (&methods.ours == file->pMethods) {
            return methods.real->xSync(file, flags);
        }
    }
    std::abort();
}

sqlite3_vfs *realVfs()
{
    static sqlite3_vfs *const vfs = sqlite3_vfs_find("unix");
    return vfs;
}

int openFile(sqlite3_vfs *, sqlite3_filename name, sqlite3_file *file, int flags, int *outFlags)
{
    const int result = realVfs()->xOpen(realVfs(), name, file, flags, outFlags);
    if (result != SQLITE_OK || file->pMethods == nullptr) {
        return result;
    }
    for (Methods &methods : g_methods) {
        if (methods.real == nullptr) {
            methods.real = file->pMethods;
            methods.ours = *file->pMethods;
            methods.ours.xSync = syncOrFail;
        }
        if (methods.real == file->pMethods) {
            file->pMethods = &methods.ours;
            return result;
        }
    }
    std::abort();
}

} // namespace

void installFailingVfs()
{
    static sqlite3_vfs vfs = *realVfs();
    vfs.zName = "failing";
    vfs.xOpen = openFile;
    sqlite3_vfs_register(&vfs, 1);
}

void failSyncs(bool on)
{
    g_tried = 0;
    g_fail = on;
}

int syncsTried()
{
    return g_tried;
}

} // namespace obstat::tests
