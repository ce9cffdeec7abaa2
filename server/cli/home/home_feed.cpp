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
    HomeNews news;
    while (!stop.stop_requested()) {
        news = ask(client, std::move(news));
        std::unique_lock lock(mutex_);
        news_ = news;
        const std::uint64_t once = 1;
        if (::write(descriptor_, &once, sizeof once) != sizeof once) return;
        changed_.wait_for(lock, stop, home_pause, [this] { return is_hurried_; });
        is_hurried_ = false;
    }
}

HomeNews HomeFeed::ask(const HttpClient& client, HomeNews news) const {
    news.has_come = true;
    news.fault.clear();
    const auto read = [&](const std::string& path, auto decode, const auto& take) {
        const Answer answer = client.get(path);
        auto list = decode(answer.body);
        if (answer.is_ok() && list) return take(std::move(*list));
        if (news.fault.empty()) news.fault = describe(answer);
    };
    const auto read_games = [&](const std::string& query,
                                std::vector<protocol::GameSummary>& games) {
        read("/games?limit=50&" + query, protocol::decode_game_page,
             [&](protocol::GamePage page) { games = std::move(page.games); });
    };
    read("/me/turns?limit=50", protocol::decode_turn_page,
         [&](protocol::TurnPage page) { news.turns = std::move(page.turns); });
    if (!news.fault.empty()) return news;
    read_games("status=active&player=" + query_value(handle_), news.own);
    read_games("status=open", news.open);
    read_games("status=active", news.live);
    read("/challenges?limit=50", protocol::decode_challenge_page,
         [&](protocol::ChallengePage page) { news.challenges = std::move(page.challenges); });
    read("/me/notifications?limit=20", protocol::decode_notifications,
         [&](std::vector<protocol::ToldNotification> all) { news.messages = std::move(all); });
    return news;
}

}  // namespace tanbo::cli
