#pragma once

#include <cstddef>
#include <string_view>

// The cost of pages of HTML, bounded from their bytes before a parser sees them.
namespace tanbo::mail::mime {

// Of all pages of a mail together. The largest honest pages, Word's and those of newsletters, stay
// at a fifth. Source: gumbo 0.10.1, measured: it compares each attribute with those before it in
// its tag, and looks through the open elements at each tag and at each character of a text.
inline constexpr std::size_t page_marks_max = 50'000;              // each <
inline constexpr std::size_t tag_attributes_max = 100;             // of one tag
inline constexpr std::size_t tag_name_bytes_max = 64;              // of one tag
inline constexpr std::size_t page_depth_max = 1'000;               // elements in one another
inline constexpr std::size_t page_nested_bytes_max = 100'000'000;  // each byte times its depth
inline constexpr std::size_t style_steps_max = 3'000'000;          // selectors put to elements

// The part of these limits that a mail has not used yet. Thread: one.
class PageAllowance {
public:
    // Takes what the page can cost at most. False if that passes a limit: the page is not to be
    // parsed. No page passes by bytes that the parser reads otherwise than this does: what may be a
    // tag counts as one, and an end counts only if it surely is one. Cost: linear, some 2 ms a MB.
    bool take_page(std::string_view html);
    // False if there are not so many left.
    bool take_style_steps(std::size_t steps);

private:
    std::size_t marks_ = page_marks_max;
    std::size_t nested_bytes_ = page_nested_bytes_max;
    std::size_t style_steps_ = style_steps_max;
};

}  // namespace tanbo::mail::mime
