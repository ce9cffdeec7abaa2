#include "server/game/feed/feed.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/games/answers.hpp"
#include "protocol/games/live.hpp"
#include "server/game/feed/committed.hpp"

namespace tanbo::game {

namespace {

// The meaning of an event to the lobby; empty: nothing.
std::string_view lobby_type(std::string_view event, engine::Status after) {
    if (event == "open") return "game-opened";
    if (event == "join") return "game-joined";
    if (event == "start") return "game-started";
    if (event == "end") return "game-finished";
    if (event == "leave" && after == engine::Status::open) return "game-opened";
    return {};
}

// The lobby's news of one command's events. The game's summary is encoded when the first
// message is asked for.
class LobbyNews {
public:
    explicit LobbyNews(const CommittedGame& game) : game_(game) {}

    // Calls tell(type) for each: game-opened (also when a seat is free again), game-joined,
    // game-started, game-finished. Nothing for a private game.
    template <class Tell>
    void for_each(const Tell& tell) const {
        if (game_.match->visibility() != engine::Visibility::everyone) return;
        for (const Frame& frame : game_.frames) {
            const std::string_view type = lobby_type(frame.type, game_.match->status());
            if (!type.empty()) tell(type);
        }
    }

    // The message as it is pushed.
    SharedBytes message(std::string_view type) {
        if (!summary_) {
            summary_ = protocol::encode_game_summary(protocol::summarize(game_.id, *game_.match));
        }
        const protocol::Topic lobby{protocol::Topic::Kind::lobby, {}, {}};
        return std::make_shared<const std::string>(protocol::encode_notice(lobby, type, *summary_));
    }

private:
    const CommittedGame& game_;
    std::optional<std::string> summary_;
};

}  // namespace

// The subscribers of one topic, in the order of their tickets. While they are being told, who ends
// leaves a hole and who comes is told of the next one.
template <class Subscriber>
class Feed::Topic {
public:
    std::size_t add(Subscriber& subscriber) {
        entries_.push_back({++last_ticket_, &subscriber});
        return last_ticket_;
    }

    void remove(std::size_t ticket) {
        const auto entry =
            std::lower_bound(entries_.begin(), entries_.end(), ticket,
                             [](const Entry& e, std::size_t t) { return e.ticket < t; });
        if (entry == entries_.end() || entry->ticket != ticket) return;
        entry->subscriber = nullptr;
        ++holes_;
        // Not each by itself: that of many who leave would move all who come after.
        if (!is_telling() && 2 * holes_ > entries_.size()) close_holes();
    }

    template <class Notify>
    void notify_all(const Notify& notify) {
        ++depth_;
        const std::size_t present = entries_.size();
        for (std::size_t i = 0; i < present; ++i) {
            if (entries_[i].subscriber != nullptr) notify(*entries_[i].subscriber);
        }
        --depth_;
        if (depth_ == 0 && holes_ > 0) close_holes();
    }

    bool is_telling() const { return depth_ > 0; }
    bool is_empty() const { return entries_.size() == holes_; }
    std::int64_t size() const { return static_cast<std::int64_t>(entries_.size() - holes_); }

private:
    struct Entry {
        std::size_t ticket;
        Subscriber* subscriber;  // null: it has ended
    };

    void close_holes() {
        std::erase_if(entries_, [](const Entry& entry) { return entry.subscriber == nullptr; });
        holes_ = 0;
    }

    std::vector<Entry> entries_;
    std::size_t last_ticket_ = 0;
    std::size_t holes_ = 0;
    int depth_ = 0;
};

struct Feed::State {
    explicit State(base::Metrics& metrics)
        : subscribers(metrics.gauge("tanbo_subscribers", "Subscriptions to games and notices.")) {}

    using Games = Topic<GameSubscriber>;
    using Notices = Topic<NoticeSubscriber>;

    std::unordered_map<GameId, Games> games;
    std::unordered_map<GameId, std::int64_t> glances;  // how many of those in games; never 0
    std::unordered_map<AccountId, Notices> accounts;
    Notices lobby;
    std::atomic<int> account_followers = 0;
    std::atomic<int> lobby_followers = 0;
    base::Gauge& subscribers;

    template <class Topics>
    static void remove(Topics& topics, typename Topics::key_type id, std::size_t ticket) {
        const auto topic = topics.find(id);
        if (topic == topics.end()) return;
        topic->second.remove(ticket);
        drop_if_unused(topics, topic);
    }

    template <class Topics>
    static void drop_if_unused(Topics& topics, typename Topics::iterator topic) {
        if (topic->second.is_empty() && !topic->second.is_telling()) topics.erase(topic);
    }

