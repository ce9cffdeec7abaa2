#pragma once

#include <array>
#include <chrono>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/http/routes.hpp"

namespace tanbo::http {

// Requests by group of routes and class of status, and how long they took.
// Thread: any.
class RequestMetrics {
public:
    explicit RequestMetrics(base::Metrics& metrics);

    // route: null if no route was found. Streams count up to their first byte.
    void observe(const Route* route, int status, std::chrono::steady_clock::duration took);

private:
    struct Row {
        std::array<base::Counter*, 5> by_class;  // 1xx to 5xx
        base::Histogram* seconds;
    };
    std::vector<Row> rows_;  // one a route, in the table's order; the last for none
};

}  // namespace tanbo::http
