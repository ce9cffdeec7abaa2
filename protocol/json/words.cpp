#include "protocol/json/words.hpp"

#include <algorithm>

namespace tanbo::protocol {

namespace {

constexpr std::size_t digits_max = 18;

bool all_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string_view without_stops(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \t.!,;") + 1);
}

std::string lower(std::string_view text) {
    std::string folded(text);
    for (char& c : folded) c = lower(c);
    return folded;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

std::string choice_of(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += word == words.back() ? " or " : ", ";
        text.append("\"").append(word).append("\"");
    }
    return text;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    if (!all_digits(text) || text.size() > digits_max) return std::nullopt;
    std::int64_t number = 0;
    for (const char c : text) number = number * 10 + (c - '0');
    return number;
}

PointForm point_form(std::string_view word) {
    constexpr std::size_t row_digits_max = 2;
    constexpr std::size_t number_digits_max = 4;
    constexpr std::size_t solid_digits = 3;
    if (word.empty()) return PointForm::none;
    if (is_letter(word.front())) {
        const std::string_view row = word.substr(1);
        const bool is_row = all_digits(row) && row.size() <= row_digits_max;
        return is_row ? PointForm::letters : PointForm::none;
    }
    if (all_digits(word)) {
        if (word.size() == solid_digits && word.find('0') == word.npos) return PointForm::digits;
        return word.size() <= number_digits_max ? PointForm::number : PointForm::none;
    }
    const bool is_joined = is_digit(word.front()) && is_digit(word.back()) &&
                           word.find("--") == word.npos &&
                           word.find_first_not_of("0123456789-") == word.npos;
    return is_joined ? PointForm::numbers : PointForm::none;
}

}  // namespace tanbo::protocol
