#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"

namespace tanbo::account {

// Passwords that are guessed first. Thread: any.
class CommonPasswords {
public:
    // `text` is as common_passwords.txt: words between blanks under "[passwords]", "[words]" and
    // "[endings]", after lines that begin with "#".
    explicit CommonPasswords(std::string_view text);
    // The list that is compiled in.
    static const CommonPasswords& compiled_in();

    // Finds them in capitals, with digits and signs ("p4ssw0rd"), backwards and repeated. Also true
    // for one or two characters repeated, and for a row of the alphabet. Cost: a binary search for
    // each ending and spelling.
    bool has(std::string_view password) const;
    // Number of listed passwords that meet the minimum length.
    std::size_t size() const;

private:
    bool is_word(std::string_view text) const;
    bool is_listed(std::string_view text) const;
    bool is_spelled(std::string_view text) const;
    bool is_repeated(std::string_view text) const;

    std::vector<std::string> passwords_;  // sorted
    std::vector<std::string> words_;      // sorted
    std::vector<std::string> endings_;
};

// The refusal of one of them as a new password.
protocol::Error common_password();

}  // namespace tanbo::account
