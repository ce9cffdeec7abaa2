#include "protocol/client/list_page.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/client/answer_parts.hpp"
#include "protocol/json/json_reader.hpp"

namespace tanbo::protocol {

Result<ListPage> decode_list_page(std::string_view answer, std::string_view name) {
    const auto read = [](const JsonReader& in) { return in.value()->dump(-1, ' ', true); };
    return decode_with<ListPage>(answer, answer_caps, FirstFault(), [&](const JsonReader& in) {
        return ListPage{told_list(in.field(name), read), told_next(in)};
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
