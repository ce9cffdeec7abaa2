#include "server/http/negotiate.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::http {
namespace {

// Cuts off and returns what stands before the separator.
std::string_view next_part(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = protocol::trimmed(rest.substr(0, end));
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

// One element of Accept-Encoding or Accept-Language.
struct Weighed {
    std::string_view name;
    int thousandths = 1000;
};

Weighed parse_weighed(std::string_view element) {
    Weighed weighed{next_part(element, ';')};
    std::string_view parameter = next_part(element, ';');
    if (net::equal_names(next_part(parameter, '='), "q")) weighed.thousandths = weight(parameter);
    return weighed;
}

// The weight of the element of that name, else of "*"; nothing if there is neither.
std::optional<int> weight_of(std::span<const std::string_view> elements, std::string_view name) {
    std::optional<int> of_any;
    for (const std::string_view element : elements) {
        const Weighed weighed = parse_weighed(element);
        if (net::equal_names(weighed.name, name)) return weighed.thousandths;
        if (weighed.name == "*") of_any = weighed.thousandths;
    }
    return of_any;
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

bool wants_page(const net::Request& request) {
    constexpr std::array<std::string_view, 2> offered = {"application/json", "text/html"};
    return choose_type(request, offered) == 1U;
}

Coding choose_coding(const net::Request& request, bool has_gzip, bool has_brotli) {
    const auto elements = request.list("Accept-Encoding");
    Coding best = Coding::identity;
    int best_thousandths = 0;
    const auto offer = [&](bool is_there, Coding coding, std::string_view name) {
        const int thousandths = is_there ? weight_of(elements, name).value_or(0) : 0;
        if (thousandths <= best_thousandths) return;
        best = coding;
        best_thousandths = thousandths;
    };
    offer(has_brotli, Coding::brotli, "br");
    offer(has_gzip, Coding::gzip, "gzip");
    const bool prefers_plain = weight_of(elements, "identity").value_or(0) > best_thousandths;
    return prefers_plain ? Coding::identity : best;
}

std::size_t choose_language(const net::Request& request,
                            std::span<const std::string_view> offered) {
    std::size_t best = 0;
    int best_thousandths = 0;
    for (const std::string_view element : request.list("Accept-Language")) {
        const Weighed weighed = parse_weighed(element);
        std::string_view range = weighed.name;
        const std::string_view primary = next_part(range, '-');
        if (weighed.thousandths <= best_thousandths) continue;
        const auto found = std::ranges::find_if(
            offered, [&](std::string_view one) { return net::equal_names(one, primary); });
        if (found == offered.end()) continue;
        best = static_cast<std::size_t>(found - offered.begin());
        best_thousandths = weighed.thousandths;
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
