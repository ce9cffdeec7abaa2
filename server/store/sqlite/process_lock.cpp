#include "server/store/sqlite/process_lock.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "server/store/error.hpp"

namespace tanbo::store {
namespace {

std::string reason(int error) {
    return std::generic_category().message(error);
}

std::string holder(int descriptor) {
    std::array<char, 32> text{};
    const ssize_t bytes = ::pread(descriptor, text.data(), text.size(), 0);
    std::string process(text.data(), bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    process.erase(process.find_last_not_of('\n') + 1);
    return process.empty() ? "another process" : "process " + process;
}

// For people: the lock is the kernel's, not what the file says, so a failure does not matter.
void sign(int descriptor) {
    const std::string process = std::to_string(::getpid()) + "\n";
    if (::ftruncate(descriptor, 0) != 0) return;
    [[maybe_unused]] const ssize_t ignored =
        ::pwrite(descriptor, process.data(), process.size(), 0);
}

// Throws: StorageError locked, cannot_open; then the descriptor is closed.
void lock(int descriptor, const std::string& path, const std::filesystem::path& database,
          const std::string& by) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(descriptor);
    if (error == EWOULDBLOCK) {
        throw StorageError(Fault::locked,
                           "The database " + database.string() + " is in use by " + by + ".");
    }
    throw StorageError(Fault::cannot_open,
                       "The file " + path + " could not be locked: " + reason(error) + ".");
}

}  // namespace

void create_file(const std::filesystem::path& database) {
    const int descriptor = ::open(database.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        throw StorageError(Fault::cannot_open,
                           "The database " + database.string() +
                               " can't be opened for writing: " + reason(errno) + ".");
    }
    ::close(descriptor);
}

ProcessLock::ProcessLock(const std::filesystem::path& database) : database_(database) {
    std::error_code unresolved;
    const std::filesystem::path target = std::filesystem::weakly_canonical(database, unresolved);
    const std::string path = (unresolved ? database : target).string() + ".lock";
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor_ < 0) {
        throw StorageError(Fault::cannot_open, "The lock file " + path +
                                                   " could not be opened: " + reason(errno) + ".");
    }
    lock(descriptor_, path, database, holder(descriptor_));
    sign(descriptor_);
}

void ProcessLock::lock_file() {
    if (file_ >= 0) return;
    const int descriptor = ::open(database_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 && errno == ENOENT) return;
    if (descriptor < 0) {
        throw StorageError(Fault::cannot_open, "The database " + database_.string() +
                                                   " could not be opened: " + reason(errno) + ".");
    }
    lock(descriptor, database_.string(), database_, "another process, under another name");
    file_ = descriptor;
}

void ProcessLock::lock_new_file() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
    lock_file();
}

ProcessLock::~ProcessLock() {
    if (file_ >= 0) ::close(file_);
    ::close(descriptor_);
}

}  // namespace tanbo::store
