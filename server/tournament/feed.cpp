#include "server/tournament/feed.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "protocol/tournaments/events.hpp"
#include "server/store/store.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::Result;

protocol::Error not_there_yet(std::uint32_t after, std::int64_t present) {
    protocol::Error error = protocol::refusal(
        Code::bad_parameter, "Event " + std::to_string(after) +
                                 " does not exist yet. The tournament is at event " +
                                 std::to_string(present) + ".");
    error.seq = static_cast<std::uint32_t>(present);
    return error;
}

EventsPage page_of(store::Reader& reader, const Loaded& loaded, std::int64_t after,
                   std::int64_t limit) {
    EventsPage page;
    page.seq = loaded.tournament.seq;
    const Names names(reader, loaded.id);
    const auto known = names.for_log(loaded.tournament);
    for (const TournamentEvent& event : read_log(reader, loaded.id, after, limit)) {
        auto text = protocol::encode_tournament_event(loaded.id, event, known);
        page.frames.push_back({static_cast<std::uint32_t>(event.seq),
                               std::string(protocol::event_type(event.data)),
                               std::make_shared<const std::string>(std::move(text))});
    }
    return page;
}

}  // namespace

// A tournament that is followed.
struct Feed::Topic {
    struct Entry {
        std::size_t ticket;
        NewsSubscriber* subscriber;
    };

    std::vector<Entry> entries;
    std::int64_t known = 0;         // the last seq that was announced
    std::int64_t read = 0;          // the last seq that was looked for
    std::vector<game::Frame> news;  // what the last look found
    bool is_reading = false;
    bool is_gone = false;

    // A callback may end any subscription, and begin others.
    void notify_all() const {
        const std::vector<Entry> present = entries;
        for (const Entry& entry : present) {
            const bool is_there = std::ranges::any_of(
                entries, [&entry](const Entry& one) { return one.ticket == entry.ticket; });
            if (is_there) entry.subscriber->on_news();
        }
    }
};

Feed::Feed(store::Store& store, base::Executor executor)
    : store_(store), executor_(std::move(executor)) {}

Feed::~Feed() = default;

Feed::Subscription Feed::follow(TournamentId tournament, NewsSubscriber& subscriber) {
    auto& topic = topics_[tournament];
    if (!topic) topic = std::make_shared<Topic>();
    topic->entries.push_back({++last_ticket_, &subscriber});
    ++followers_;
    return {*this, {tournament, last_ticket_}};
}

void Feed::end(const Followed& followed) {
    const auto found = topics_.find(followed.tournament);
    std::erase_if(found->second->entries, [&followed](const Topic::Entry& entry) {
        return entry.ticket == followed.ticket;
    });
    --followers_;
    if (found->second->entries.empty()) topics_.erase(found);
}

Feed::Topic* Feed::find(TournamentId tournament) const {
    const auto found = topics_.find(tournament);
    return found == topics_.end() ? nullptr : found->second.get();
}

void Feed::ring(TournamentId tournament, std::int64_t seq) {
    const auto found = topics_.find(tournament);
    if (found == topics_.end()) return;
    const std::shared_ptr<Topic> topic = found->second;
    if (seq == 0) {
        topic->is_gone = true;
        return topic->notify_all();
    }
    topic->known = std::max(topic->known, seq);
    if (topic->is_reading || topic->read >= topic->known) return;
    topic->is_reading = true;
    // The first look begins at what is new, whatever was before.
    if (topic->read == 0) topic->read = seq - 1;
    base::spawn(executor_, "news of a tournament", read_news(*this, tournament, topic));
}

base::Awaitable<void> Feed::read_news(Feed& feed, TournamentId tournament,
                                      std::shared_ptr<Topic> topic) {
    while (topic->read < topic->known && !topic->entries.empty()) {
        const std::int64_t known = topic->known;
        auto page = co_await feed.read(tournament, topic->read, follower_page_events);
        // Followers look for themselves if this can't be read: they learn why.
        topic->news = page ? std::move(page->frames) : std::vector<game::Frame>();
        topic->read = topic->news.empty() ? known : topic->news.back().seq;
        topic->known = std::max(topic->known, topic->read);
        topic->notify_all();
    }
    topic->is_reading = false;
}

base::Awaitable<Result<EventsPage>> Feed::read(TournamentId tournament, std::int64_t after,
                                               std::int64_t limit) const {
    return store_.read([tournament, after, limit](store::Reader& reader) -> Result<EventsPage> {
        const auto loaded = load(reader, tournament);
        if (!loaded) return no_such_tournament(tournament);
        return page_of(reader, *loaded, after, limit);
    });
}

// --- followers ---

Follower::Follower(Feed& feed, TournamentId tournament, NewsSubscriber& reader)
    : feed_(feed), tournament_(tournament), subscription_(feed.follow(tournament, reader)) {}

base::Awaitable<Result<std::uint32_t>> Follower::begin(std::optional<std::uint32_t> after) {
    const auto present = co_await feed_.read(tournament_, 0, 0);
    if (!present) co_return present.error();
    head_ = present->seq;
    if (after && *after > head_) co_return not_there_yet(*after, head_);
    delivered_ = after ? std::int64_t{*after} : head_;
    co_return static_cast<std::uint32_t>(head_);
}

base::Awaitable<Result<std::vector<game::Frame>>> Follower::next() {
    using Frames = std::vector<game::Frame>;
    const Feed::Topic* const topic = feed_.find(tournament_);
    if (topic->is_gone) co_return no_such_tournament(tournament_);
    if (delivered_ >= std::max(head_, topic->known)) co_return Frames();
    // The page that was read for all serves a follower that had read everything before it, as the
    // log was: names in it are no older than that.
    const bool is_level = delivered_ >= head_;
    if (is_level && !topic->news.empty() && topic->news.front().seq <= delivered_ + 1 &&
        topic->news.back().seq > delivered_) {
        Frames frames = topic->news;
        std::erase_if(frames, [this](const game::Frame& f) { return f.seq <= delivered_; });
        delivered_ = head_ = frames.back().seq;
        co_return frames;
    }
    auto page = co_await feed_.read(tournament_, delivered_, follower_page_events);
    if (!page) co_return page.error();
    head_ = std::max(head_, page->seq);
    if (!page->frames.empty()) delivered_ = page->frames.back().seq;
    co_return std::move(page->frames);
}

// --- all threads ---

void Feeds::announce(const std::vector<store::Announcement>& announcements) const {
    std::unordered_map<TournamentId, std::int64_t> moved;
    for (const store::Announcement& announcement : announcements) {
        const auto* const one = std::get_if<store::TournamentMoved>(&announcement);
        if (one == nullptr) continue;
        auto& seq = moved.try_emplace(one->tournament, one->seq).first->second;
        seq = one->seq == 0 ? 0 : std::max(seq, one->seq);
    }
    for (std::size_t i = 0; i < feeds_.size(); ++i) {
        if (!feeds_[i]->has_followers()) continue;
        for (const auto& [tournament, seq] : moved) {
            io_.post_to(static_cast<int>(i),
                        [feed = feeds_[i], tournament, seq] { feed->ring(tournament, seq); });
        }
    }
}

}  // namespace tanbo::tournament
