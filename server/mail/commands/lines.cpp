#include "server/mail/commands/lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/notation.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/commands/arguments.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/commands/verbs.hpp"

namespace tanbo::mail::commands {

namespace {

// Words that mail programs put before the subject of an answer, in the languages of Europe.
constexpr std::array<std::string_view, 17> answer_words{
    "re", "aw",  "fwd", "fw",  "wg", "sv",  "vs",  "antw", "antwort",
    "tr", "ref", "rv",  "rif", "r",  "odp", "res", "wtr"};

constexpr std::string_view game_words = "tanbo game ";
constexpr std::string_view stop_word = "stop";

// The end of a mail for us: a signature, a quote, what stands above one, a word that says so.
bool is_end(std::string_view line) {
    if (line.starts_with('>') || line == "--" || line.starts_with("-----") ||
        line.starts_with("_____")) {
        return true;
    }
    constexpr std::array<std::string_view, 4> words{"quit", "end", "exit", stop_word};
    return std::ranges::find(words, protocol::lower(protocol::without_stops(line))) != words.end();
}

// The one of these words that may be said to a stone.
bool is_stop(std::string_view line) {
    return protocol::lower(protocol::without_stops(line)) == stop_word;
}

// "plan 17 if ..." and "plan if ...", of which more lines can follow.
bool begins_plan(std::string_view line) {
    const auto words = protocol::words_of(line);
    if (words.size() < 2 || find_verb(words.front()).verb != "plan") return false;
    const std::string_view second = words[1].starts_with('#') ? words[1].substr(1) : words[1];
    const auto game = read_marked_ply(second);
    const std::string folded = protocol::lower(second);
    return folded == "if" || folded == "game" || (game && protocol::whole_number(game->before));
}

bool begins_with_verb(std::string_view line) {
    const auto words = protocol::words_of(line);
    if (words.empty()) return false;
    return protocol::lower(words.front()) == "tanbo" ||
           find_verb(words.front()).fit == VerbFit::exact;
}

// Takes "[list]" and the like off.
void strip_tags(std::string_view& subject) {
    for (subject = protocol::trimmed(subject); subject.starts_with('[');
         subject = protocol::trimmed(subject)) {
        const std::size_t end = subject.find(']');
        if (end == subject.npos) return;
        subject.remove_prefix(end + 1);
    }
}

// Takes "Re:", "AW :", "Re[2]:" and the like off, and tags around them.
bool strip_answer_word(std::string_view& subject) {
    constexpr std::size_t longest = 8;
    strip_tags(subject);
    const std::size_t colon = subject.find(':');
    if (colon == subject.npos) return false;
    std::string word = protocol::lower(protocol::trimmed(subject.substr(0, colon)));
    word.resize(std::min(word.find_first_of("[(^"), word.size()));
    if (word.size() > longest) return false;
    if (std::ranges::find(answer_words, word) == answer_words.end()) return false;
    subject.remove_prefix(colon + 1);
    strip_tags(subject);
    return true;
}

// How the names of a board's points look; none if any board may be meant.
protocol::PointForm form_of(const engine::Lattice* board) {
    return board == nullptr ? protocol::PointForm::none
                            : protocol::point_form(engine::point_name(*board, 0));
}

bool has_form(std::string_view word, protocol::PointForm form) {
    const protocol::PointForm found = protocol::point_form(word);
    if (form == protocol::PointForm::none)
        return found == protocol::PointForm::letters || found == protocol::PointForm::digits;
    // "12" and "123" are numbers of a line; three digits are a point of a cube.
    if (form == protocol::PointForm::number)
        return found == protocol::PointForm::number || found == protocol::PointForm::digits;
    return found == form;
}

// A letter of another keyboard, as wide as a Chinese one or of Greek or Cyrillic, which may look
// like the one that is meant; as UTF-8.
bool begins_with_foreign_letter(std::string_view word) {
    constexpr std::array<std::string_view, 6> leads{"\xEF\xBC", "\xEF\xBD", "\xCE",
                                                    "\xCF",     "\xD0",     "\xD1"};
    return std::ranges::any_of(leads,
                               [&](std::string_view lead) { return word.starts_with(lead); });
}

// "\u041A10", with a Cyrillic letter, or "\uFF2B\uFF11\uFF10": the point's name in another
// alphabet.
bool is_foreign_point(std::string_view word) {
    constexpr std::string_view wide_digit = "\xEF\xBC";
    constexpr std::size_t wide_bytes = 3;
    const bool is_foreign = !word.empty() && begins_with_foreign_letter(word);
    if (word.empty() || (!is_foreign && !protocol::is_letter(word.front()))) return false;
    word.remove_prefix(!is_foreign ? 1 : word.starts_with('\xEF') ? wide_bytes : 2);
    bool has_digit = false;
    while (!word.empty()) {
        const bool is_wide = word.starts_with(wide_digit) && word.size() >= wide_bytes &&
                             word[2] >= '\x90' && word[2] <= '\x99';
        if (!is_wide && !protocol::is_digit(word.front())) return false;
        word.remove_prefix(is_wide ? wide_bytes : 1);
        has_digit = true;
    }
    return has_digit;
}

// Without what people put around and before a point: "(K10)", "-> K10", "- K10".
std::string_view without_brackets(std::string_view line) {
    const std::size_t first = line.find_first_not_of("([{<-=> ");
    return first == line.npos ? std::string_view() : line.substr(first);
}

// Begins as a point would, had the fingers been surer: "K10, thanks", "K1O", "K 10", "K-10", "10K",
// "(K10)".
bool is_almost_letters(std::string_view line) {
    constexpr std::size_t words_max = 4;
    const auto words = protocol::words_of(without_brackets(line));
    if (words.empty() || words.size() > words_max) return false;
    const std::string_view word = words.front();
    if (words.size() == 1 && is_foreign_point(protocol::without_stops(word))) return true;
    if (word.size() > 1 && protocol::is_letter(word[0]) && protocol::is_digit(word[1])) return true;
    if (words.size() == 1 && word.size() > 1 && protocol::is_digit(word[0]))
        return protocol::is_letter(word.back());
    if (words.size() == 1 && word.size() > 2 && protocol::is_letter(word[0])) {
        return (word[1] == '-' || word[1] == '.' || word[1] == ',') && protocol::is_digit(word[2]);
    }
    const bool is_apart = words.size() == 2 && word.size() == 1 && protocol::is_letter(word[0]);
    return is_apart && protocol::whole_number(protocol::without_stops(words[1])).has_value();
}

// Names the letter of another alphabet: no eye sees it in "\u04127".
std::string fault_of_point(std::string_view line) {
    const auto words = protocol::words_of(without_brackets(line));
    const std::string_view word = words.empty() ? std::string_view() : words.front();
    const bool is_greek = word.starts_with('\xCE') || word.starts_with('\xCF');
    const bool is_cyrillic = word.starts_with('\xD0') || word.starts_with('\xD1');
    if (words.size() != 1 || word.size() < 2 || (!is_greek && !is_cyrillic)) {
        return "The point is not alone on its line";
    }
    const unsigned code = ((static_cast<unsigned char>(word[0]) & 0x1FU) << 6U) |
                          (static_cast<unsigned char>(word[1]) & 0x3FU);
    std::array<char, 4> hex{};
    const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), code, 16).ptr;
    const std::string number = capitals({hex.data(), static_cast<std::size_t>(end - hex.data())});
    return "\"" + std::string(word.substr(0, 2)) + "\" (U+0" + number + ") is a " +
           (is_greek ? "Greek" : "Cyrillic") + " letter, not a Latin one";
}

