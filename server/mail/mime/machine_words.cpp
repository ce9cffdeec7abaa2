#include "server/mail/mime/machine_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "protocol/json/words.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/unicode.hpp"

namespace tanbo::embedded {
extern const std::string_view machines_text;
}

namespace tanbo::mail::mime {
namespace {

std::string_view next_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// A * at one end of a pattern stands for any letters.
bool fits(std::string_view text, std::string_view pattern) {
    if (pattern.ends_with('*')) {
        return text.starts_with(pattern.substr(0, pattern.size() - 1));
    }
    if (pattern.starts_with('*')) return text.ends_with(pattern.substr(1));
    return text == pattern;
}

bool fits_any(std::string_view text, const std::vector<std::string>& patterns) {
    return std::ranges::any_of(patterns,
                               [text](const std::string& pattern) { return fits(text, pattern); });
}

bool has_any(const HeaderBlock& headers, const std::vector<std::string>& patterns) {
    return std::ranges::any_of(
        headers.fields, [&](const HeaderField& field) { return fits_any(field.name, patterns); });
}

// Whether one of the words of "DR, OOF, AutoReply" is that one, which is in lower case.
bool has_word(std::string_view value, std::string_view word) {
    constexpr std::string_view between = ",; \t\r\n\"";
    const std::string lower = protocol::lower(value);
    std::string_view rest = lower;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(between), rest.size());
        if (rest.substr(0, end) == word) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

// Without blanks and the brackets and quotes in which programs put what they add: "[Auto-Reply] x".
std::string_view without_opening(std::string_view subject) {
    return subject.substr(std::min(subject.find_first_not_of(" \t[(<*\"'"), subject.size()));
}

// A mail of ours, or an answer of ours to a mail.
bool is_of_ours(std::string_view subject) {
    constexpr std::array<std::string_view, 3> begins{"tanbo game ", "tanbo:", "re:"};
    return std::ranges::any_of(
        begins, [subject](std::string_view begin) { return subject.starts_with(begin); });
}

// The text behind the colon that comes next; nothing if something else does.
std::optional<std::string_view> behind_colon(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with(':')) return std::nullopt;
    return without_opening(text.substr(1));
}

// Whether the words may end before this: "Out of office" and "Out of office: x", but no "Out of
// office hours it is cheaper".
bool is_end(std::string_view text) {
    constexpr std::array<std::string_view, 7> marks{":", "]", ")", "[", "(", "\u2013", "\u2014"};
    const std::string_view rest = trimmed(text);
    if (rest.empty() || rest.find_first_not_of(".!*\"'>") == std::string_view::npos) return true;
    return rest.starts_with("- ") || std::ranges::any_of(marks, [rest](std::string_view mark) {
               return rest.starts_with(mark);
           });
}

bool begins_so(std::string_view subject, const MachineWords::Subject& known) {
    if (!subject.starts_with(known.words)) return false;
    const std::string_view rest = subject.substr(known.words.size());
    if (known.goes_on) return rest.empty() || rest.starts_with(' ') || is_end(rest);
    if (!known.is_before_ours_only) return is_end(rest);
    const auto about = behind_colon(rest);
    return about && is_of_ours(*about);
}

}  // namespace

MachineWords::MachineWords(std::string_view text) {
    std::string_view section;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = next_line(text);
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with('[') && line.ends_with(']')) {
            section = line.substr(1, line.size() - 2);
            continue;
        }
        try {
            read_line(line, section);
        } catch (const std::invalid_argument& why) {
            throw std::invalid_argument("line " + std::to_string(number) + ": " + why.what());
        }
    }
}

void MachineWords::read_line(std::string_view line, std::string_view section) {
    constexpr std::string_view absence = "absence ";
    constexpr std::string_view receipt = "receipt ";
    if (section == "fields") {
        fields_.push_back(protocol::lower(line));
    } else if (section == "lists") {
        lists_.push_back(protocol::lower(line));
    } else if (section == "local parts") {
        local_parts_.push_back(protocol::lower(line));
    } else if (section == "values") {
        values_.push_back(read_value(line));
    } else if (section == "wishes") {
        wishes_.push_back(read_value(line));
    } else if (section.starts_with(absence)) {
        add_subject(line, MachineSubject::absence, section.substr(absence.size()));
    } else if (section.starts_with(receipt)) {
        add_subject(line, MachineSubject::receipt, section.substr(receipt.size()));
    } else {
        throw std::invalid_argument("there is no section [" + std::string(section) + "]");
    }
}

MachineWords::Value MachineWords::read_value(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        throw std::invalid_argument("\"" + std::string(line) + "\" has no colon");
    }
    return {protocol::lower(trimmed(line.substr(0, colon))),
            protocol::lower(trimmed(line.substr(colon + 1)))};
}

void MachineWords::add_subject(std::string_view line, MachineSubject kind,
                               std::string_view language) {
    Subject subject{kind, std::string(language), {}};
    subject.goes_on = line.ends_with('*');
    subject.is_before_ours_only = line.ends_with(':');
    if (subject.goes_on || subject.is_before_ours_only) line.remove_suffix(1);
    subject.words = without_case(trimmed(line));
    if (subject.words.empty()) throw std::invalid_argument("an entry has no words");
    subjects_.push_back(std::move(subject));
}

bool MachineWords::has_any_value(const HeaderBlock& headers, const std::vector<Value>& values) {
    return std::ranges::any_of(values, [&](const Value& known) {
        return std::ranges::any_of(headers.fields, [&](const HeaderField& field) {
            return field.name == known.field && has_word(field.value, known.word);
        });
    });
}

bool MachineWords::is_automatic(const HeaderBlock& headers) const {
    return has_any(headers, fields_) || has_any_value(headers, values_);
}

bool MachineWords::wants_no_answers(const HeaderBlock& headers) const {
    return has_any_value(headers, wishes_);
}

bool MachineWords::is_from_list(const HeaderBlock& headers) const {
    return has_any(headers, lists_);
}

bool MachineWords::is_of_program(std::string_view address) const {
    const std::string key = address_key(address);
    return fits_any(std::string_view(key).substr(0, key.find_first_of("@+=")), local_parts_);
}

bool MachineWords::is_subject(std::string_view subject, MachineSubject kind) const {
    const std::string text = without_case(subject);
    const std::string_view begin = without_opening(text);
    return std::ranges::any_of(subjects_, [&](const Subject& known) {
        return known.kind == kind && begins_so(begin, known);
    });
}

std::string_view machine_words_text() {
    return embedded::machines_text;
}

const MachineWords& machine_words() {
    static const MachineWords words(machine_words_text());
    return words;
}

}  // namespace tanbo::mail::mime
