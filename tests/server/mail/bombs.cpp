#include "tests/server/mail/bombs.hpp"

#include <map>

namespace tanbo::mail {

namespace {

const std::string from_anna = "From: anna@example.org\r\n";
const std::string multipart = "Content-Type: multipart/mixed";
const std::string html_page = from_anna + "Content-Type: text/html\r\n\r\n";
const std::string a_move = "move 17 K10";

std::string times(int count, std::string_view text) {
    std::string all;
    for (int number = 0; number < count; ++number) all += text;
    return all;
}

// Joins the parts of the numbers from 0 on, with `between` in between.
template <class Part>
std::string joined(int count, std::string_view between, Part part) {
    std::string all;
    for (int number = 0; number < count; ++number) {
        if (number > 0) all += between;
        all += part(std::to_string(number));
    }
    return all;
}

// The fields of an answer to the game's mail, as a program without CR writes them.
std::string answer(std::string_view number) {
    return "From: Anna <anna@example.org>\nSubject: Re: Tanbo game 17: anna - ben\nMessage-ID: <h" +
           std::string(number) + "@example.org>\nDate: Fri, 20 Nov 2026 20:41:07 +0100\n";
}

std::string nested_multiparts() {
    const auto levels = joined(300, "", [](const std::string& level) {
        return multipart + "; boundary=\"b" + level + "\"\r\n\r\n--b" + level + "\r\n";
    });
    return from_anna + levels + "Content-Type: text/plain\r\n\r\n" + a_move + "\r\n";
}

std::string many_headers() {
    return from_anna +
           joined(3000, "", [](const std::string& number) { return "X-" + number + ": y\r\n"; }) +
           "\r\n" + a_move + "\r\n";
}

std::string long_references() {
    const auto references = joined(
        3000, "\r\n ", [](const std::string& number) { return '<' + number + "@example.org>"; });
    return from_anna + "References: " + references + "\r\n\r\n" + a_move + "\r\n";
}

std::string html_formatting() {
    const auto open = joined(3000, "", [](const std::string& id) { return "<b id=" + id + '>'; });
    return html_page + "<p>" + open + times(3000, "<p>x") + "\r\n";
}

std::string parameters() {
    const auto pieces = joined(
        1500, ";\r\n ", [](const std::string& number) { return "x*" + number + "*=utf-8''%41"; });
    return from_anna + "Content-Type: text/plain;\r\n " + pieces + "\r\n\r\n" + a_move + "\r\n";
}

std::string nested_groups() {
    return answer("903") + "MIME-Version: 1.0\n" + multipart + "; boundary=b\n\n--b\n\n" + a_move +
           "\n--b\nContent-Type: message/rfc822\n\nTo: " + times(5000, "a:") + "\n\nx\n--b--\n";
}

std::map<std::string, std::string, std::less<>> all_bombs() {
    const std::string word = "=?utf-8?b?bW92ZSAxNyBLMTA=?=";
    const std::string of_b = multipart + "; boundary=b\r\n\r\n";
    return {
        {"bomb-encoded-words",
         from_anna + "Subject: " + word + times(1499, "\r\n " + word) + "\r\n\r\nx\r\n"},
        {"bomb-html-formatting", html_formatting()},
        {"bomb-html-nesting", html_page + times(6000, "<div>") + a_move + "\r\n"},
        {"bomb-html-quotes", answer("904") + "Content-Type: text/html\n\n" +
                                 times(4000, "<p id=zwchr>" + a_move) + '\n'},
        {"bomb-line-without-end", from_anna + "\r\n" + times(30'000, "K10")},
        {"bomb-long-header",
         from_anna + "X: " + std::string(300'000, 'a') + "\r\n\r\n" + a_move + "\r\n"},
        {"bomb-long-references", long_references()},
        {"bomb-many-headers", many_headers()},
        {"bomb-many-parts", from_anna + of_b + times(2000, "--b\r\n\r\nx\r\n") + "--b--\r\n"},
        {"bomb-nested-groups", nested_groups()},
        {"bomb-nested-messages",
         from_anna + times(401, "Content-Type: message/rfc822\r\n\r\n") + "\r\n" + a_move + "\r\n"},
        {"bomb-nested-multiparts", nested_multiparts()},
        {"bomb-no-boundary", from_anna + multipart + "\r\n\r\n--\r\n" + a_move + "\r\n"},
        {"bomb-parameters", parameters()},
        {"bomb-quoted-lines", from_anna + "\r\n" + times(900, std::string(60, '>') + "\r\n")},
        {"bomb-same-boundary",
         from_anna + of_b + "--b\r\n" + of_b + "--b\r\n\r\n" + a_move + "\r\n--b--\r\n"},
    };
}

}  // namespace

std::optional<std::string> bomb(std::string_view name) {
    static const auto bombs = all_bombs();
    const auto found = bombs.find(name);
    return found == bombs.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace tanbo::mail
