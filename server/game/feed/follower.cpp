#include "server/game/feed/follower.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "protocol/games/events.hpp"
#include "server/base/client_key.hpp"
#include "server/game/log.hpp"

namespace tanbo::game {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::Result;

enum class Phase : std::uint8_t { idle, reading, live, ended };

Error beyond_the_present(std::uint32_t after, std::uint32_t present) {
    Error error;
    error.code = Code::bad_parameter;
    error.detail = "Event " + std::to_string(after) + " does not exist yet. The game is at event " +
                   std::to_string(present) + ".";
    error.seq = present;
    return error;
}

Error failed(Code code, std::string detail) {
    Error error;
    error.code = code;
    error.detail = std::move(detail);
    return error;
}

}  // namespace

class Follower::State final : public GameSubscriber,
                              public std::enable_shared_from_this<Follower::State> {
public:
    State(Feed& feed, History& history, GameId game, std::weak_ptr<FollowerSink> sink,
          Feed::Attention attention)
        : feed_(feed),
          history_(history),
          game_(game),
          sink_(std::move(sink)),
          is_glance_(attention == Feed::Attention::glance),
          subscription_(feed.follow_game(game, *this, attention)) {}

    // The last line may destroy this.
    void on_frame(const Frame& frame) override {
        if (phase_ != Phase::live) {
            highest_ = std::max(highest_, frame.seq);
            return;
        }
        if (frame.seq <= delivered_) return;
        if (frame.seq != delivered_ + 1) return read_what_is_missing(frame.seq);
        delivered_ = frame.seq;
        const auto sink = sink_.lock();
        if (sink == nullptr) return end();
        sink->push(frame);
    }

    void on_message(const GameMessage& message) override {
        if (!has_begun_ || is_glance_) return;
        const auto sink = sink_.lock();
        if (sink != nullptr) sink->receive(message);
    }

    void end() {
        phase_ = Phase::ended;
        subscription_.reset();
        look_.reset();
    }

    static base::Awaitable<Result<View>> begin(std::shared_ptr<State> self,
                                               std::optional<AccountId> account,
                                               std::optional<std::uint32_t> after);
    static base::Awaitable<Result<void>> run(std::shared_ptr<State> self);

    std::uint32_t delivered() const { return delivered_; }
    bool is_live() const { return phase_ == Phase::live; }

private:
    void read_what_is_missing(std::uint32_t up_to);
    static base::Awaitable<void> resume(std::shared_ptr<State> self);
    static base::Awaitable<bool> write(std::shared_ptr<State> self, protocol::StoredEvent event);
    static base::Awaitable<Result<void>> read_page(std::shared_ptr<State> self);

    Feed& feed_;
    History& history_;
    GameId game_;
    std::weak_ptr<FollowerSink> sink_;
    Phase phase_ = Phase::idle;
    bool has_begun_ = false;
    std::uint32_t delivered_ = 0;             // the last seq the sink was given
    std::uint32_t highest_ = 0;               // the last seq that is known to be in the log
    std::optional<base::Executor> executor_;  // from begin on
    base::ClientKey client_;                  // from begin on
    bool is_glance_;
    Feed::Subscription subscription_;
    Presence::Look look_;
};

base::Awaitable<Result<View>> Follower::State::begin(std::shared_ptr<State> self,
                                                     std::optional<AccountId> account,
                                                     std::optional<std::uint32_t> after) {
    auto view = co_await self->history_.get(self->game_, account);
    if (!view) co_return view.error();
    // The log may be ahead of what is viewed here: another node has played on, or another thread
    // knew a moment earlier, and pushed it.
    const auto head = co_await self->history_.head(self->game_);
    if (!head) co_return head.error();
    const std::uint32_t present = std::max(view->seq(), *head);
    if (after && *after > present) co_return beyond_the_present(*after, present);
    self->executor_ = co_await boost::asio::this_coro::executor;
    self->client_ = base::current_client;
    self->delivered_ = after.value_or(view->seq());
    if (account && !self->is_glance_ && self->phase_ != Phase::ended) {
        self->look_ = self->feed_.look(*account, self->game_);
    }
    // Whatever the feed told before this follower listened, the log has.
    self->highest_ = std::max(self->highest_, present);
    self->has_begun_ = true;
    co_return std::move(*view);
}

base::Awaitable<bool> Follower::State::write(std::shared_ptr<State> self,
                                             protocol::StoredEvent event) {
    const auto sink = self->sink_.lock();
    if (sink == nullptr) co_return false;
    Frame frame = to_frame(self->game_, event);
    const bool is_written = co_await sink->write(std::move(frame));
    if (!is_written || self->phase_ == Phase::ended) co_return false;
    self->delivered_ = event.seq;
    co_return true;
}

base::Awaitable<Result<void>> Follower::State::read_page(std::shared_ptr<State> self) {
    base::current_client = self->client_;
    auto page = co_await self->history_.events(self->game_, self->delivered_, follower_page_events);
    if (!page) co_return page.error();
    if (page->empty()) {
        co_return failed(Code::internal_error, "The log of game " + to_string(self->game_) +
                                                   " ends before its latest event.");
    }
    for (protocol::StoredEvent& event : *page) {
        if (self->phase_ == Phase::ended) co_return Result<void>();
        const bool is_written = co_await write(self, std::move(event));
        if (!is_written) self->end();
    }
    co_return Result<void>();
}

void Follower::State::read_what_is_missing(std::uint32_t up_to) {
    phase_ = Phase::reading;
    highest_ = std::max(highest_, up_to);
    base::spawn(*executor_, "read what a follower has missed", resume(shared_from_this()));
}

base::Awaitable<void> Follower::State::resume(std::shared_ptr<State> self) {
    const auto read = co_await run(self);
    const auto sink = self->sink_.lock();
    if (!read && sink != nullptr) sink->lose(read.error());
}

base::Awaitable<Result<void>> Follower::State::run(std::shared_ptr<State> self) {
    if (self->phase_ == Phase::ended) co_return Result<void>();
    self->phase_ = Phase::reading;
    while (self->delivered_ < self->highest_) {
        auto page = co_await read_page(self);
        if (self->phase_ == Phase::ended) co_return Result<void>();
        if (!page) {
            self->end();
            co_return page.error();
        }
    }
    // Nothing was awaited since the comparison: what becomes known from here on is pushed.
    self->phase_ = Phase::live;
    co_return Result<void>();
}

Follower::Follower(Feed& feed, History& history, GameId game, std::weak_ptr<FollowerSink> sink,
                   Feed::Attention attention)
    : state_(std::make_shared<State>(feed, history, game, std::move(sink), attention)) {}

Follower::~Follower() {
    if (state_) state_->end();
}

Follower::Follower(Follower&&) noexcept = default;

Follower& Follower::operator=(Follower&& other) noexcept {
    if (this != &other && state_) state_->end();
    state_ = std::move(other.state_);
    return *this;
}

base::Awaitable<Result<View>> Follower::begin(std::optional<AccountId> account,
                                              std::optional<std::uint32_t> after) {
    return State::begin(state_, account, after);
}

base::Awaitable<Result<void>> Follower::run() {
    return State::run(state_);
}

std::uint32_t Follower::delivered() const {
    return state_->delivered();
}

bool Follower::is_live() const {
    return state_->is_live();
}

}  // namespace tanbo::game