bool is_almost_numbers(std::string_view line) {
    return protocol::is_digit(line.front()) &&
           line.find_first_not_of("0123456789 -,./?!()") == line.npos;
}

}  // namespace

CommandText command_text(std::string_view written, NormalForm normal_form) {
    CommandText mail;
    bool is_in_plan = false;
    bool is_behind_blank = true;
    for (std::size_t count = 0; !written.empty(); ++count) {
        const std::size_t end = std::min(written.find('\n'), written.size());
        std::string_view raw = written.substr(0, end);
        written.remove_prefix(std::min(end + 1, written.size()));
        if (raw.ends_with('\r')) raw.remove_suffix(1);
        if (count == mail_lines_max) mail.is_cut = true;
        const bool is_last = is_end(protocol::trimmed(raw));
        if (is_last && !is_stop(protocol::trimmed(raw))) break;
        std::string line = clean_line(raw);
        const bool is_read = !mail.is_cut && !is_last && raw.size() <= mail_line_bytes_max;
        const std::string normal = is_read ? normal_words(line, normal_form) : std::string();
        if (line.empty() || !is_read) is_in_plan = false;
        if (is_in_plan && !begins_with_verb(normal) &&
            mail.lines.back().text.size() + line.size() < mail_line_bytes_max) {
            mail.lines.back().text += ' ' + line;
        } else if (!line.empty()) {
            is_in_plan = is_read && begins_plan(normal);
            mail.lines.push_back({std::move(line), is_behind_blank, is_read});
        }
        is_behind_blank = protocol::trimmed(raw).empty();
        if (is_last) break;
    }
    return mail;
}

