#pragma once

#include <cstddef>
#include <cstdint>
#include <gumbo.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tanbo::mail::mime {

inline constexpr std::size_t selector_parts_max = 16;  // with more it fits by its last ones

// "table.x > td #y", as far as it can be said of a page that nobody looks at: what it asks of an
// attribute's value, of siblings or of places among them holds.
class CssSelector {
public:
    // Nothing if it is for what happens (":hover"), or is made by the style ("::before").
    // Requires: plain_css in lower case.
    static std::optional<CssSelector> read(std::string_view text);

    // `node` is an element. Cost: by parts and by how deep it stands.
    bool fits(const GumboNode& node) const;

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
    static bool fits_part(const GumboElement& element, const Part& part);
    bool fits_within(const GumboNode& node) const;

    std::vector<Part> parts_;  // the last is of the element itself
};

}  // namespace tanbo::mail::mime
