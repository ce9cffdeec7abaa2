#include "server/cli/replay.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

#include "protocol/records/replay_line.hpp"
#include "server/cli/input_lines.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

namespace {

constexpr std::size_t chunk_bytes = 65536;
constexpr int exit_broken = 2;

int complain(std::string_view what) {
    print_error("tanbo: " + std::string(what) + ": " + std::strerror(errno) + "\n");
    return exit_broken;
}

}  // namespace

int replay(int input) {
    bool can_write = true;
    protocol::Replayer replayer(
        [&can_write](std::string_view bytes) { can_write = can_write && print_data(bytes); });
    bool all_fine = true;
    InputLines lines([&replayer, &all_fine](std::string_view line) {
        all_fine = replayer.replay(line) && all_fine;
    });
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
    return all_fine ? 0 : 1;
}

}  // namespace tanbo::cli
