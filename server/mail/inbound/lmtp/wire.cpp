#include "server/mail/inbound/lmtp/wire.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"

namespace tanbo::mail::inbound {
namespace {

constexpr std::string_view line_end = "\r\n";

// How much of an over-long line comes before a fold: not within a character of UTF-8.
std::size_t fold_at(std::string_view line, std::size_t bytes_max) {
    constexpr std::size_t character_bytes_max = 4;
    for (std::size_t at = bytes_max; at + character_bytes_max > bytes_max; --at) {
        if (!protocol::is_utf8_tail(line[at])) return at;
    }
    return bytes_max;
}

void append_line(std::string& message, std::string_view line) {
    std::string text(line);
    std::ranges::replace(text, '\r', ' ');
    std::string_view rest = text;
    std::size_t bytes_max = wire_line_bytes_max;
    while (rest.size() > bytes_max) {
        const std::size_t size = fold_at(rest, bytes_max);
        message.append(rest.substr(0, size)).append(line_end).append(" ");
        rest.remove_prefix(size);
        bytes_max = wire_line_bytes_max - 1;
    }
    message.append(rest).append(line_end);
}

}  // namespace

std::string wire_message(std::string_view piped) {
    std::string message;
    message.reserve(piped.size() + piped.size() / 32);
    if (piped.starts_with("From ")) {
        piped.remove_prefix(std::min(piped.find('\n'), piped.size() - 1) + 1);
    }
    while (!piped.empty()) {
        const std::size_t end = std::min(piped.find('\n'), piped.size());
        std::string_view line = piped.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        append_line(message, line);
        piped.remove_prefix(std::min(end + 1, piped.size()));
    }
    return message;
}

std::string stuffed(std::string_view message) {
    std::string text;
    text.reserve(message.size() + message.size() / 32);
    while (!message.empty()) {
        const std::size_t size = message.find(line_end) + line_end.size();
        if (message.starts_with('.')) text += '.';
        text += message.substr(0, size);
        message.remove_prefix(size);
    }
    return text + ".\r\n";
}

}  // namespace tanbo::mail::inbound
