#pragma once

#include <chrono>

#include <boost/asio/basic_waitable_timer.hpp>

#include "server/base/async.hpp"

namespace tanbo::base {

// Asio's timer with the one executor.
using Timer = boost::asio::basic_waitable_timer<
    std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

}  // namespace tanbo::base
