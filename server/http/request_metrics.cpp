#include "server/http/request_metrics.hpp"

#include <algorithm>
#include <string>

namespace tanbo::http {
namespace {

constexpr std::string_view count_help =
    "Requests answered, by group of routes and class of status.";
constexpr std::string_view seconds_help =
    "Time from a request's arrival to its answer, by group of routes.";
constexpr std::string_view api = "/api/v1/";
// Groups besides the first words of the API's paths.
constexpr std::string_view pages = "pages";
constexpr std::string_view none = "none";

// Seconds: what a player takes for at once, and what they wait for.
std::vector<double> request_bounds() {
    return {0.001, 0.005, 0.025, 0.1, 0.5, 2.5};
}

// "games" for all below /api/v1/games; "pages" for what people read.
std::string_view group_of(const Route& route) {
    std::string_view path = route.pattern;
    if (!path.starts_with(api)) return pages;
    path.remove_prefix(api.size());
    return path.substr(0, path.find('/'));
}

}  // namespace

RequestMetrics::RequestMetrics(base::Metrics& metrics) {
    const auto add = [&](std::string_view group) {
        const base::Metrics::Labels labels = {{"group", std::string(group)}};
        Row row{};
        for (std::size_t i = 0; i < row.by_class.size(); ++i) {
            base::Metrics::Labels all = labels;
            all.emplace_back("status", std::to_string(i + 1) + "xx");
            row.by_class[i] = &metrics.counter("tanbo_http_requests_total", count_help, all);
        }
        row.seconds = &metrics.histogram("tanbo_http_request_seconds", seconds_help,
                                         request_bounds(), labels);
        rows_.push_back(row);
    };
    for (const Route& route : routes()) add(group_of(route));
    add(none);
}

void RequestMetrics::observe(const Route* route, int status,
                             std::chrono::steady_clock::duration took) {
    const bool is_listed = route != nullptr && route != &missing_page_route();
    const std::size_t index =
        is_listed ? static_cast<std::size_t>(route - routes().data()) : rows_.size() - 1;
    const int status_class = std::clamp(status / 100, 1, 5);
    rows_[index].by_class[static_cast<std::size_t>(status_class - 1)]->add();
    rows_[index].seconds->observe(std::chrono::duration<double>(took).count());
}

}  // namespace tanbo::http