SubjectText subject_text(std::string_view subject) {
    SubjectText result;
    const std::string clean = clean_line(subject.substr(0, mail_line_bytes_max));
    std::string_view text = clean;
    while (strip_answer_word(text)) result.is_answer = true;
    const std::string folded = protocol::lower(text);
    const bool is_ours = folded.starts_with("tanbo:") || game_of_subject(text).has_value();
    result.is_command = !text.empty() && !is_ours;
    result.text = text;
    return result;
}

std::optional<protocol::GameId> game_of_subject(std::string_view subject) {
    const std::string clean = clean_line(subject.substr(0, mail_line_bytes_max));
    std::string_view text = clean;
    while (strip_answer_word(text)) continue;
    if (!protocol::lower(text).starts_with(game_words)) return std::nullopt;
    text.remove_prefix(game_words.size());
    const auto number =
        protocol::whole_number(text.substr(0, std::min(text.find(':'), text.size())));
    return number ? std::optional(protocol::GameId{*number}) : std::nullopt;
}

std::string_view without_marks(std::string_view line) {
    constexpr std::array<std::string_view, 8> marks{
        "*", "_", "`", "\"", "'", "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E"};
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        line = protocol::trimmed(line);
        for (const std::string_view mark : marks) {
            if (line.starts_with(mark)) {
                line.remove_prefix(mark.size());
                is_changed = true;
            }
            if (line.ends_with(mark)) {
                line.remove_suffix(mark.size());
                is_changed = true;
            }
        }
    }
    return line;
}

std::string capitals(std::string_view point) {
    std::string name(point);
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return name;
}

bool is_point_name(std::string_view word, const engine::Lattice* board) {
    if (board != nullptr) return engine::parse_point(*board, word).has_value();
    return has_form(word, protocol::PointForm::none);
}

PointLine read_point_line(std::string_view line, const engine::Lattice* board) {
    const protocol::PointForm form = form_of(board);
    const auto marked = read_marked_ply(protocol::without_stops(line));
    if (marked && has_form(marked->before, form)) {
        return {PointLine::Kind::point, std::string(marked->before), marked->ply};
    }
    const bool has_letters =
        form == protocol::PointForm::letters || form == protocol::PointForm::none;
    if (line.empty()) return {};
    const bool is_almost = has_letters ? is_almost_letters(line) : is_almost_numbers(line);
    if (!is_almost) return {PointLine::Kind::none, {}, {}};
    return {PointLine::Kind::almost, {}, {}, fault_of_point(line)};
}

}  // namespace tanbo::mail::commands
