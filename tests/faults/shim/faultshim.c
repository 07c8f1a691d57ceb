/* Preloaded into obstatd by tests/faults (docs/faults.md): lets writes and syncs of chosen files fail, records what was
 * written to them so that images of a power loss can be made, and moves the clocks.
 *
 * OBSTAT_SHIM_CONTROL  file with the struct below, shared with the harness while both run
 * OBSTAT_SHIM_SUFFIX   names that are meant, by their ends: ".obstat:.obstat-wal:.state"
 * OBSTAT_SHIM_LOG      file that every change of such a file is appended to; none = nothing is recorded
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { kMaxFiles = 4096, kNanosPerSecond = 1000000000 };
enum Fault { kNoSpaceOnWrite = 1, kIoErrorOnWrite = 2, kShortWrite = 4, kIoErrorOnSync = 8, kNoSpaceOnSync = 16 };
enum Operation { kWrite = 1, kSync, kTruncate, kRename, kUnlink, kCreate, kSyncFolder };

/* shim.py knows the same layout. */
struct Control {
    uint64_t records;      /* in the log so far */
    int64_t realtime;      /* nanoseconds added to CLOCK_REALTIME */
    int64_t boottime;      /* and to CLOCK_BOOTTIME; CLOCK_MONOTONIC stays, as in a machine that slept */
    uint32_t fault;        /* which is armed; 0 = none */
    int32_t passes;        /* calls that still pass before it strikes */
    int32_t strikes;       /* calls that it lets fail; negative = every one */
    uint32_t struck;       /* that failed so far */
};

struct Record {
    uint32_t operation, pathSize;
    uint64_t offset, dataSize;
};

