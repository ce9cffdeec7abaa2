#pragma once

#include <cstddef>
#include <gumbo.h>
#include <string_view>

#include "server/mail/mime/reading_deadline.hpp"

namespace tanbo::mail::mime {

// The tree that gumbo makes of a page, within bounds of memory and time: twenty kilobytes of
// unclosed tags with attributes of their own can otherwise make gigabytes.
class HtmlTree {
public:
    HtmlTree(std::string_view html, std::size_t bytes_max, const ReadingDeadline& deadline);
    HtmlTree(const HtmlTree&) = delete;
    HtmlTree& operator=(const HtmlTree&) = delete;
    ~HtmlTree();

    // Null if a bound was passed.
    const GumboNode* root() const { return root_; }
    bool is_late() const { return is_late_; }  // that bound was the time

private:
    // In front of each piece of memory that gumbo holds.
    struct Block;

    static void* allocate(void* tree, std::size_t bytes);
    static void release(void* tree, void* memory);

    // False if a bound was passed.
    bool parse(std::string_view html);
    bool is_within_bounds();

    std::size_t bytes_max_;
    const ReadingDeadline& deadline_;
    bool is_late_ = false;
    Block* blocks_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t allocations_ = 0;
    void* way_out_ = nullptr;  // while parsing: a jmp_buf
    const GumboNode* root_ = nullptr;
};

}  // namespace tanbo::mail::mime
