#include "server/cli/home/home_feed.hpp"

#include <chrono>
#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

constexpr std::chrono::seconds home_pause{10};

std::vector<protocol::GameSummary> games_at(const HttpClient& client, const std::string& query) {
    auto page = protocol::decode_game_page(client.get("/games?limit=50&" + query).body);
    return page ? std::move(page->games) : std::vector<protocol::GameSummary>();
}

}  // namespace

HomeFeed::HomeFeed(std::string url, std::string token, std::string handle)
    : url_(std::move(url)),
      token_(std::move(token)),
      handle_(std::move(handle)),
      descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

HomeFeed::~HomeFeed() {
    thread_.request_stop();
    thread_.join();
    ::close(descriptor_);
}

HomeNews HomeFeed::take() {
    std::uint64_t times = 0;
    if (::read(descriptor_, &times, sizeof times) != sizeof times) times = 0;
    const std::scoped_lock lock(mutex_);
    return news_;
}

void HomeFeed::hurry() {
    const std::scoped_lock lock(mutex_);
    is_hurried_ = true;
    changed_.notify_all();
}

void HomeFeed::run(const std::stop_token& stop) {
    const HttpClient client(url_, token_, stop);
    while (!stop.stop_requested()) {
        HomeNews news = ask(client);
        std::unique_lock lock(mutex_);
        news_ = std::move(news);
        const std::uint64_t once = 1;
        if (::write(descriptor_, &once, sizeof once) != sizeof once) return;
        changed_.wait_for(lock, stop, home_pause, [this] { return is_hurried_; });
        is_hurried_ = false;
    }
}

HomeNews HomeFeed::ask(const HttpClient& client) const {
    HomeNews news;
    news.has_come = true;
    const Answer turns = client.get("/me/turns?limit=50");
    if (!turns.is_ok()) {
        news.fault = describe(turns);
        return news;
    }
    if (auto page = protocol::decode_turn_page(turns.body)) news.turns = std::move(page->turns);
    news.own = games_at(client, "status=active&player=" + query_value(handle_));
    news.open = games_at(client, "status=open");
    news.live = games_at(client, "status=active");
    if (auto page = protocol::decode_challenge_page(client.get("/challenges?limit=50").body)) {
        news.challenges = std::move(page->challenges);
    }
    if (auto all = protocol::decode_notifications(client.get("/me/notifications?limit=20").body)) {
        news.messages = std::move(*all);
    }
    return news;
}

}  // namespace tanbo::cli
