#include "server/app/metrics_text.hpp"

#include <exception>
#include <utility>

#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/metrics.hpp"
#include "server/base/process_metrics.hpp"
#include "server/base/threads/overload.hpp"

namespace tanbo::app {

using protocol::Result;

MetricsText::MetricsText(const base::Metrics& metrics, base::BlockingPool& pool, base::Clock clock)
    : metrics_(metrics),
      pool_(pool),
      clock_(std::move(clock)),
      rate_({.burst = metrics_texts_burst,
             .refill_per_second = metrics_texts_a_second,
             .keys_max = 1}) {}

base::Awaitable<Result<std::string>> MetricsText::get() {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const Answer answer(executor);
    bool is_first = false;
    {
        const std::lock_guard lock(mutex_);
        is_first = waiting_.empty();
        if (is_first && rate_.take("", clock_()) && last_) co_return *last_;
        waiting_.push_back(answer);
    }
    if (is_first) base::spawn(executor, "text of the metrics", make(base::current_client));
    co_return co_await answer.wait();
}

base::Awaitable<void> MetricsText::make(base::ClientKey client) {
    base::current_client = client;
    protocol::Error failure;
    failure.detail = "The server failed. The failure was logged.";
    Result<std::string> text(std::move(failure));
    try {
        auto work = [this] {
            return Result<std::string>(metrics_.text() + base::process_metrics_text());
        };
        text = co_await base::run_or_overloaded(pool_, std::move(work));
    } catch (const std::exception& error) {
        base::log::error("metrics-failed", "could not write the metrics",
                         {{"detail", error.what()}});
    }
    std::vector<Answer> waiting;
    {
        const std::lock_guard lock(mutex_);
        waiting.swap(waiting_);
        if (text) last_ = *text;
    }
    for (const Answer& answer : waiting) answer.set(text);
}

}  // namespace tanbo::app
