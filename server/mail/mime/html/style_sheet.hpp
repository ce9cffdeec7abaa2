#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "server/mail/mime/html/css_declarations.hpp"
#include "server/mail/mime/html/css_selector.hpp"
#include "server/mail/mime/html/page_measure.hpp"

namespace tanbo::mail::mime {

// Of all <style> elements of a page. Word writes some 60 kilobytes with a hundred such rules.
inline constexpr std::size_t style_bytes_max = std::size_t{256} << 10U;
inline constexpr std::size_t style_rules_max = 1000;  // that do anything to text

// The <style> elements of a page, as they speak of its text.
//
// Rules of a medium hold (a phone's, paper's), but for their colours, which may be those of the
// dark. A later rule wins, however exactly it names what it is for. Source: CSS Cascading Level 4.
class StyleSheet {
public:
    // `css` is what stands in one <style> element.
    void add(std::string_view css);

    // Whether a maximum was passed: not all was read.
    bool is_too_large() const { return is_too_large_; }

    bool is_empty() const { return rules_.empty(); }

    // Of the last element of `chain` (css_selector.hpp). Nothing if that is past the allowance.
    std::optional<Declared> declared(std::span<const ElementFacts> chain,
                                     PageAllowance& allowance) const;

private:
    struct Rule {
        CssSelector selector;
        Declared declared;
    };

    void read_rules(std::string_view css, bool is_of_medium, int depth);
    void add_rules(std::string_view selectors, const Declared& declared);

    std::vector<Rule> rules_;
    std::size_t bytes_ = 0;
    bool is_too_large_ = false;
};

}  // namespace tanbo::mail::mime
