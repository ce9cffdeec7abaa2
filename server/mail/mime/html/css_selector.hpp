#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/mime/html/html_element.hpp"

namespace tanbo::mail::mime {

inline constexpr std::size_t selector_parts_max = 16;  // with more it fits by its last ones

// "table.x > td #y", as far as it can be said of a page that is not shown: what it asks of an
// attribute's value, of siblings or of places among them holds.
class CssSelector {
public:
    // Nothing if it is for what happens (":hover"), or is made by the style ("::before").
    // Requires: plain_css in lower case.
    static std::optional<CssSelector> read(std::string_view text);

    // The last of `chain` is the element, what is before it are those that it stands in, the root
    // first. Adds to `steps` how often something was compared.
    bool fits(std::span<const ElementFacts> chain, std::size_t& steps) const;

private:
    enum class Combinator : std::uint8_t { inside, child_of, beside };
    struct Part {
        std::string name;  // empty: any
        std::string id;
        std::vector<std::string> classes;
        std::vector<std::string> attributes;
        Combinator before = Combinator::inside;  // what joins it with the part before it
    };

    // False if it is for what is not there.
    static bool read_part(std::string_view& text, Part& part);
    static bool fits_part(const ElementFacts& element, const Part& part, std::size_t& steps);
    bool fits_within(std::span<const ElementFacts> chain, std::size_t& steps) const;

    std::vector<Part> parts_;  // the last is of the element itself
};

}  // namespace tanbo::mail::mime
