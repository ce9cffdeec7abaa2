#include "server/cli/screen/line_editor.hpp"

#include "protocol/json/utf8.hpp"

namespace tanbo::cli {

namespace {

constexpr char control(char letter) {
    return static_cast<char>(letter - 'A' + 1);
}

constexpr char escape_key = '\x1b';
constexpr char delete_key = '\x7f';

}  // namespace

void LineEditor::feed(std::string_view bytes) {
    for (const char key : bytes) {
        if (!continues_escape(key)) press(key);
        was_carriage_return_ = key == '\r';
    }
}

void LineEditor::finish() {
    if (!typed_.empty()) end_line();
    has_ended_ = true;
}

std::optional<std::string> LineEditor::next_line() {
    const std::size_t end = lines_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = lines_.substr(0, end);
    lines_.erase(0, end + 1);
    return line;
}

// Arrows and other keys send "ESC [ parameters letter" or "ESC O letter". Source: ECMA-48, 5.4.
bool LineEditor::continues_escape(char key) {
    if (key == escape_key) {
        escape_ = Escape::begun;
        return true;
    }
    if (escape_ == Escape::begun) {
        escape_ = key == '[' || key == 'O' ? Escape::sequence : Escape::none;
        return true;
    }
    if (escape_ == Escape::sequence) {
        if (key >= '@' && key <= '~') escape_ = Escape::none;
        return true;
    }
    return false;
}

void LineEditor::press(char key) {
    switch (key) {
        case '\n':
            if (!was_carriage_return_) end_line();
            return;
        case '\r':
            return end_line();
        case control('D'):
            if (typed_.empty()) has_ended_ = true;
            return;
        case control('U'):
            return typed_.clear();
        case control('W'):
            return erase_word();
        case control('H'):
        case delete_key:
            return erase_character();
        default:
            break;
    }
    const bool is_written = static_cast<unsigned char>(key) >= 0x20;
    if (is_written && typed_.size() < line_bytes_max) typed_ += key;
}

void LineEditor::end_line() {
    lines_ += typed_ + '\n';
    typed_.clear();
}

void LineEditor::erase_character() {
    while (!typed_.empty() && protocol::is_utf8_tail(typed_.back())) typed_.pop_back();
    if (!typed_.empty()) typed_.pop_back();
}

void LineEditor::erase_word() {
    while (!typed_.empty() && typed_.back() == ' ') typed_.pop_back();
    while (!typed_.empty() && typed_.back() != ' ') typed_.pop_back();
}

}  // namespace tanbo::cli
