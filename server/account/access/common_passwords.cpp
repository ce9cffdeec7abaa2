#include "server/account/access/common_passwords.hpp"

#include <algorithm>

#include "protocol/games/requests.hpp"
#include "protocol/json/words.hpp"
#include "server/base/password_text.hpp"

namespace tanbo::embedded {
extern const std::string_view common_passwords_list;
}

namespace tanbo::account {

namespace {

// The part before the first of these, which is taken away with it.
std::string_view take_until(std::string_view& text, std::string_view ends) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return taken;
}

// Letters for the digits and signs that stand for them; `one` is what 1 and ! stand for.
std::string with_letters(std::string_view text, char one) {
    std::string letters(text);
    std::ranges::transform(letters, letters.begin(), [one](char c) {
        constexpr std::string_view signs = "0345789@$+";
        constexpr std::string_view meant = "oeastbgast";
        const std::size_t at = signs.find(c);
        if (at != std::string_view::npos) return meant[at];
        return c == '1' || c == '!' || c == '|' ? one : c;
    });
    return letters;
}

// The length of the shortest beginning of which all of the text is a repetition.
std::size_t period_of(std::string_view text) {
    std::size_t period = 1;
    while (period < text.size() &&
           !text.substr(period).starts_with(text.substr(0, text.size() - period))) {
        ++period;
    }
    return period;
}

// "abcdefgh", "98765432": each character is the next one, or the one before.
bool is_row(std::string_view text) {
    if (text.size() < 3) return false;
    const int step = text[1] - text[0];
    if (step != 1 && step != -1) return false;
    for (std::size_t at = 2; at < text.size(); ++at) {
        if (text[at] - text[at - 1] != step) return false;
    }
    return true;
}

std::string_view without_blanks_around(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

CommonPasswords::CommonPasswords(std::string_view text) {
    std::vector<std::string>* part = nullptr;
    while (!text.empty()) {
        std::string_view line = take_until(text, "\n");
        if (line == "[passwords]") part = &passwords_;
        if (line == "[words]") part = &words_;
        if (line == "[endings]") part = &endings_;
        if (part == nullptr || line.starts_with('[')) continue;
        while (!line.empty()) {
            const std::string_view word = take_until(line, " ");
            if (!word.empty()) part->emplace_back(word);
        }
    }
    std::ranges::sort(passwords_);
    std::ranges::sort(words_);
}

const CommonPasswords& CommonPasswords::compiled_in() {
    static const CommonPasswords list(embedded::common_passwords_list);
    return list;
}

bool CommonPasswords::is_word(std::string_view text) const {
    const auto is_there = [this](std::string_view word) {
        return std::ranges::binary_search(words_, word);
    };
    return is_there(text) || is_there(with_letters(text, 'i')) || is_there(with_letters(text, 'l'));
}

bool CommonPasswords::is_listed(std::string_view text) const {
    if (std::ranges::binary_search(passwords_, text) || is_word(text)) return true;
    return std::ranges::any_of(endings_, [&](const std::string& ending) {
        return text.ends_with(ending) && is_word(text.substr(0, text.size() - ending.size()));
    });
}

bool CommonPasswords::is_spelled(std::string_view text) const {
    const std::string backwards(text.rbegin(), text.rend());
    return is_listed(text) || is_listed(backwards) || is_listed(with_letters(text, 'i')) ||
           is_listed(with_letters(text, 'l'));
}

// The last repetition may be cut off.
bool CommonPasswords::is_repeated(std::string_view text) const {
    const std::size_t period = period_of(text);
    if (period * 2 > text.size()) return false;
    return period <= 2 || is_spelled(text.substr(0, period)) || is_row(text.substr(0, period));
}

bool CommonPasswords::has(std::string_view password) const {
    const std::string folded = protocol::lower(base::password_text(password));
    const std::string_view text = without_blanks_around(folded);
    if (text.empty()) return !folded.empty();
    return is_spelled(text) || is_row(text) || is_repeated(text);
}

std::size_t CommonPasswords::size() const {
    const auto is_long = [](std::size_t bytes) { return bytes >= protocol::password_bytes_min; };
    std::size_t count = 0;
    for (const std::string& password : passwords_) count += is_long(password.size()) ? 1 : 0;
    for (const std::string& word : words_) {
        count += is_long(word.size()) ? 1 : 0;
        for (const std::string& ending : endings_) {
            count += is_long(word.size() + ending.size()) ? 1 : 0;
        }
    }
    return count;
}

protocol::Error common_password() {
    return protocol::refusal(protocol::Code::common_password,
                             "This password is too common. Choose another.");
}

}  // namespace tanbo::account
