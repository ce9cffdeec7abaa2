#include "server/cli/terminal.hpp"

#include <array>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

namespace tanbo::cli {

namespace {

constexpr std::size_t line_bytes_max = 4096;

}  // namespace

bool LineInput::fill() {
    std::array<char, 1024> bytes;
    const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) {
        has_ended_ = true;
        return false;
    }
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    if (buffer_.size() > line_bytes_max && buffer_.find('\n') == std::string::npos) buffer_.clear();
    return true;
}

std::optional<std::string> LineInput::next_line() {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos && (!has_ended_ || buffer_.empty())) return std::nullopt;
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    return line;
}

bool is_colour_terminal() {
    return isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

void clear_screen() {
    if (isatty(STDOUT_FILENO) == 1) std::cout << "\x1b[H\x1b[2J";
}

std::string printable(std::string_view text) {
    std::string clean;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        clean += byte < 0x20 || byte == 0x7F ? ' ' : c;
    }
    return clean;
}

}  // namespace tanbo::cli
