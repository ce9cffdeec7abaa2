#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "server/cli/home/home_model.hpp"
#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

// Asks a server for its home again and again on a thread of its own, which a slow line may keep.
class HomeFeed {
public:
    HomeFeed(std::string url, std::string token, std::string handle);
    ~HomeFeed();
    HomeFeed(const HomeFeed&) = delete;
    HomeFeed& operator=(const HomeFeed&) = delete;

    // Readable once news has come that take() yields.
    int descriptor() const { return descriptor_; }
    HomeNews take();
    // Asks now instead of in a few seconds.
    void hurry();

private:
    void run(const std::stop_token& stop);
    // Keeps what it had of a list that can't be read.
    HomeNews ask(const HttpClient& client, HomeNews news) const;

    std::string url_;
    std::string token_;
    std::string handle_;
    int descriptor_ = -1;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    HomeNews news_;
    bool is_hurried_ = false;
    std::jthread thread_;  // last: it uses all of these
};

}  // namespace tanbo::cli
