#include "server/cli/remote/identity.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "protocol/json/words.hpp"
#include "server/cli/remote/http.hpp"
#include "server/cli/remote/server_url.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr mode_t file_mode = S_IRUSR | S_IWUSR;

bool is_plain(char c) {
    return protocol::is_alphanumeric(c) || c == '.';
}

// A file name for a URL, different for different ones: what is not plain is written as %XX.
std::string file_name(std::string_view url) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    while (url.ends_with('/')) url.remove_suffix(1);
    std::string name;
    for (const char c : url) {
        if (is_plain(c)) {
            name += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        name += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return name;
}

// The inverse; nothing for a name of another file.
std::optional<std::string> url_of_file(std::string_view name) {
    std::string url;
    while (!name.empty()) {
        if (name.front() != '%') {
            url += name.front();
            name.remove_prefix(1);
            continue;
        }
        int byte = 0;
        const char* const end = name.data() + std::min<std::size_t>(name.size(), 3);
        const auto read = std::from_chars(name.data() + 1, end, byte, 16);
        if (read.ec != std::errc() || read.ptr != name.data() + 3) return std::nullopt;
        url += static_cast<char>(byte);
        name.remove_prefix(3);
    }
    return why_no_server_url(url) ? std::nullopt : std::optional(url);
}

bool write_file(const std::string& path, const std::string& text) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, file_mode);
    if (file < 0) return false;
    const bool is_private = ::fchmod(file, file_mode) == 0;
    const bool is_written =
        is_private && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    return (::close(file) == 0) && is_written;
}

// Waits for a line of a terminal that shows nothing of it. A signal that ends or stops the program
// finds the terminal as it was before.
void await_hidden_line(const termios& before) {
    sigset_t signals;
    sigset_t mask_before;
    sigemptyset(&signals);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP}) {
        sigaddset(&signals, signal);
    }
    termios quiet = before;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    bool has_line = false;
    while (!has_line) {
        sigprocmask(SIG_BLOCK, &signals, &mask_before);
        const int signalled = ::signalfd(-1, &signals, SFD_CLOEXEC);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
        print_error("Password: ");
        pollfd ready[] = {{signalled, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        has_line = ::poll(ready, 2, -1) > 0 && ready[0].revents == 0;
        ::close(signalled);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
        print_error("\n");
        sigprocmask(SIG_SETMASK, &mask_before, nullptr);  // the signal comes here
    }
}

// A line from standard input, which no terminal shows while it is typed.
std::string read_password() {
    termios before{};
    if (tcgetattr(STDIN_FILENO, &before) == 0) await_hidden_line(before);
    std::string password;
    std::getline(std::cin, password);
    return password;
}

// The file of the cookies, in a folder of the user's own. One that the sign-in made goes with it
// unless keep() is called.
class CookieFile {
public:
    explicit CookieFile(const std::string& url) {
        const std::string path = identity_path(url);
        if (path.empty()) return;
        std::error_code error;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
        path_ = path + "%cookies";
        if (std::filesystem::exists(path_, error)) return;
        // An empty file with our mode, which libcurl keeps.
        is_new_ = write_file(path_, "");
        if (!is_new_) path_.clear();
    }
    ~CookieFile() {
        std::error_code error;
        if (is_new_) std::filesystem::remove(path_, error);
    }
    CookieFile(const CookieFile&) = delete;
    CookieFile& operator=(const CookieFile&) = delete;

    // Empty if there is none.
    const std::string& path() const { return path_; }
    void keep() { is_new_ = false; }

private:
    std::string path_;
    bool is_new_ = false;
};

}  // namespace

std::string identity_path(const std::string& url) {
    const char* const state = std::getenv("XDG_STATE_HOME");
    const char* const home = std::getenv("HOME");
    std::string folder;
    if (state != nullptr && *state == '/') {
        folder = state;
    } else if (home != nullptr && *home == '/') {
        folder = std::string(home) + "/.local/state";
    } else {
        return {};
    }
    return folder + "/tanbo/" + file_name(url);
}

std::optional<protocol::Credentials> kept_identity(const std::string& url) {
    const std::string path = identity_path(url);
    struct stat found{};
    if (path.empty() || ::stat(path.c_str(), &found) != 0) return std::nullopt;
    if ((found.st_mode & (S_IRWXG | S_IRWXO)) != 0 || found.st_uid != ::geteuid()) {
        report("ignoring " + path + ": other users can read it");
        return std::nullopt;
    }
    std::ifstream in(path);
    protocol::Credentials credentials;
    if (!std::getline(in, credentials.handle) || !std::getline(in, credentials.token)) return {};
    return credentials;
}

bool has_identity_file(const std::string& url) {
    const std::string path = identity_path(url);
    struct stat found{};
    return !path.empty() && ::lstat(path.c_str(), &found) == 0;
}

bool keep_identity(const std::string& url, const protocol::Credentials& credentials) {
    const std::string path = identity_path(url);
    if (path.empty()) return false;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    const std::string half = path + "%new";
    return write_file(half, credentials.handle + "\n" + credentials.token + "\n") &&
           std::rename(half.c_str(), path.c_str()) == 0;
}

std::string last_server() {
    namespace files = std::filesystem;
    const std::string path = identity_path("");
    std::string last;
    files::file_time_type newest = files::file_time_type::min();
    std::error_code error;
    if (path.empty()) return last;
    for (files::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
        const auto url = url_of_file(at->path().filename().string());
        std::error_code unknown;
        const auto time = files::last_write_time(at->path(), unknown);
        if (!url || unknown || time <= newest) continue;
        newest = time;
        last = *url;
    }
    return last;
}

int login(const std::string& url, const std::string& handle) {
    if (is_readable_by_others(url)) {
        report("warning: " + url +
               " is not encrypted. Others on the network can read your password. Use https://, or "
               "press Ctrl-C.");
    }
    // Before the client, which writes the cookies as it ends.
    CookieFile cookies(url);
    HttpClient client(url, "");
    client.keep_cookies(cookies.path());
    const Answer answer =
        client.post("/tokens", protocol::encode_create_token(handle, read_password()));
    const auto credentials = protocol::decode_credentials(answer.body);
    if (!answer.is_ok() || !credentials) return report_answer(answer);
    cookies.keep();
    if (!keep_identity(url, *credentials))
        return report("could not save the token in \"" + identity_path(url) + "\"");
    print("Signed in as " + printable(credentials->handle) + " at " + printable(url) +
          ". Your token is saved in " + identity_path(url) + ".\n");
    return 0;
}

}  // namespace tanbo::cli
