#pragma once

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

// Of an answer with the elements in the member `name`. Errors: malformed_json, invalid_field.
Result<ListPage> decode_list_page(std::string_view answer, std::string_view name);

// All elements as one page: {"games":[...],"next":null}.
std::string encode_list(std::string_view name, const std::vector<std::string>& elements);

}  // namespace tanbo::protocol
