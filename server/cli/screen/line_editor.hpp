#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tanbo::cli {

inline constexpr std::size_t line_bytes_max = 4096;

// Lines as somebody types them, key by key, or as they come through a pipe. Backspace takes a
// character back, Ctrl-W a word, Ctrl-U everything; other keys that write nothing are passed over.
class LineEditor {
public:
    // The lines that have come. Of a line that is longer than line_bytes_max the rest is dropped.
    void feed(std::string_view bytes);
    // Nothing more will come: what was typed is a line, too.
    void finish();

    std::optional<std::string> next_line();
    const std::string& typed() const { return typed_; }  // of the line that is not yet ended
    bool has_ended() const { return has_ended_; }        // also by Ctrl-D at the start of a line

private:
    enum class Escape : unsigned char { none, begun, sequence };

    void press(char key);
    bool continues_escape(char key);
    void end_line();
    void erase_character();
    void erase_word();

    std::string typed_;
    std::string lines_;  // ended ones, each with a line feed
    Escape escape_ = Escape::none;
    bool was_carriage_return_ = false;
    bool has_ended_ = false;
};

}  // namespace tanbo::cli
