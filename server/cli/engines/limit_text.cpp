#include "server/cli/engines/limit_text.hpp"

#include <algorithm>
#include <charconv>

#include "protocol/json/words.hpp"

namespace tanbo::cli {

std::optional<std::uint64_t> read_limit(std::string_view word) {
    const bool is_negative = word.starts_with('-');
    if (is_negative || word.starts_with('+')) word.remove_prefix(1);
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const std::size_t fraction =
        std::min(word.find_first_not_of("0123456789", digits + 1), word.size());
    const bool is_whole = digits == word.size();
    const bool has_fraction = !is_whole && word[digits] == '.' && fraction == word.size();
    if (digits == 0 || (!is_whole && !has_fraction)) return std::nullopt;
    if (is_negative) return 0;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + digits, number);
    return error == std::errc() ? std::min(number, limit_max) : limit_max;
}

std::optional<std::uint64_t> read_number(std::string_view word, std::uint64_t number_max) {
    const auto number = protocol::whole_number(word);
    if (!number || static_cast<std::uint64_t>(*number) > number_max) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

}  // namespace tanbo::cli
