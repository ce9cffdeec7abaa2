#include "server/mail/commands/phrases.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/mail/mime/unicode.hpp"

namespace tanbo::mail::commands {
namespace {

constexpr std::size_t gap_words_max = 5;
constexpr std::string_view marks = ".!?:;,()/";

bool is_word_byte(char c) {
    return protocol::is_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80;
}

// Quotation marks and dashes as ASCII has them; other quotation marks as blanks. As UTF-8.
std::string plain_marks(std::string text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> known{{
        {"\u2018", "'"},
        {"\u2019", "'"},
        {"\u201A", "'"},
        {"\u201B", "'"},
        {"\u00B4", "'"},
        {"\u201C", " "},
        {"\u201D", " "},
        {"\u201E", " "},
        {"\u201F", " "},
        {"\u00AB", " "},
        {"\u00BB", " "},
        {"\u2013", " - "},
        {"\u2014", " - "},
        {"\u2026", "..."},
    }};
    for (const auto& [mark, plain] : known) {
        for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at)) {
            text.replace(at, mark.size(), plain);
            at += plain.size();
        }
    }
    return text;
}

// A dash joins the numbers of a point's name, and else stands between words.
bool joins(std::string_view text, std::size_t at) {
    if (at == 0 || at + 1 >= text.size()) return false;
    if (text[at] == '\'') return is_word_byte(text[at - 1]) && is_word_byte(text[at + 1]);
    return text[at] == '-' && protocol::is_digit(text[at - 1]) && protocol::is_digit(text[at + 1]);
}

// A dash between blanks.
bool is_dash(std::string_view text, std::size_t at) {
    if (text[at] != '-') return false;
    const bool is_left = at == 0 || text[at - 1] == ' ';
    return is_left && (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '-');
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> found;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) found.push_back(std::exchange(word, {}));
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (is_word_byte(text[at]) || joins(text, at)) {
            word += text[at];
            continue;
        }
        end_word();
        const bool is_mark = marks.find(text[at]) != marks.npos || is_dash(text, at);
        if (is_mark) found.emplace_back(1, text[at]);
    }
    end_word();
    return found;
}

std::string folded(std::string_view text) {
    return plain_marks(mime::without_case(text));
}

bool is_any_mark(const Token& token, std::string_view marks_of) {
    return token.text.size() == 1 && marks_of.find(token.text.front()) != marks_of.npos;
}

// Without addresses of pages and mailboxes: their words and marks are no sentence's.
std::string without_addresses(std::string_view line) {
    std::string text;
    for (const std::string_view word : protocol::words_of(line)) {
        const bool is_address = word.find("://") != word.npos || word.find('@') != word.npos ||
                                word.starts_with("www.");
        if (!is_address) text.append(text.empty() ? "" : " ").append(word);
    }
    return text;
}

}  // namespace

void add_tokens(std::vector<Token>& tokens, std::string_view line, std::size_t number) {
    const std::string text = without_addresses(line);
    const std::vector<std::string> written = split(plain_marks(mime::normal_form(text)));
    const std::vector<std::string> words = split(folded(text));
    for (std::size_t i = 0; i < words.size(); ++i) {
        // Without case a word may be longer, but none more or less.
        const bool is_capital = i < written.size() && written[i].front() != words[i].front();
        tokens.push_back({words[i], number, is_capital, false});
    }
    tokens.push_back({"/", number, false, false});
}

bool is_boundary(const Token& token) {
    return is_any_mark(token, ".!?:;-/()");
}

bool is_sentence_end(const Token& token) {
    return is_any_mark(token, ".!?");
}

Phrase::Phrase(std::string_view text) {
    for (const std::string_view word : protocol::words_of(text)) {
        if (word == "^") {
            begins_sentence_ = true;
        } else if (word == "$") {
            ends_sentence_ = true;
        } else {
            add_part(word);
        }
    }
    if (parts_.empty()) throw std::invalid_argument("a phrase has no words");
}

