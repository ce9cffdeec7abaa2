#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"

namespace tanbo::protocol {

// A page of a list, with its elements as they came.
struct ListPage {
    std::vector<std::string> elements;  // JSON, in ASCII
    std::string next;                   // the cursor of the next page; empty on the last
};

// Reads an answer that has the elements in its member `name`. Errors: malformed_json,
// invalid_field.
Result<ListPage> decode_list_page(std::string_view answer, std::string_view name);

inline constexpr std::size_t page_elements_max = 1000;
inline constexpr std::size_t cursor_bytes_max = 4096;
inline constexpr std::size_t list_bytes_max = std::size_t{64} << 20U;

// The elements of a list's pages, each once.
class WholeList {
public:
    // False if the pages have more than list_bytes_max; then it is of no more use.
    bool add(ListPage page);

    const std::vector<std::string>& elements() const { return elements_; }

private:
    std::vector<std::string> elements_;
    std::set<std::string> seen_;
    std::size_t bytes_ = 0;
};

// All elements as one page: {"games":[...],"next":null}.
std::string encode_list(std::string_view name, const std::vector<std::string>& elements);

}  // namespace tanbo::protocol
