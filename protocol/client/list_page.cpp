#include "protocol/client/list_page.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json/json_reader.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps page_caps{.bytes = 4'194'304, .depth = 16, .values = 262'144};

}  // namespace

Result<ListPage> decode_list_page(std::string_view answer, std::string_view name) {
    return decode_with<ListPage>(answer, page_caps, FirstFault(), [name](const JsonReader& in) {
        ListPage page;
        const JsonReader list = in.field(name);
        const std::size_t count = list.elements(0, page_elements_max);
        page.elements.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            page.elements.push_back(list.element(i).value()->dump(-1, ' ', true));
        }
        if (const auto next = in.nullable_field("next"))
            page.next = next->text(0, cursor_bytes_max);
        return page;
    });
}

bool WholeList::add(ListPage page) {
    for (std::string& element : page.elements) {
        bytes_ += element.size();
        if (bytes_ > list_bytes_max) return false;
        if (seen_.insert(element).second) elements_.push_back(std::move(element));
    }
    return true;
}

std::string encode_list(std::string_view name, const std::vector<std::string>& elements) {
    std::string list = "{\"" + std::string(name) + "\":[";
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) list += ',';
        list += elements[i];
    }
    return list + "],\"next\":null}";
}

}  // namespace tanbo::protocol
