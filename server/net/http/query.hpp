#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tanbo::net {

inline constexpr std::size_t query_parameters_max = 64;

// The bytes of a percent-encoded text; '+' stays '+'.
// Nothing for a bad escape, NUL, or what isn't UTF-8 after decoding.
std::optional<std::string> percent_decode(std::string_view text);

// The parameters of a query string, in order.
class Query {
public:
    // `a=1&b=x+y`: '+' and %20 are spaces; a name without '=' has an empty value; empty pairs are
    // left out. Nothing for a bad escape, bad UTF-8 or more than query_parameters_max parameters.
    static std::optional<Query> parse(std::string_view raw);

    // The first value of that name.
    std::optional<std::string_view> find(std::string_view name) const;
    int count(std::string_view name) const;
    const std::vector<std::pair<std::string, std::string>>& parameters() const {
        return parameters_;
    }

private:
    std::vector<std::pair<std::string, std::string>> parameters_;
};

}  // namespace tanbo::net
