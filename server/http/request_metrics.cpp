#include "server/http/request_metrics.hpp"

#include <algorithm>
#include <string>

namespace tanbo::http {
namespace {

constexpr std::string_view count_help = "Requests answered, by route, method and class of status.";
constexpr std::string_view seconds_help = "Time from a request's arrival to its answer.";

}  // namespace

RequestMetrics::RequestMetrics(base::Metrics& metrics) {
    const auto add = [&](std::string_view method, std::string_view path) {
        const base::Metrics::Labels labels = {{"method", std::string(method)},
                                              {"route", std::string(path)}};
        Row row{};
        for (std::size_t i = 0; i < row.by_class.size(); ++i) {
            base::Metrics::Labels all = labels;
            all.emplace_back("status", std::to_string(i + 1) + "xx");
            row.by_class[i] = &metrics.counter("tanbo_http_requests_total", count_help, all);
        }
        row.seconds = &metrics.histogram("tanbo_http_request_seconds", seconds_help,
                                         base::latency_bounds(), labels);
        rows_.push_back(row);
    };
    for (const Route& route : routes()) add(net::method_name(route.method), route.pattern);
    add("", "");
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