void Phrase::add_part(std::string_view text) {
    if (text == "POINT") return parts_.push_back({Part::Kind::point, {}});
    if (text == "...") return parts_.push_back({Part::Kind::gap, {}});
    const bool is_open = text.ends_with('*');
    for (std::string& word : split(folded(text))) {
        parts_.push_back({Part::Kind::word, std::move(word)});
    }
    if (is_open && !parts_.empty()) parts_.back().kind = Part::Kind::prefix;
}

std::string_view Phrase::first_word() const {
    const Part& first = parts_.front();
    return first.kind == Part::Kind::word ? std::string_view(first.text) : std::string_view();
}

std::optional<std::size_t> Phrase::match(std::span<const Token> tokens, std::size_t at,
                                         const IsPoint& is_point) const {
    if (begins_sentence_ && at > 0 && !is_boundary(tokens[at - 1])) return std::nullopt;
    return match_parts(tokens, at, 0, is_point);
}

std::optional<std::size_t> Phrase::match_parts(std::span<const Token> tokens, std::size_t at,
                                               std::size_t part, const IsPoint& is_point) const {
    if (part == parts_.size()) {
        const bool is_end = at == tokens.size() || is_boundary(tokens[at]);
        return is_end || !ends_sentence_ ? std::optional(at) : std::nullopt;
    }
    // A phrase may go on in the next line.
    if (part > 0 && at < tokens.size() && tokens[at].text == "/") ++at;
    if (at == tokens.size()) return std::nullopt;
    const Part& wanted = parts_[part];
    if (wanted.kind == Part::Kind::gap) {
        for (std::size_t words = 0; words <= gap_words_max && at + words < tokens.size(); ++words) {
            if (auto end = match_parts(tokens, at + words, part + 1, is_point)) return end;
            const Token& passed = tokens[at + words];
            if (is_boundary(passed) && passed.text != "/") return std::nullopt;
        }
        return std::nullopt;
    }
    const Token& token = tokens[at];
    if (token.is_masked) return std::nullopt;
    const bool fits = wanted.kind == Part::Kind::point    ? is_point(token.text)
                      : wanted.kind == Part::Kind::prefix ? token.text.starts_with(wanted.text)
                                                          : token.text == wanted.text;
    return fits ? match_parts(tokens, at + 1, part + 1, is_point) : std::nullopt;
}

void Phrases::add(Phrase phrase) {
    const std::string first(phrase.first_word());
    (first.empty() ? others_ : by_word_[first]).push_back(std::move(phrase));
}

std::optional<std::size_t> Phrases::match(std::span<const Token> tokens, std::size_t at,
                                          const IsPoint& is_point) const {
    const auto first_of = [&](const std::vector<Phrase>& phrases) -> std::optional<std::size_t> {
        for (const Phrase& phrase : phrases) {
            if (auto end = phrase.match(tokens, at, is_point)) return end;
        }
        return std::nullopt;
    };
    const auto known = by_word_.find(tokens[at].text);
    auto end = known == by_word_.end() ? std::nullopt : first_of(known->second);
    return end ? end : first_of(others_);
}

std::optional<std::size_t> Phrases::find(std::span<const Token> tokens,
                                         const IsPoint& is_point) const {
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (match(tokens, at, is_point)) return at;
    }
    return std::nullopt;
}

std::map<std::string, Phrases, std::less<>> read_phrases(std::string_view text) {
    std::map<std::string, Phrases, std::less<>> sections;
    Phrases* section = nullptr;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = protocol::trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with('[') && line.ends_with(']')) {
            section = &sections[std::string(line.substr(1, line.size() - 2))];
            continue;
        }
        if (section == nullptr) {
            throw std::invalid_argument("line " + std::to_string(number) + " is in no section");
        }
        section->add(Phrase(line));
    }
    return sections;
}

}  // namespace tanbo::mail::commands
