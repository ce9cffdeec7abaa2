#include "server/mail/commands/second_thoughts.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "engine/notation.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/commands/lines.hpp"
#include "server/mail/commands/phrases.hpp"

namespace tanbo::embedded {
extern const std::string_view second_thoughts_text;
}

namespace tanbo::mail::commands {
namespace {

// Words of a sentence before a disclaimer that belongs to it.
constexpr std::size_t disclaimer_words_min = 8;

// The sections of second_thoughts.txt, which says what they mean.
struct Book {
    explicit Book(std::map<std::string, Phrases, std::less<>> sections)
        : doubt(std::move(sections["doubt"])),
          friendly(std::move(sections["friendly"])),
          small_talk(std::move(sections["small talk"])),
          praise(std::move(sections["praise"])),
          closing(std::move(sections["closing"])),
          disclaimer(std::move(sections["disclaimer"])),
          elsewhere(std::move(sections["elsewhere"])),
          goes_on(std::move(sections["goes on"])) {}

    Phrases doubt;
    Phrases friendly;
    Phrases small_talk;
    Phrases praise;
    Phrases closing;
    Phrases disclaimer;
    Phrases elsewhere;
    Phrases goes_on;
};

const Book& book() {
    static const Book read(read_phrases(second_thoughts_text()));
    return read;
}

// Lines of words that follow one another in a paragraph.
struct Stream {
    std::vector<Token> tokens;
    bool is_before_point = false;
    bool is_behind_point = false;
};

class Talk {
public:
    Talk(std::span<const TalkLine> lines, std::span<const std::string> points,
         const TalkBoard& board)
        : lines_(lines), points_(points), board_(board) {}

    SecondThought read() {
        std::vector<Stream> streams = split();
        for (Stream& stream : streams) mask_friendly(stream);
        for (const Stream& stream : streams) look_for_doubt(stream);
        for (const Stream& stream : streams) look_for_points(stream);
        return std::move(found_);
    }

private:
    using Kind = TalkLine::Kind;

    std::vector<Stream> split() const {
        std::vector<Stream> streams;
        std::optional<Kind> before;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const TalkLine& line = lines_[i];
            if (line.kind == Kind::words) {
                const bool is_new = before != Kind::words || line.begins_paragraph;
                if (is_new) streams.push_back({{}, false, before == Kind::point});
                add_tokens(streams.back().tokens, line.text, i);
            } else if (line.kind == Kind::point && before == Kind::words) {
                streams.back().is_before_point = true;
            }
            before = line.kind;
        }
        for (Stream& stream : streams) drop_disclaimer(stream);
        return streams;
    }

    // From the line that tells what it is on, and a long sentence that leads to it.
    void drop_disclaimer(Stream& stream) const {
        std::vector<Token>& tokens = stream.tokens;
        const auto found = book().disclaimer.find(tokens, is_point_);
        if (!found) return;
        std::size_t first = tokens[*found].line;
        const auto words_of_line = [&](std::size_t line) {
            return std::ranges::count(tokens, line, &Token::line);
        };
        while (first > tokens.front().line &&
               words_of_line(first - 1) >= static_cast<std::ptrdiff_t>(disclaimer_words_min)) {
            --first;
        }
        std::erase_if(tokens, [first](const Token& token) { return token.line >= first; });
    }

    void mask_friendly(Stream& stream) const {
        std::vector<Token>& tokens = stream.tokens;
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            const auto end = book().friendly.match(tokens, at, is_point_);
            if (!end) continue;
            for (; at < *end; ++at) tokens[at].is_masked = true;
            --at;
        }
    }

