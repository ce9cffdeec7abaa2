#include "server/account/access/common_passwords.hpp"

#include <algorithm>

#include "protocol/games/requests.hpp"
#include "protocol/json/words.hpp"

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
    return std::ranges::binary_search(words_, text);
}

bool CommonPasswords::has(std::string_view password) const {
    const std::string folded = protocol::lower(password);
    if (std::ranges::binary_search(passwords_, folded) || is_word(folded)) return true;
    const std::string_view text = folded;
    return std::ranges::any_of(endings_, [&](const std::string& ending) {
        return text.ends_with(ending) && is_word(text.substr(0, text.size() - ending.size()));
    });
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
