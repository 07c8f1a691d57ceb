#include "ledger/fileinuse.h"

#include <QFile>

#include <map>
#include <mutex>

#include <sys/stat.h>

namespace obstat::ledger {

namespace {

using FileId = std::pair<quint64, quint64>; // device and inode, as SQLite and the kernel know it

struct Registry
{
    std::mutex mutex;
    std::map<FileId, int> users;
};

Registry &registry()
{
    static Registry one;
    return one;
}

FileId idOf(const QString &file)
{
    struct stat facts = {};
    if (::stat(QFile::encodeName(file).constData(), &facts) != 0) {
        return {};
    }
    return {facts.st_dev, facts.st_ino};
}

} // namespace

FileInUse::FileInUse(const QString &file) : m_file(idOf(file))
{
    const std::lock_guard lock(registry().mutex);
    ++registry().users[m_file];
}

FileInUse::~FileInUse()
{
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().users.find(m_file);
    if (--found->second == 0) {
        registry().users.erase(found);
    }
}

void FileInUse::unlessInUse(const QString &file, const std::function<void()> &look)
{
    const std::lock_guard lock(registry().mutex);
    if (!registry().users.contains(idOf(file))) {
        look();
    }
}

} // namespace obstat::ledger
