#include "server/http/negotiate.hpp"

#include <algorithm>

#include "server/net/text.hpp"

namespace tanbo::http {
namespace {

// Cuts off and returns what stands before the separator.
std::string_view next_part(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = net::trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

// A weight in thousandths; what is no weight counts as 0. Source: RFC 9110, 12.4.2.
int weight(std::string_view text) {
    if (text.empty() || (text[0] != '0' && text[0] != '1')) return 0;
    int thousandths = (text[0] - '0') * 1000;
    if (text.size() == 1) return thousandths;
    if (text[1] != '.' || text.size() > 5) return 0;
    int unit = 100;
    for (const char c : text.substr(2)) {
        if (c < '0' || c > '9') return 0;
        thousandths += (c - '0') * unit;
        unit /= 10;
    }
    return std::min(thousandths, 1000);
}

struct Range {
    std::string_view type;     // "text" or "*"
    std::string_view subtype;  // "html" or "*"
    int thousandths = 1000;
};

Range parse_range(std::string_view element) {
    Range range;
    std::string_view media = next_part(element, ';');
    range.type = next_part(media, '/');
    range.subtype = media;
    while (!element.empty()) {
        std::string_view parameter = next_part(element, ';');
        const std::string_view name = next_part(parameter, '=');
        if (net::equal_names(name, "q")) range.thousandths = weight(parameter);
    }
    return range;
}

// How closely a range names a type: 0 not at all, 1 "*/*", 2 "text/*", 3 the type itself.
int closeness(const Range& range, std::string_view offered) {
    const std::string_view type = next_part(offered, '/');
    if (range.type == "*") return range.subtype == "*" ? 1 : 0;
    if (!net::equal_names(range.type, type)) return 0;
    if (range.subtype == "*") return 2;
    return net::equal_names(range.subtype, offered) ? 3 : 0;
}

int preference(std::span<const std::string_view> accepted, std::string_view offered) {
    int closest = 0;
    int thousandths = 0;
    for (const std::string_view element : accepted) {
        const Range range = parse_range(element);
        const int close = closeness(range, offered);
        if (close > closest) {
            closest = close;
            thousandths = range.thousandths;
        }
    }
    return thousandths;
}

}  // namespace

std::optional<std::size_t> choose_type(const net::Request& request,
                                       std::span<const std::string_view> offered) {
    if (!request.header("Accept")) return 0;
    const auto accepted = request.list("Accept");
    std::optional<std::size_t> best;
    int best_thousandths = 0;
    for (std::size_t i = 0; i < offered.size(); ++i) {
        const int thousandths = preference(accepted, offered[i]);
        if (thousandths > best_thousandths) {
            best = i;
            best_thousandths = thousandths;
        }
    }
    return best;
}

bool is_json(std::string_view content_type) {
    if (!net::equal_names(next_part(content_type, ';'), "application/json")) return false;
    while (!content_type.empty()) {
        std::string_view parameter = next_part(content_type, ';');
        const std::string_view name = next_part(parameter, '=');
        if (parameter.size() >= 2 && parameter.starts_with('"') && parameter.ends_with('"')) {
            parameter = parameter.substr(1, parameter.size() - 2);
        }
        if (net::equal_names(name, "charset") && !net::equal_names(parameter, "utf-8")) {
            return false;
        }
    }
    return true;
}

bool is_form(std::string_view content_type) {
    return net::equal_names(next_part(content_type, ';'), "application/x-www-form-urlencoded");
}

}  // namespace tanbo::http
