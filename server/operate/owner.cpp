#include "server/operate/owner.hpp"

#include <cerrno>
#include <filesystem>
#include <grp.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "server/config/find_database.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const Config& config) {
    const fs::path folder = fs::path(config.database).parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

// The owner of the folder, if this is root and the folder is not root's.
std::optional<struct stat> other_owner(const Config& config) {
    struct stat status{};
    if (is_postgres(config) || ::geteuid() != 0) return std::nullopt;
    if (::stat(folder_of(config).c_str(), &status) != 0 || status.st_uid == 0) return std::nullopt;
    return status;
}

void require(int result) {
    if (result != 0) throw std::system_error(errno, std::generic_category(), "change of user");
}

}  // namespace

void become_owner(const Config& config) {
    const auto owner = other_owner(config);
    if (!owner) return;
    require(::setgroups(0, nullptr));
    require(::setgid(owner->st_gid));
    require(::setuid(owner->st_uid));
}

void give_to_owner(const Config& config) {
    const auto owner = other_owner(config);
    if (!owner) return;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_of(config))) {
        struct stat status{};
        if (::lstat(entry.path().c_str(), &status) != 0 || status.st_uid != 0) continue;
        require(::lchown(entry.path().c_str(), owner->st_uid, owner->st_gid));
    }
}

}  // namespace tanbo::app
