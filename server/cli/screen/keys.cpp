#include "server/cli/screen/keys.hpp"

#include <array>
#include <charconv>
#include <optional>

namespace tanbo::cli {

namespace {

constexpr char escape_byte = '\x1b';
constexpr std::size_t parameters_max = 32;

constexpr char control(char letter) {
    return static_cast<char>(letter - 'A' + 1);
}

std::optional<KeyKind> kind_of_control(char byte) {
    switch (byte) {
        case '\t':
            return KeyKind::tab;
        case control('A'):
            return KeyKind::home;
        case control('B'):
            return KeyKind::left;
        case control('D'):
            return KeyKind::end_of_input;
        case control('E'):
            return KeyKind::end;
        case control('F'):
            return KeyKind::right;
        case control('H'):
        case '\x7f':
            return KeyKind::erase;
        case control('N'):
            return KeyKind::later;
        case control('P'):
            return KeyKind::earlier;
        case control('U'):
            return KeyKind::erase_line;
        case control('W'):
            return KeyKind::erase_word;
        default:
            return std::nullopt;
    }
}

std::optional<KeyKind> kind_of_letter(char letter) {
    switch (letter) {
        case 'A':
            return KeyKind::up;
        case 'B':
            return KeyKind::down;
        case 'C':
            return KeyKind::right;
        case 'D':
            return KeyKind::left;
        case 'F':
            return KeyKind::end;
        case 'H':
            return KeyKind::home;
        default:
            return std::nullopt;
    }
}

// The key that a terminal sends as "ESC [ number ~".
std::optional<KeyKind> kind_of_number(std::string_view number) {
    if (number == "1" || number == "7") return KeyKind::home;
    if (number == "3") return KeyKind::erase_next;
    if (number == "4" || number == "8") return KeyKind::end;
    if (number == "5") return KeyKind::page_up;
    if (number == "6") return KeyKind::page_down;
    return std::nullopt;
}

std::size_t bytes_after(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte >= 0xF0) return 3;
    if (byte >= 0xE0) return 2;
    return byte >= 0xC0 ? 1 : 0;
}

// The numbers between semicolons; fewer after something that is none.
std::array<int, 3> numbers_in(std::string_view text) {
    std::array<int, 3> numbers{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int& number : numbers) {
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc() || read.ptr == end) break;
        at = read.ptr + 1;
    }
    return numbers;
}

}  // namespace

std::vector<Key> KeyReader::feed(std::string_view bytes) {
    std::vector<Key> keys;
    for (const char byte : bytes) {
        if (!continues_escape(byte, keys) && !continues_character(byte, keys)) press(byte, keys);
        was_carriage_return_ = byte == '\r';
    }
    return keys;
}

// Arrows and other keys send "ESC [ parameters letter" or "ESC O letter".
bool KeyReader::continues_escape(char byte, std::vector<Key>& keys) {
    if (byte == escape_byte) {
        escape_ = Escape::begun;
        parameters_.clear();
        return true;
    }
    switch (escape_) {
        case Escape::none:
            return false;
        case Escape::begun:
            escape_ = Escape::none;
            if (byte == '[') escape_ = Escape::sequence;
            if (byte == 'O') escape_ = Escape::single;
            return true;
        case Escape::single:
        case Escape::sequence:
            if (byte >= '@' && byte <= '~') {
                escape_ = Escape::none;
                end_sequence(byte, keys);
            } else if (parameters_.size() < parameters_max) {
                parameters_ += byte;
            }
            return true;
    }
    return false;
}

void KeyReader::end_sequence(char last, std::vector<Key>& keys) const {
    if (parameters_.starts_with('<')) return click(last, keys);
    const auto kind = last == '~' ? kind_of_number(parameters_) : kind_of_letter(last);
    if (kind) keys.push_back({*kind});
}

// "ESC [ < button ; column ; row M" as the button goes down, "m" as it goes up.
void KeyReader::click(char last, std::vector<Key>& keys) const {
    const auto [button, column, row] = numbers_in(std::string_view(parameters_).substr(1));
    if (last != 'M' || button != 0 || column < 1 || row < 1) return;
    keys.push_back({KeyKind::click, {}, column - 1, row - 1});
}

bool KeyReader::continues_character(char byte, std::vector<Key>& keys) {
    const bool is_tail = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
    if (missing_ == 0 || !is_tail) {
        missing_ = 0;
        return false;
    }
    character_ += byte;
    if (--missing_ == 0) keys.push_back({KeyKind::text, character_});
    return true;
}

void KeyReader::press(char byte, std::vector<Key>& keys) {
    if (byte == '\r' || byte == '\n') {
        if (byte == '\r' || !was_carriage_return_) keys.push_back({KeyKind::enter});
        return;
    }
    if (const auto kind = kind_of_control(byte)) return keys.push_back({*kind});
    if (static_cast<unsigned char>(byte) < 0x20) return;
    missing_ = bytes_after(byte);
    character_.assign(1, byte);
    if (missing_ == 0) keys.push_back({KeyKind::text, character_});
}

}  // namespace tanbo::cli