    void look_for_doubt(const Stream& stream) {
        const std::vector<Token>& tokens = stream.tokens;
        if (const auto at = book().doubt.find(tokens, is_point_)) tell(tokens[*at]);
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            if (tokens[at].text == "?" && !is_small_talk(tokens, at)) tell(tokens[at]);
        }
        if (stream.is_before_point) look_for_introduction(tokens);
        if (stream.is_behind_point && !tokens.empty() && !tokens.front().is_capital &&
            book().goes_on.match(tokens, 0, is_point_)) {
            tell(tokens.front());
        }
    }

    // "In our last game I played:", or a sentence that the point ends.
    void look_for_introduction(std::span<const Token> tokens) {
        std::size_t end = tokens.size();
        while (end > 0 && tokens[end - 1].text == "/") --end;
        if (end == 0 || is_sentence_end(tokens[end - 1])) return;
        const bool is_open = tokens[end - 1].text != ":";
        if (!is_open) --end;
        std::size_t begin = end;
        while (begin > 0 && !is_sentence_end(tokens[begin - 1])) --begin;
        const auto sentence = tokens.subspan(begin, end - begin);
        for (std::size_t at = 0; at < sentence.size(); ++at) {
            const auto last = book().elsewhere.match(sentence, at, is_point_);
            if (last && (!is_open || *last == sentence.size())) return tell(sentence[at]);
        }
    }

    static std::span<const Token> sentence_at(std::span<const Token> tokens, std::size_t at) {
        std::size_t begin = at;
        while (begin > 0 && !is_sentence_end(tokens[begin - 1])) --begin;
        std::size_t end = at;
        while (end < tokens.size() && !is_sentence_end(tokens[end])) ++end;
        return tokens.subspan(begin, end - begin);
    }

    bool is_small_talk(std::span<const Token> tokens, std::size_t mark) const {
        const auto found = sentence_at(tokens, mark);
        // "??"
        if (found.empty()) return mark > 0 && tokens[mark - 1].text == "?";
        std::vector<Token> sentence(found.begin(), found.end());
        for (Token& token : sentence) token.is_masked = false;
        return book().small_talk.find(sentence, is_point_).has_value();
    }

    void look_for_points(const Stream& stream) {
        const std::span<const Token> tokens = stream.tokens;
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            if (at == 0 || tokens[at].line != tokens[at - 1].line) begin_line(tokens, at);
            if (!is_point_(tokens[at].text)) continue;
            std::string name = capitals(tokens[at].text);
            const bool is_known =
                is_played(name) || std::ranges::find(found_.points, name) != found_.points.end();
            if (is_known || !is_rival(tokens, at, name)) continue;
            tell(tokens[at]);
            found_.points.push_back(std::move(name));
        }
    }

    void begin_line(std::span<const Token> tokens, std::size_t at) {
        const std::size_t line = tokens[at].line;
        if (tokens[at].text == "ps" || tokens[at].text == "p") closed_at_.reset();
        if (book().closing.match(tokens, at, is_point_)) closed_at_ = line;
        const bool is_signature = closed_at_ && line > *closed_at_;
        if (!lines_[line].is_almost_point || is_signature) return;
        const bool is_the_same = std::ranges::any_of(tokens, [&](const Token& token) {
            return token.line == line && is_played(token.text);
        });
        if (!is_the_same) tell(tokens[at]);
    }

    bool is_played(std::string_view word) const {
        return std::ranges::find(points_, capitals(word)) != points_.end();
    }

    // Whether the point that is named may be the one that is meant.
    bool is_rival(std::span<const Token> tokens, std::size_t at, const std::string& name) const {
        const bool has_doubt = !found_.line.empty();
        if (closed_at_ && tokens[at].line > *closed_at_ && !has_doubt) return false;
        if (protocol::point_form(name) == protocol::PointForm::number && !has_doubt) return false;
        const bool is_praised = book().praise.find(sentence_at(tokens, at), is_point_).has_value();
        const auto point =
            board_.lattice != nullptr ? engine::parse_point(*board_.lattice, name) : std::nullopt;
        if (!point || board_.position == nullptr) return !is_praised;
        const engine::Illegal fault = board_.position->legality(*point);
        if (fault == engine::Illegal::occupied) return false;
        return !is_praised || fault == engine::Illegal::none;
    }

    void tell(const Token& token) {
        if (found_.line.empty()) found_.line = lines_[token.line].source;
    }

    const std::span<const TalkLine> lines_;
    const std::span<const std::string> points_;
    const TalkBoard board_;
    const IsPoint is_point_ = [this](std::string_view word) {
        return is_point_name(word, board_.lattice);
    };
    SecondThought found_;
    std::optional<std::size_t> closed_at_;
};

}  // namespace

SecondThought find_second_thought(std::span<const TalkLine> lines,
                                  std::span<const std::string> points, const TalkBoard& board) {
    return Talk(lines, points, board).read();
}

std::string_view second_thoughts_text() {
    return embedded::second_thoughts_text;
}

}  // namespace tanbo::mail::commands