    template <class Topics, class Notify>
    static void notify(Topics& topics, typename Topics::key_type id, const Notify& notify) {
        const auto topic = topics.find(id);
        if (topic == topics.end()) return;
        topic->second.notify_all(notify);
        // A callback may have added topics, and with them moved every iterator.
        drop_if_unused(topics, topics.find(id));
    }

    void end_glance(GameId game) {
        const auto found = glances.find(game);
        if (--found->second == 0) glances.erase(found);
    }

    void notify_lobby(const CommittedGame& game);
};

Feed::Feed(base::Metrics& metrics, Presence* presence, BotStreams* bots)
    : state_(std::make_unique<State>(metrics)), presence_(presence), bots_(bots) {}

Feed::~Feed() = default;

Feed::Subscription Feed::follow_game(GameId game, GameSubscriber& subscriber, Attention attention) {
    state_->subscribers.add();
    const bool is_glance = attention == Attention::glance;
    if (is_glance) ++state_->glances[game];
    const auto kind = is_glance ? Followed::Kind::glance : Followed::Kind::game;
    return {*this, {kind, protocol::number_of(game), state_->games[game].add(subscriber)}};
}

Feed::Subscription Feed::follow_lobby(NoticeSubscriber& subscriber) {
    state_->subscribers.add();
    ++state_->lobby_followers;
    return {*this, {Followed::Kind::lobby, 0, state_->lobby.add(subscriber)}};
}

Feed::Subscription Feed::follow_account(AccountId account, NoticeSubscriber& subscriber) {
    state_->subscribers.add();
    ++state_->account_followers;
    auto online = presence_ == nullptr ? Presence::Look() : presence_->attend(account);
    return {*this,
            {Followed::Kind::account, protocol::number_of(account),
             state_->accounts[account].add(subscriber), std::move(online)}};
}

Presence::Look Feed::look(AccountId account, GameId game) {
    return presence_ == nullptr ? Presence::Look() : presence_->look(account, game);
}

BotStreams::Stream Feed::play_for(AccountId account, std::string_view handle) {
    return bots_ == nullptr ? BotStreams::Stream() : bots_->open(account, handle);
}

void Feed::end(const Followed& followed) {
    state_->subscribers.add(-1);
    switch (followed.kind) {
        case Followed::Kind::glance:
            state_->end_glance(GameId(followed.id));
            return State::remove(state_->games, GameId(followed.id), followed.ticket);
        case Followed::Kind::game:
            return State::remove(state_->games, GameId(followed.id), followed.ticket);
        case Followed::Kind::lobby:
            --state_->lobby_followers;
            return state_->lobby.remove(followed.ticket);
        case Followed::Kind::account:
            --state_->account_followers;
            return State::remove(state_->accounts, AccountId(followed.id), followed.ticket);
    }
}

void Feed::deliver(const CommittedBatch& batch) {
    for (const CommittedGame& game : batch.games) {
        for (const Frame& frame : game.frames) {
            State::notify(state_->games, game.id,
                          [&frame](GameSubscriber& subscriber) { subscriber.on_frame(frame); });
        }
        if (!game.is_reread && !state_->lobby.is_empty()) state_->notify_lobby(game);
    }
    for (const GameMessage& message : batch.messages) {
        State::notify(state_->games, message.game,
                      [&message](GameSubscriber& who) { who.on_message(message); });
    }
}

void Feed::notify_account(AccountId account, const SharedBytes& message) {
    State::notify(state_->accounts, account,
                  [&message](NoticeSubscriber& subscriber) { subscriber.on_notice(message); });
}

bool Feed::has_account_followers() const {
    return state_->account_followers > 0;
}

bool Feed::has_followers_of(AccountId account) const {
    return state_->accounts.contains(account);
}

void Feed::notify_lobby(const SharedBytes& message) {
    state_->lobby.notify_all([&message](NoticeSubscriber& who) { who.on_notice(message); });
}

bool Feed::has_lobby_followers() const {
    return state_->lobby_followers > 0;
}

std::vector<std::pair<GameId, std::int64_t>> Feed::game_followers() const {
    std::vector<std::pair<GameId, std::int64_t>> followers;
    followers.reserve(state_->games.size());
    for (const auto& [game, topic] : state_->games) {
        const auto glances = state_->glances.find(game);
        const std::int64_t following =
            topic.size() - (glances == state_->glances.end() ? 0 : glances->second);
        if (following > 0) followers.emplace_back(game, following);
    }
    return followers;
}

void Feed::State::notify_lobby(const CommittedGame& game) {
    LobbyNews news(game);
    news.for_each([this, &news](std::string_view type) {
        const SharedBytes message = news.message(type);
        lobby.notify_all([&message](NoticeSubscriber& who) { who.on_notice(message); });
    });
}

}  // namespace tanbo::game
