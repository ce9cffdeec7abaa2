#include "tests/support/faulty_vfs.hpp"

#include <new>
#include <stdexcept>

#include <sqlite3.h>

namespace tanbo::test {
namespace {

// SQLite allocates this much and the real file behind it.
struct File {
    sqlite3_file base;
    bool is_log;
    bool is_database;

    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_vfs* real_vfs = nullptr;

File& file_of(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}
sqlite3_file* real(sqlite3_file* file) {
    return file_of(file).real();
}
const sqlite3_io_methods& methods(sqlite3_file* file) {
    return *real(file)->pMethods;
}
FaultyVfs& vfs() {
    return FaultyVfs::instance();
}

int close(sqlite3_file* file) {
    return methods(file).xClose(real(file));
}

int read(sqlite3_file* file, void* data, int bytes, sqlite3_int64 offset) {
    if (vfs().reads_fail) return SQLITE_IOERR_READ;
    return methods(file).xRead(real(file), data, bytes, offset);
}

int write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 offset) {
    if (file_of(file).is_log && vfs().log_writes_fail) return SQLITE_IOERR_WRITE;
    if (vfs().disk_is_full) {
        sqlite3_int64 size = 0;
        methods(file).xFileSize(real(file), &size);
        if (offset + bytes > size) return SQLITE_FULL;
    }
    return methods(file).xWrite(real(file), data, bytes, offset);
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    return methods(file).xTruncate(real(file), size);
}

int sync(sqlite3_file* file, int flags) {
    const bool is_log = file_of(file).is_log;
    if (is_log) ++vfs().log_syncs;
    if (file_of(file).is_database) ++vfs().database_syncs;
    if (is_log && vfs().log_sync_fails) return SQLITE_IOERR_FSYNC;
    if (file_of(file).is_database && vfs().database_sync_fails) return SQLITE_IOERR_FSYNC;
    const int result = methods(file).xSync(real(file), flags);
    return is_log && vfs().log_sync_lies ? SQLITE_IOERR_FSYNC : result;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    return methods(file).xFileSize(real(file), size);
}
int lock(sqlite3_file* file, int level) {
    return methods(file).xLock(real(file), level);
}
int unlock(sqlite3_file* file, int level) {
    return methods(file).xUnlock(real(file), level);
}
int check_reserved(sqlite3_file* file, int* result) {
    return methods(file).xCheckReservedLock(real(file), result);
}
int control(sqlite3_file* file, int operation, void* argument) {
    return methods(file).xFileControl(real(file), operation, argument);
}
int sector_size(sqlite3_file* file) {
    return methods(file).xSectorSize(real(file));
}
int characteristics(sqlite3_file* file) {
    return methods(file).xDeviceCharacteristics(real(file));
}
int shared_map(sqlite3_file* file, int page, int bytes, int extend, void volatile** result) {
    return methods(file).xShmMap(real(file), page, bytes, extend, result);
}
int shared_lock(sqlite3_file* file, int offset, int count, int flags) {
    return methods(file).xShmLock(real(file), offset, count, flags);
}
void shared_barrier(sqlite3_file* file) {
    methods(file).xShmBarrier(real(file));
}
int shared_unmap(sqlite3_file* file, int remove) {
    return methods(file).xShmUnmap(real(file), remove);
}

// Version 2: with shared memory, which the log needs, and without memory-mapped pages.
const sqlite3_io_methods file_methods = {
    2,
    close,
    read,
    write,
    truncate,
    sync,
    file_size,
    lock,
    unlock,
    check_reserved,
    control,
    sector_size,
    characteristics,
    shared_map,
    shared_lock,
    shared_barrier,
    shared_unmap,
    nullptr,
    nullptr,
};

int open(sqlite3_vfs*, const char* path, sqlite3_file* place, int flags, int* taken) {
    File* file = new (place) File{};
    file->is_log = (flags & SQLITE_OPEN_WAL) != 0;
    file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    const int result = real_vfs->xOpen(real_vfs, path, file->real(), flags, taken);
    if (file->real()->pMethods != nullptr) file->base.pMethods = &file_methods;
    return result;
}

}  // namespace

FaultyVfs::FaultyVfs() {
    real_vfs = sqlite3_vfs_find(nullptr);
    static sqlite3_vfs wrapper = *real_vfs;
    wrapper.zName = name;
    wrapper.pNext = nullptr;
    wrapper.szOsFile = static_cast<int>(sizeof(File)) + real_vfs->szOsFile;
    wrapper.xOpen = open;
    if (sqlite3_vfs_register(&wrapper, 0) != SQLITE_OK) throw std::runtime_error("no faulty vfs");
}

FaultyVfs& FaultyVfs::instance() {
    static FaultyVfs vfs;
    return vfs;
}

void FaultyVfs::reset() {
    for (std::atomic<bool>* fault : {&disk_is_full, &log_sync_fails, &log_sync_lies,
                                     &database_sync_fails, &reads_fail, &log_writes_fail}) {
        *fault = false;
    }
    log_syncs = 0;
    database_syncs = 0;
}

}  // namespace tanbo::test
