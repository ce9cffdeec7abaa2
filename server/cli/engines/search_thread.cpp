#include "server/cli/engines/search_thread.hpp"

#include <stdexcept>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace tanbo::cli {

namespace {

constexpr std::chrono::milliseconds news_every{250};

using Clock = std::chrono::steady_clock;

std::chrono::milliseconds since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

}  // namespace

SearchThread::SearchThread(std::unique_ptr<Engine> engine)
    : engine_(std::move(engine)), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (event_ < 0) throw std::runtime_error("no file descriptors left");
    thread_ = std::jthread([this](const std::stop_token& end) { run(end); });
}

SearchThread::~SearchThread() {
    stop();
    thread_.request_stop();
    thread_.join();
    ::close(event_);
}

void SearchThread::begin(Search search) {
    {
        const std::lock_guard lock(mutex_);
        stop_ = std::stop_source();
        order_ = std::move(search);
    }
    changed_.notify_all();
}

void SearchThread::stop() {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
}

std::optional<SearchProgress> SearchThread::take() {
    const std::lock_guard lock(mutex_);
    if (news_.empty()) {
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t read = ::read(event_, &count, sizeof count);
        return std::nullopt;
    }
    SearchProgress news = std::move(news_.front());
    news_.pop_front();
    return news;
}

void SearchThread::run(const std::stop_token& end) {
    while (true) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, end, [this] { return order_.has_value(); })) return;
        const Search order = std::move(*order_);
        order_.reset();
        const std::stop_token stop = stop_.get_token();
        lock.unlock();
        search(order, stop);
    }
}

void SearchThread::search(const Search& order, const std::stop_token& stop) {
    const Clock::time_point start = Clock::now();
    Clock::time_point told = start;
    engine_->begin(order.line, order.limits);
    while (!engine_->think(stop) && !stop.stop_requested()) {
        if (Clock::now() - told < news_every) continue;
        told = Clock::now();
        publish({engine_->result(), since(start), false});
    }
    if (!order.limits.has_end()) {
        std::mutex own;
        std::unique_lock lock(own);
        std::condition_variable_any never;
        never.wait(lock, stop, [] { return false; });
    }
    publish({engine_->result(), since(start), true});
}

void SearchThread::publish(SearchProgress news) {
    constexpr std::size_t news_max = 4;  // what is not read is replaced
    const std::lock_guard lock(mutex_);
    if (news_.size() == news_max) news_.pop_front();
    news_.push_back(std::move(news));
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(event_, &one, sizeof one);
}

}  // namespace tanbo::cli
