#include "sim/syncrate.h"

#include <QDir>

#include <array>
#include <chrono>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace obstat::sim {

namespace {

constexpr off_t kBlock = 8192;
constexpr off_t kBlocks = 2048;

tl::unexpected<base::Error> failure(const QString &path)
{
    return base::fail(base::ErrorCode::Io, u"'%1' cannot be written."_s.arg(path),
                      QString::fromLocal8Bit(std::strerror(errno)));
}

} // namespace

base::Result<double> syncRate(const QString &folder, double seconds)
{
    const QString path = QDir(folder).filePath(u"fdatasync.probe"_s);
    const int file = ::open(path.toLocal8Bit().constData(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return failure(path);
    std::array<char, kBlock> block = {};
    bool good = true;
    for (off_t i = 0; i < kBlocks && good; ++i)
        good = ::pwrite(file, block.data(), kBlock, i * kBlock) == kBlock;
    good = good && ::fsync(file) == 0;

    using Clock = std::chrono::steady_clock;
    const auto from = Clock::now();
    double elapsed = 0;
    qint64 count = 0;
    while (good && elapsed < seconds) {
        block[0] = static_cast<char>(count);
        good = ::pwrite(file, block.data(), kBlock, (count % kBlocks) * kBlock) == kBlock && ::fdatasync(file) == 0;
        ++count;
        elapsed = std::chrono::duration<double>(Clock::now() - from).count();
    }
    ::close(file);
    ::unlink(path.toLocal8Bit().constData());
    if (!good)
        return failure(path);
    return static_cast<double>(count) / elapsed;
}

} // namespace obstat::sim
