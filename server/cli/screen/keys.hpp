#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tanbo::cli {

enum class KeyKind : std::uint8_t {
    text,  // a character
    enter,
    erase,
    erase_word,
    erase_line,
    erase_next,
    tab,
    up,
    down,
    left,
    right,
    home,
    end,
    page_up,
    page_down,
    earlier,  // Ctrl-P: the line before
    later,    // Ctrl-N
    end_of_input,
    click
};

struct Key {
    KeyKind kind = KeyKind::text;
    std::string text = {};  // of a character: its bytes, UTF-8
    int column = 0;         // of a click, from 0
    int row = 0;

    bool operator==(const Key&) const = default;
};

// Keys and clicks as a terminal sends them, byte by byte: a sequence may come in pieces. Keys
// without a meaning here are passed over. Source: ECMA-48, 5.4; xterm, "Mouse Tracking", SGR.
class KeyReader {
public:
    std::vector<Key> feed(std::string_view bytes);

private:
    enum class Escape : std::uint8_t { none, begun, sequence, single };

    void press(char byte, std::vector<Key>& keys);
    bool continues_escape(char byte, std::vector<Key>& keys);
    void end_sequence(char last, std::vector<Key>& keys) const;
    void click(char last, std::vector<Key>& keys) const;
    bool continues_character(char byte, std::vector<Key>& keys);

    Escape escape_ = Escape::none;
    std::string parameters_;   // of a sequence
    std::string character_;    // that has begun
    std::size_t missing_ = 0;  // bytes of it
    bool was_carriage_return_ = false;
};

}  // namespace tanbo::cli
