#include "tests/protocol/well_formed.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tanbo::protocol {

namespace {

bool is_name_character(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '-' || character == ':';
}

// Reads a text from its beginning.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    bool is_done() const { return rest_.empty(); }
    bool sees(char character) const { return !rest_.empty() && rest_.front() == character; }

    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    bool take_blanks() {
        const std::size_t before = rest_.size();
        while (sees(' ') || sees('\n')) rest_.remove_prefix(1);
        return rest_.size() < before;
    }

    template <class Predicate>
    std::string_view take_while(Predicate is_wanted) {
        std::size_t bytes = 0;
        while (bytes < rest_.size() && is_wanted(rest_[bytes])) ++bytes;
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }

private:
    std::string_view rest_;
};

// The characters up to `stop`, among them no markup but the entities of XML.
bool take_characters(Scanner& in, char stop) {
    while (!in.is_done() && !in.sees(stop)) {
        if (in.sees('<')) return false;
        if (!in.sees('&')) {
            in.take_while([&](char c) { return c != '<' && c != '&' && c != stop; });
            continue;
        }
        if (!in.take("&lt;") && !in.take("&gt;") && !in.take("&amp;") && !in.take("&quot;") &&
            !in.take("&apos;")) {
            return false;
        }
    }
    return true;
}

bool take_attributes(Scanner& in) {
    std::set<std::string_view> names;
    while (in.take_blanks()) {
        if (in.sees('>') || in.sees('/')) return true;
        const std::string_view name = in.take_while(is_name_character);
        if (name.empty() || !names.insert(name).second) return false;
        if (!in.take("=\"") || !take_characters(in, '"') || !in.take("\"")) return false;
    }
    return in.sees('>') || in.sees('/');
}

bool take_tag(Scanner& in, std::vector<std::string_view>& open) {
    if (in.take("</")) {
        const std::string_view name = in.take_while(is_name_character);
        if (open.empty() || open.back() != name) return false;
        open.pop_back();
        return in.take(">");
    }
    if (!in.take("<")) return false;
    const std::string_view name = in.take_while(is_name_character);
    if (name.empty() || !take_attributes(in)) return false;
    if (in.take("/>")) return true;
    open.push_back(name);
    return in.take(">");
}

bool is_capital(char character) {
    return character >= 'A' && character <= 'Z';
}

bool take_value(Scanner& in) {
    if (!in.take("[")) return false;
    while (!in.is_done() && !in.sees(']')) {
        if (in.take("\\")) {
            if (in.is_done()) return false;
            in.take_while(
                [is_first = true](char) mutable { return std::exchange(is_first, false); });
        } else {
            in.take_while([](char c) { return c != ']' && c != '\\'; });
        }
    }
    return in.take("]");
}

bool take_node(Scanner& in) {
    std::set<std::string_view> names;
    in.take_blanks();
    while (!in.is_done() && !in.sees(';') && !in.sees(')')) {
        const std::string_view name = in.take_while(is_capital);
        if (name.empty() || !names.insert(name).second || !take_value(in)) return false;
        while (in.sees('[')) {
            if (!take_value(in)) return false;
        }
        in.take_blanks();
    }
    return !in.is_done();
}

}  // namespace

bool is_well_formed_xml(std::string_view text) {
    Scanner in(text);
    std::vector<std::string_view> open;
    if (!take_tag(in, open)) return false;
    while (!open.empty()) {
        if (!take_characters(in, '<') || !take_tag(in, open)) return false;
    }
    in.take_blanks();
    return in.is_done();
}

bool is_well_formed_sgf(std::string_view text) {
    Scanner in(text);
    if (!in.take("(")) return false;
    if (!in.sees(';')) return false;
    while (in.take(";")) {
        if (!take_node(in)) return false;
    }
    if (!in.take(")")) return false;
    in.take_blanks();
    return in.is_done();
}

}  // namespace tanbo::protocol
