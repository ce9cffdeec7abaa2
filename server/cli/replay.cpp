#include "server/cli/replay.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

#include "protocol/records/replay_line.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

namespace {

constexpr std::size_t chunk_bytes = 65536;
constexpr int exit_broken = 2;

// Cuts the input into lines. A line past the cap is handed on once it is past, to be refused, and
// the rest of it is skipped.
class InputLines {
public:
    explicit InputLines(protocol::Replayer& replayer) : replayer_(replayer) {}

    void feed(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t end = bytes.find('\n');
            add(bytes.substr(0, end));
            if (end == std::string_view::npos) return;
            finish();
            bytes.remove_prefix(end + 1);
        }
    }

    void finish() {
        if (!is_skipping_) hand_on();
        is_skipping_ = false;
    }

    bool all_fine() const { return all_fine_; }

private:
    void add(std::string_view bytes) {
        if (is_skipping_) return;
        line_ += bytes;
        if (line_.size() <= protocol::replay_line_bytes_max) return;
        hand_on();
        is_skipping_ = true;
    }

    void hand_on() {
        if (!replayer_.replay(line_)) all_fine_ = false;
        line_.clear();
    }

    protocol::Replayer& replayer_;
    std::string line_;
    bool is_skipping_ = false;
    bool all_fine_ = true;
};

int complain(std::string_view what) {
    print_error("tanbo: " + std::string(what) + ": " + std::strerror(errno) + "\n");
    return exit_broken;
}

}  // namespace

int replay(int input) {
    bool can_write = true;
    protocol::Replayer replayer(
        [&can_write](std::string_view bytes) { can_write = can_write && print_data(bytes); });
    InputLines lines(replayer);
    std::array<char, chunk_bytes> chunk;
    while (can_write) {
        const ssize_t count = read(input, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return complain("could not read the games");
        if (count == 0) lines.finish();
        if (count > 0) lines.feed({chunk.data(), static_cast<std::size_t>(count)});
        replayer.flush();
        if (count == 0) break;
    }
    if (!can_write) return complain("could not write the positions");
    return lines.all_fine() ? 0 : 1;
}

}  // namespace tanbo::cli
