#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// Phrases, and what people write as words among which phrases are found. Private to this folder.
namespace tanbo::mail::commands {

// A word without case, a mark, or "/" where a line ends.
struct Token {
    std::string text;
    std::size_t line = 0;     // of the text that it stands in
    bool is_capital = false;  // it begins with one
    bool is_masked = false;   // a phrase that is known otherwise: no phrase is found there
};

// Adds the line's words and marks, but for addresses of pages and mailboxes. Requires: UTF-8.
void add_tokens(std::vector<Token>& tokens, std::string_view line, std::size_t number);

// Whether sentences, or the parts of one, end there: . ! ? : ; - / ( )
bool is_boundary(const Token& token);
// Whether a sentence ends there: . ! ?
bool is_sentence_end(const Token& token);

// Whether a word is a point's name.
using IsPoint = std::function<bool(std::string_view word)>;

// A line of second_thoughts.txt, which says what it may be of.
class Phrase {
public:
    // Throws: std::invalid_argument, if nothing is left of it.
    explicit Phrase(std::string_view text);

    // The end of the phrase if it begins at that token.
    std::optional<std::size_t> match(std::span<const Token> tokens, std::size_t at,
                                     const IsPoint& is_point) const;
    // The word that it begins with; empty if that may be several.
    std::string_view first_word() const;

private:
    struct Part {
        enum class Kind : std::uint8_t { word, prefix, point, gap } kind;
        std::string text;
    };

    void add_part(std::string_view text);
    std::optional<std::size_t> match_parts(std::span<const Token> tokens, std::size_t at,
                                           std::size_t part, const IsPoint& is_point) const;

    std::vector<Part> parts_;
    bool begins_sentence_ = false;
    bool ends_sentence_ = false;
};

// A section of the file. Thread: any, as nothing of it changes.
class Phrases {
public:
    void add(Phrase phrase);

    // The end of a phrase that begins at that token.
    std::optional<std::size_t> match(std::span<const Token> tokens, std::size_t at,
                                     const IsPoint& is_point) const;
    // The token at which the first phrase begins.
    std::optional<std::size_t> find(std::span<const Token> tokens, const IsPoint& is_point) const;

private:
    std::unordered_map<std::string, std::vector<Phrase>> by_word_;
    std::vector<Phrase> others_;
};

// The sections by their names. Throws: std::invalid_argument, with the number of the line that
// can't be read.
std::map<std::string, Phrases, std::less<>> read_phrases(std::string_view text);

}  // namespace tanbo::mail::commands
