#include "server/mail/mime/html/style_sheet.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {
namespace {

constexpr int blocks_max = 8;  // in one another

// At-rules that have rules in them. Others have declarations of their own, which are of no text.
constexpr std::array<std::string_view, 6> around_rules{"@media",     "@supports", "@layer",
                                                       "@container", "@document", "@scope"};

// The end of the block that begins here with its brace.
std::size_t block_end(std::string_view css) {
    int depth = 0;
    for (std::size_t at = 0; at < css.size(); ++at) {
        if (css[at] == '{') ++depth;
        if (css[at] == '}' && --depth == 0) return at;
    }
    return css.size();
}

// Up to the next comma outside of brackets.
std::string_view take_selector(std::string_view& selectors) {
    int depth = 0;
    std::size_t at = 0;
    for (; at < selectors.size(); ++at) {
        const char byte = selectors[at];
        if (byte == '(' || byte == '[') ++depth;
        if (byte == ')' || byte == ']') --depth;
        if (byte == ',' && depth <= 0) break;
    }
    const std::string_view one = selectors.substr(0, at);
    selectors.remove_prefix(std::min(at + 1, selectors.size()));
    return one;
}

// HTML comments are none in CSS: programs put the whole of a style into one.
std::string without_html_comments(std::string_view css) {
    std::string plain;
    while (!css.empty()) {
        const std::size_t mark = css.starts_with("<!--") ? 4 : css.starts_with("-->") ? 3 : 0;
        if (mark == 0) plain += css.front();
        css.remove_prefix(std::max<std::size_t>(mark, 1));
    }
    return plain;
}

}  // namespace

void StyleSheet::add(std::string_view css) {
    bytes_ += css.size();
    if (bytes_ > style_bytes_max) is_too_large_ = true;
    if (is_too_large_) return;
    read_rules(plain_css(without_html_comments(protocol::lower(css))), false, 0);
}

void StyleSheet::read_rules(std::string_view css, bool is_of_medium, int depth) {
    if (depth > blocks_max) is_too_large_ = true;
    while (!is_too_large_) {
        css = trimmed(css);
        const std::size_t brace = css.find_first_of(css.starts_with('@') ? "{;" : "{");
        if (brace == css.npos) return;
        if (css[brace] == ';') {
            css.remove_prefix(brace + 1);
            continue;
        }
        const std::string_view head = trimmed(css.substr(0, brace));
        css.remove_prefix(brace);
        const std::size_t end = block_end(css);
        const std::string_view block = css.substr(1, end == 0 ? 0 : end - 1);
        css.remove_prefix(std::min(end + 1, css.size()));
        if (!head.starts_with('@')) {
            Declared declared = read_declarations(block);
            if (is_of_medium) declared.text.reset();
            if (is_of_medium) declared.ground.reset();
            add_rules(head, declared);
        } else if (std::ranges::any_of(around_rules, [head](std::string_view name) {
                       return head.starts_with(name);
                   })) {
            read_rules(block, true, depth + 1);
        }
    }
}

void StyleSheet::add_rules(std::string_view selectors, const Declared& declared) {
    if (declared.is_empty()) return;
    while (!selectors.empty()) {
        auto selector = CssSelector::read(take_selector(selectors));
        if (!selector) continue;
        if (rules_.size() == style_rules_max) {
            is_too_large_ = true;
            return;
        }
        rules_.push_back({std::move(*selector), declared});
    }
}

std::optional<Declared> StyleSheet::declared(std::span<const ElementFacts> chain,
                                             PageAllowance& allowance) const {
    Declared all;
    for (const Rule& rule : rules_) {
        std::size_t steps = 0;
        if (rule.selector.fits(chain, steps)) all.add(rule.declared);
        if (!allowance.take_style_steps(steps)) return std::nullopt;
    }
    return all;
}

}  // namespace tanbo::mail::mime
