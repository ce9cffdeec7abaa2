#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/screen/keys.hpp"

namespace tanbo::cli {

inline constexpr std::size_t line_bytes_max = 4096;
inline constexpr std::size_t history_lines_max = 100;

// Lines as somebody types them, key by key, or as they come through a pipe. Arrows, Home and End
// move in the line. Ctrl-P and Ctrl-N, or up and down, bring earlier lines back, and Tab completes
// its last word. Backspace takes a character back, Ctrl-W a word, Ctrl-U everything.
class LineEditor {
public:
    // All that the line's last word could be, of the words that can stand there.
    using Completer = std::function<std::vector<std::string>(std::string_view line)>;
    void complete_by(Completer completer) { completer_ = std::move(completer); }

    // The lines that have come. Of a line that is longer than line_bytes_max the rest is dropped.
    void feed(std::string_view bytes);
    void press(const Key& key);
    // Nothing more will come: what was typed is a line, too.
    void finish();

    std::optional<std::string> next_line();
    const std::string& typed() const { return typed_; }  // of the line that is not yet ended
    std::size_t cursor() const { return cursor_; }       // in its bytes
    bool has_ended() const { return has_ended_; }        // also by Ctrl-D at the start of a line

private:
    void insert(std::string_view text);
    void end_line();
    void erase_character();
    void erase_next();
    void erase_word();
    void erase_line();
    void move_left();
    void move_right();
    void go_back(std::size_t lines);
    void go_on();
    void show_earlier();
    void complete();

    KeyReader keys_;
    Completer completer_;
    std::string typed_;
    std::size_t cursor_ = 0;
    std::vector<std::string> history_;  // oldest first
    std::size_t shown_ = 0;             // lines back in the history; 0: the new one
    std::string new_;                   // the new line while an earlier one is shown
    std::string lines_;                 // ended ones, each with a line feed
    bool has_ended_ = false;
};

}  // namespace tanbo::cli