static struct Control *control;
static const char *suffixes;
static int logFile = -1;
static char *paths[kMaxFiles];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void)
{
    const char *file = getenv("OBSTAT_SHIM_CONTROL");
    const char *log = getenv("OBSTAT_SHIM_LOG");
    suffixes = getenv("OBSTAT_SHIM_SUFFIX");
    if (file) {
        int (*openReally)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
        const int fd = openReally(file, O_RDWR | O_CLOEXEC);
        void *shared = fd < 0 ? MAP_FAILED
                              : mmap(NULL, sizeof(struct Control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (shared == MAP_FAILED) {
            fprintf(stderr, "the fault shim has no control file %s\n", file);
            _exit(64);
        }
        control = shared;
        if (log)
            logFile = openReally(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    }
}

static int isMeant(const char *path)
{
    const size_t length = strlen(path);
    for (const char *at = suffixes; at && *at;) {
        const char *end = strchrnul(at, ':');
        const size_t size = (size_t)(end - at);
        if (size > 0 && size <= length && memcmp(path + length - size, at, size) == 0)
            return 1;
        at = *end ? end + 1 : end;
    }
    return 0;
}

static const char *pathOf(int fd)
{
    return control && fd >= 0 && fd < kMaxFiles ? paths[fd] : NULL;
}

/* Under the mutex, so that the log has the order in which things happened. */
static void record(enum Operation operation, const char *path, uint64_t offset, const void *data, size_t size)
{
    const struct Record head = {operation, (uint32_t)strlen(path), offset, size};
    REAL(write);
    if (logFile < 0)
        return;
    const int kept = errno;
    if (real(logFile, &head, sizeof head) != sizeof head || real(logFile, path, head.pathSize) != head.pathSize ||
        (size > 0 && real(logFile, data, size) != (ssize_t)size)) {
        fprintf(stderr, "the fault shim cannot write its log\n");
        _exit(64);
    }
    __atomic_add_fetch(&control->records, 1, __ATOMIC_SEQ_CST);
    errno = kept;
}

static int strikes(unsigned faults)
{
    if (!(control->fault & faults) || control->strikes == 0)
        return 0;
    if (control->passes > 0) {
        --control->passes;
        return 0;
    }
    if (control->strikes > 0)
        --control->strikes;
    ++control->struck;
    return 1;
}

static void remember(int fd, const char *path, int made)
{
    if (!control || fd < 0 || fd >= kMaxFiles)
        return;
    struct stat about;
    const int folder = fstat(fd, &about) == 0 && S_ISDIR(about.st_mode);
    pthread_mutex_lock(&mutex);
    free(paths[fd]);
    paths[fd] = NULL;
    if (folder || isMeant(path)) {
        paths[fd] = realpath(path, NULL);
        if (made && !folder && paths[fd])
            record(kCreate, paths[fd], 0, NULL, 0);
    }
    pthread_mutex_unlock(&mutex);
}

static int openAs(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode)
{
    const int meant = control && isMeant(path);
    const int made = meant && ((flags & O_TRUNC) || ((flags & O_CREAT) && access(path, F_OK) != 0));
    const int fd = real(path, flags, mode);
    remember(fd, path, made);
    return fd;
}

static mode_t modeOf(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        REAL(name);                                                                                                    \
        va_start(more, flags);                                                                                         \
        const mode_t mode = modeOf(flags, more);                                                                       \
        va_end(more);                                                                                                  \
        return openAs((int (*)(const char *, int, ...))real, path, flags, mode);                                       \
    }
#undef open
#undef open64
OPEN(open)
OPEN(open64)

int close(int fd)
{
    REAL(close);
    if (pathOf(fd)) {
        pthread_mutex_lock(&mutex);
        free(paths[fd]);
        paths[fd] = NULL;
        pthread_mutex_unlock(&mutex);
    }
    return real(fd);
}

/* What a write to `fd` meets: its size to write, or -1 with errno. */
static ssize_t allowed(size_t size)
{
    if (strikes(kShortWrite))
        return (ssize_t)(size / 2);
    if (strikes(kNoSpaceOnWrite)) {
        errno = ENOSPC;
        return -1;
    }
    if (strikes(kIoErrorOnWrite)) {
        errno = EIO;
        return -1;
    }
    return (ssize_t)size;
}

ssize_t write(int fd, const void *data, size_t size)
{
    REAL(write);
    const char *path = pathOf(fd);
    if (!path)
        return real(fd, data, size);
    pthread_mutex_lock(&mutex);
    ssize_t done = allowed(size);
    const off_t at = lseek(fd, 0, SEEK_CUR);
    if (done >= 0 && (done = real(fd, data, (size_t)done)) > 0)
        record(kWrite, path, (uint64_t)at, data, (size_t)done);
    pthread_mutex_unlock(&mutex);
    return done;
}

#define PWRITE(name, offset_t)                                                                                         \
    ssize_t name(int fd, const void *data, size_t size, offset_t offset)                                               \
    {                                                                                                                  \
        REAL(name);                                                                                                    \
        const char *path = pathOf(fd);                                                                                 \
        if (!path)                                                                                                     \
            return real(fd, data, size, offset);                                                                       \
        pthread_mutex_lock(&mutex);                                                                                    \
        ssize_t done = allowed(size);                                                                                  \
        if (done >= 0 && (done = real(fd, data, (size_t)done, offset)) > 0)                                            \
            record(kWrite, path, (uint64_t)offset, data, (size_t)done);                                                \
        pthread_mutex_unlock(&mutex);                                                                                  \
        return done;                                                                                                   \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, offset_t)                                                                                       \
    int name(int fd, offset_t length)                                                                                  \
    {                                                                                                                  \
        REAL(name);                                                                                                    \
        const char *path = pathOf(fd);                                                                                 \
        if (!path)                                                                                                     \
            return real(fd, length);                                                                                   \
        pthread_mutex_lock(&mutex);                                                                                    \
        const int done = real(fd, length);                                                                             \
        if (done == 0)                                                                                                 \
            record(kTruncate, path, (uint64_t)length, NULL, 0);                                                        \
        pthread_mutex_unlock(&mutex);                                                                                  \
        return done;                                                                                                   \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(name)                                                                                                     \
    int name(int fd)                                                                                                   \
    {                                                                                                                  \
        REAL(name);                                                                                                    \
        const char *path = pathOf(fd);                                                                                 \
        struct stat about;                                                                                             \
        if (!path)                                                                                                     \
            return real(fd);                                                                                           \
        const int folder = fstat(fd, &about) == 0 && S_ISDIR(about.st_mode);                                           \
        pthread_mutex_lock(&mutex);                                                                                    \
        int done = 0;                                                                                                  \
        if (!folder && strikes(kIoErrorOnSync)) {                                                                      \
            errno = EIO;                                                                                               \
            done = -1;                                                                                                 \
        } else if (!folder && strikes(kNoSpaceOnSync)) {                                                               \
            errno = ENOSPC;                                                                                            \
            done = -1;                                                                                                 \
        } else {                                                                                                       \
            record(folder ? kSyncFolder : kSync, path, 0, NULL, 0); /* the images decide what it was worth */          \
        }                                                                                                              \
        pthread_mutex_unlock(&mutex);                                                                                  \
        return done != 0 || logFile >= 0 ? done : real(fd);                                                            \
    }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to)
{
    REAL(rename);
    if (!control || !(isMeant(from) || isMeant(to)))
        return real(from, to);
    pthread_mutex_lock(&mutex);
    char *source = realpath(from, NULL);
    const int done = real(from, to);
    char *target = done == 0 ? realpath(to, NULL) : NULL;
    if (source && target)
        record(kRename, source, 0, target, strlen(target));
    free(source);
    free(target);
    pthread_mutex_unlock(&mutex);
    return done;
}

int unlink(const char *path)
{
    REAL(unlink);
    if (!control || !isMeant(path))
        return real(path);
    pthread_mutex_lock(&mutex);
    char *whole = realpath(path, NULL);
    const int done = real(path);
    if (done == 0 && whole)
        record(kUnlink, whole, 0, NULL, 0);
    free(whole);
    pthread_mutex_unlock(&mutex);
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const int done = real(clock, now);
    if (done != 0 || !control)
        return done;
    const int64_t moved = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? control->realtime
                          : clock == CLOCK_BOOTTIME                                 ? control->boottime
                                                                                    : 0;
    if (moved != 0) {
        const int64_t nanos = now->tv_nsec + moved % kNanosPerSecond;
        now->tv_sec += moved / kNanosPerSecond + (nanos < 0 ? -1 : nanos / kNanosPerSecond);
        now->tv_nsec = nanos < 0 ? nanos + kNanosPerSecond : nanos % kNanosPerSecond;
    }
    return 0;
}
