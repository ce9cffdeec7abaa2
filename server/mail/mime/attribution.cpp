#include "server/mail/mime/attribution.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/reply_lines.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t attribution_bytes_max = 400;
constexpr std::size_t short_bytes_max = 60;  // "Tanbo wrote:" without date and address

// In lower case. If a verb could be within another word it has a blank before it.
constexpr std::array<std::string_view, 50> verbs{
    " wrote",      " writes",   " schrieb",  " schrieben",  " geschrieben",     " a écrit",
    " écrit",      " écrivit",  " escribió", " escribiu",   " escreveu",        " va escriure",
    " ha scritto", " schreef",  " skrev",    " kirjoitti",  " skrifaði",        " napisał",
    " pisze",      " napsal",   " napísal",  " je napisao", " je napisal",      " írta",
    " a scris",    " έγραψε",   " написал",  " написала",   " пишет",           " пише",
    " написав",    " yazdı",    " yazmış",   " đã viết",    " menulis",         " menulis",
    "写道",        "寫道",      "님이 작성", "のメール",    "さんは書きました", " כתב",
    " كتب",        " rakstīja", " rašė",     " kirjutas",   " idatzi du",       " said",
    " shkroi",     " a dit"};

// With which such lines begin; what follows must hold a date.
constexpr std::array<std::string_view, 38> openers{
    "on ",       "am ",         "le ",         "el ",        "il ",     "em ",   "op ",
    "den ",      "dne ",        "dňa ",        "dnia ",      "w dniu ", "pe ",   "în ",
    "la data ",  "στις ",       "την ",        "το ",        "в ",      "vào ",  "pada ",
    "missatge ", "zitat von ",  "quoting ",    "il giorno ", "a ",      "dana ", "no dia ",
    "at ",       "in article ", "in message ", "citando ",   "quando ", "von ",  "ma ",
    "citát ",    "cytowanie ",  "begin "};

constexpr std::array<std::string_view, 5> citing_starts{"quoting ", "zitat von ", "citando ",
                                                        "cytowanie ", "citát "};

// 1990 to 2099, alone.
bool has_year(std::string_view text) {
    for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
        const std::string_view year = text.substr(at, 4);
        const bool is_century = year.starts_with("20") || year.starts_with("199");
        const bool is_alone = (at == 0 || !protocol::is_digit(text[at - 1])) &&
                              (at + 4 == text.size() || !protocol::is_digit(text[at + 4]));
        if (is_century && is_alone && protocol::is_digit(year[2]) && protocol::is_digit(year[3]))
            return true;
    }
    return false;
}

bool has_date(std::string_view text) {
    return has_year(text) || has_time_or_date(text);
}

template <std::size_t size>
bool starts_with_any(std::string_view text, const std::array<std::string_view, size>& starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return text.starts_with(start); });
}

bool has_verb(std::string_view text) {
    return std::any_of(verbs.begin(), verbs.end(), [&](std::string_view verb) {
        return text.find(verb) != std::string_view::npos;
    });
}

// The line ends as such lines do: with a colon, which the French put a blank before.
bool ends_with_colon(std::string_view line) {
    return line.ends_with(':') || line.ends_with("\uFF1A");
}

bool ends_with_verb(std::string_view text) {
    while (!text.empty() && (text.back() == ':' || text.back() == ' ')) text.remove_suffix(1);
    if (text.ends_with("\uFF1A")) text.remove_suffix(3);
    return std::any_of(verbs.begin(), verbs.end(),
                       [&](std::string_view verb) { return text.ends_with(verb); });
}

// Whether the joined lines are one: in lower case, with a blank before them.
bool is_attribution(std::string_view text) {
    if (text.size() > attribution_bytes_max) return false;
    const std::string_view line = trimmed(text);
    if (starts_with_any(line, citing_starts)) return true;
    if (has_address(line) && has_date(line)) return true;
    if (!has_verb(text)) return false;
    if (has_date(line) || has_address(line)) return true;
    return ends_with_verb(text) && line.size() <= short_bytes_max;
}

// Whether such lines begin with this one rather than with one below it.
bool is_opening(std::string_view line) {
    const std::string lower = folded(trimmed(line));
    if (starts_with_any(lower, citing_starts)) return true;
    if (has_year(lower) && has_time_or_date(lower)) return true;
    return starts_with_any(lower, openers) && has_date(lower);
}

// An address or a parenthesis that ends on a line below.
bool is_unfinished(std::string_view line) {
    const std::size_t angle = line.rfind('<');
    return (angle != std::string_view::npos && line.find('>', angle) == std::string_view::npos) ||
           line.ends_with(',');
}

}  // namespace

std::size_t attribution_lines(std::span<const std::string_view> lines, std::size_t last) {
    if (!ends_with_colon(lines[last])) return 0;
    std::string joined;
    std::size_t found = 0;
    for (std::size_t count = 1; count <= std::min(attribution_lines_max, last + 1); ++count) {
        const std::string_view line = lines[last + 1 - count];
        if (trimmed(line).empty() || is_quoted_line(line)) break;
        joined.insert(0, folded(trimmed(line)));
        joined.insert(0, 1, ' ');
        if (found > 0 && !is_opening(line) && !is_unfinished(line)) continue;
        if (!is_attribution(joined)) continue;
        found = count;
        if (is_opening(line)) break;
    }
    return found;
}

}  // namespace tanbo::mail::mime
