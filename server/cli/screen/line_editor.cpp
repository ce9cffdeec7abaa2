#include "server/cli/screen/line_editor.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"

namespace tanbo::cli {

namespace {

// The start that all words share.
std::string common_start(const std::vector<std::string>& words) {
    std::string start = words.front();
    for (const std::string& word : words) {
        const auto [end, other] = std::ranges::mismatch(start, word);
        start.erase(end, start.end());
    }
    return start;
}

}  // namespace

void LineEditor::feed(std::string_view bytes) {
    for (const Key& key : keys_.feed(bytes)) press(key);
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

void LineEditor::press(const Key& key) {
    switch (key.kind) {
        case KeyKind::text:
            return insert(key.text);
        case KeyKind::enter:
            return end_line();
        case KeyKind::erase:
            return erase_character();
        case KeyKind::erase_word:
            return erase_word();
        case KeyKind::erase_line:
            return erase_line();
        case KeyKind::erase_next:
            return erase_next();
        case KeyKind::tab:
            return complete();
        case KeyKind::up:
        case KeyKind::earlier:
            return go_back(shown_ + 1);
        case KeyKind::down:
        case KeyKind::later:
            return go_on();
        case KeyKind::left:
            return move_left();
        case KeyKind::right:
            return move_right();
        case KeyKind::home:
            cursor_ = 0;
            return;
        case KeyKind::end:
            cursor_ = typed_.size();
            return;
        case KeyKind::end_of_input:
            if (typed_.empty()) has_ended_ = true;
            return;
        case KeyKind::page_up:
        case KeyKind::page_down:
        case KeyKind::click:
            return;
    }
}

void LineEditor::insert(std::string_view text) {
    if (typed_.size() + text.size() > line_bytes_max) return;
    typed_.insert(cursor_, text);
    cursor_ += text.size();
}

void LineEditor::end_line() {
    const bool is_new = history_.empty() || history_.back() != typed_;
    if (typed_.find_first_not_of(' ') != std::string::npos && is_new) history_.push_back(typed_);
    if (history_.size() > history_lines_max) history_.erase(history_.begin());
    lines_ += typed_ + '\n';
    erase_line();
}

void LineEditor::move_left() {
    if (cursor_ > 0) --cursor_;
    while (cursor_ > 0 && protocol::is_utf8_tail(typed_[cursor_])) --cursor_;
}

void LineEditor::move_right() {
    if (cursor_ < typed_.size()) ++cursor_;
    while (cursor_ < typed_.size() && protocol::is_utf8_tail(typed_[cursor_])) ++cursor_;
}

void LineEditor::erase_character() {
    const std::size_t end = cursor_;
    move_left();
    typed_.erase(cursor_, end - cursor_);
}

void LineEditor::erase_next() {
    const std::size_t begin = cursor_;
    move_right();
    typed_.erase(begin, cursor_ - begin);
    cursor_ = begin;
}

void LineEditor::erase_word() {
    const std::size_t end = cursor_;
    while (cursor_ > 0 && typed_[cursor_ - 1] == ' ') --cursor_;
    while (cursor_ > 0 && typed_[cursor_ - 1] != ' ') --cursor_;
    typed_.erase(cursor_, end - cursor_);
}

void LineEditor::erase_line() {
    typed_.clear();
    cursor_ = 0;
    shown_ = 0;
}

void LineEditor::go_back(std::size_t lines) {
    if (lines > history_.size()) return;
    if (shown_ == 0) new_ = typed_;
    shown_ = lines;
    show_earlier();
}

void LineEditor::go_on() {
    if (shown_ == 0) return;
    --shown_;
    show_earlier();
}

void LineEditor::show_earlier() {
    typed_ = shown_ == 0 ? new_ : history_[history_.size() - shown_];
    cursor_ = typed_.size();
}

void LineEditor::complete() {
    if (!completer_ || cursor_ != typed_.size()) return;
    const std::vector<std::string> words = completer_(typed_);
    if (words.empty()) return;
    const std::size_t begin = typed_.rfind(' ') + 1;
    const std::string start = common_start(words);
    if (start.size() < typed_.size() - begin) return;
    std::string line = typed_.substr(0, begin) + start + (words.size() == 1 ? " " : "");
    if (line.size() > line_bytes_max) return;
    typed_ = std::move(line);
    cursor_ = typed_.size();
}

}  // namespace tanbo::cli
