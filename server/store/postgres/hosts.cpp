#include "server/store/postgres/hosts.hpp"

#include <algorithm>
#include <array>

namespace tanbo::store {
namespace {

// Words that have a value for each host, behind commas.
constexpr std::array<std::string_view, 3> of_hosts = {"host", "hostaddr", "port"};

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

std::string join(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (&part == parts.data() ? "" : ",") + part;
    return text;
}

std::vector<std::string> values_of(const PostgresHosts::Words& words, std::string_view key) {
    const auto found = std::ranges::find(words, key, &PostgresHosts::Words::value_type::first);
    return found == words.end() ? std::vector<std::string>() : split(found->second);
}

std::vector<std::string> hosts_of(const PostgresHosts::Words& words) {
    const std::vector<std::string> hosts = values_of(words, "host");
    return hosts.empty() ? values_of(words, "hostaddr") : hosts;
}

}  // namespace

PostgresHosts::PostgresHosts(const Words& words)
    : hosts_(hosts_of(words)), ports_(values_of(words, "port")) {}

PostgresHosts::Words PostgresHosts::in_turn(Words words) const {
    const std::size_t first = first_;
    if (first == 0) return words;
    for (auto& [key, value] : words) {
        if (std::ranges::find(of_hosts, key) == of_hosts.end()) continue;
        std::vector<std::string> values = split(value);
        if (values.size() != hosts_.size()) continue;  // one port for all
        std::ranges::rotate(values, values.begin() + static_cast<std::ptrdiff_t>(first));
        value = join(values);
    }
    return words;
}

std::size_t PostgresHosts::found(std::string_view host, std::string_view port) {
    for (std::size_t place = 0; place < hosts_.size(); ++place) {
        const bool has_port = ports_.size() == hosts_.size();
        if (hosts_[place] != host || (has_port && ports_[place] != port)) continue;
        first_ = place;
        return place;
    }
    return first_;
}

void PostgresHosts::lost(std::size_t place) {
    if (hosts_.size() < 2) return;
    first_.compare_exchange_strong(place, (place + 1) % hosts_.size());
}

}  // namespace tanbo::store
