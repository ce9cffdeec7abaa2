#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "server/cli/engines/step.hpp"

namespace tanbo::cli {

// News of a search.
struct SearchProgress {
    SearchResult result;
    std::chrono::milliseconds elapsed{0};
    bool is_last = false;
};

// One thread that searches, one search at a time, while its caller goes on reading. A file
// descriptor gets readable when there is news.
class SearchThread {
public:
    explicit SearchThread(std::unique_ptr<Engine> engine);
    ~SearchThread();
    SearchThread(const SearchThread&) = delete;
    SearchThread& operator=(const SearchThread&) = delete;

    // Requires: the one before has ended, and its last news was taken.
    void begin(Search search);
    // Its last news comes within 5 ms. An unbounded search that is certain of its result waits for
    // this too.
    void stop();

    int descriptor() const { return event_; }
    // Clears the descriptor.
    std::optional<SearchProgress> take();

private:
    void run(const std::stop_token& end);
    void search(const Search& order, const std::stop_token& stop);
    void publish(SearchProgress news);

    std::unique_ptr<Engine> engine_;
    int event_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Search> order_;
    std::stop_source stop_;
    std::deque<SearchProgress> news_;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::cli
