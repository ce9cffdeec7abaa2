#include "server/game/writer_state.hpp"

#include <iterator>
#include <limits>
#include <utility>

#include "server/game/feed/feed.hpp"
#include "server/game/log.hpp"
#include "server/game/time/credits.hpp"
#include "server/game/views/views.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::game {

namespace {

constexpr std::size_t plans_share = 16;  // of what is kept, one in so many bytes is for plans

}  // namespace

void publish(base::IoThreads& io, const std::vector<ThreadGames>& threads,
             const std::shared_ptr<const CommittedBatch>& batch) {
    for (const ThreadGames& games : threads) games.views.offer(batch);
    for (std::size_t i = 0; i < threads.size(); ++i) {
        io.post_to(static_cast<int>(i), [batch, games = threads[i]] {
            games.views.catch_up();
            games.feed.deliver(*batch);
        });
    }
}

WriterState::WriterState(base::IoThreads& io, Lanes& lanes, base::Metrics& metrics,
                         const RefereeLimits& limits)
    : io_(io),
      lanes_(lanes),
      is_alone_(limits.is_alone),
      bot_rules_(limits.bots),
      matches_(std::numeric_limits<std::size_t>::max(),
               limits.match_bytes - limits.match_bytes / plans_share,
               &base::cache_bytes(metrics, "writer")),
      decoded_plans_(limits.match_bytes / plans_share, &base::cache_bytes(metrics, "writer")),
      replies_(lanes.threads.size()),
      hits_(metrics.counter("tanbo_match_cache_total",
                            "Matches requested by the writer, by result.", {{"result", "hit"}})),
      misses_(metrics.counter("tanbo_match_cache_total",
                              "Matches requested by the writer, by result.", {{"result", "miss"}})),
      batch_commands_(metrics.histogram("tanbo_commit_commands", "Commands per commit.",
                                        {1, 2, 4, 8, 16, 32, 64, 128, 256})),
      commit_seconds_(metrics.histogram("tanbo_commit_seconds",
                                        "Time from a batch's first command until it is durable.",
                                        base::latency_bounds())) {}

std::shared_ptr<const engine::Match> WriterState::match(store::Transaction& transaction,
                                                        GameId game) {
    looked_at_.push_back(game);
    Kept* const known = find(game);
    if (known != nullptr && is_alone_) {
        hits_.add();
        store::lock_game_at(transaction, game, known->match->seq());
        return known->match;
    }
    const auto head = store::lock_game(transaction, game);
    if (!head) return nullptr;
    const std::int64_t seq = known == nullptr ? 0 : known->match->seq();
    if (known != nullptr && seq == head->seq) {
        hits_.add();
        known->can_have_plans = head->has_plans;
        return known->match;
    }
    misses_.add();
    if (known == nullptr || seq > head->seq) return load(transaction, game, head->has_plans);
    const auto kept = known->match;
    return bring_level(transaction, game, *kept, head->has_plans);
}

std::shared_ptr<const engine::Match> WriterState::look_ahead(store::Transaction& transaction,
                                                             GameId game) {
    store::read_head_ahead(transaction, game);
    const Kept* const known = matches_.find(game);
    return known == nullptr ? nullptr : known->match;
}

// Null also if it may have the name of a deleted account: then it must be read again.
WriterState::Kept* WriterState::find(GameId game) {
    Kept* const known = matches_.find(game);
    if (known == nullptr || known->deleted_known == deleted_.count()) return known;
    if (deleted_.can_contain(*known->match, known->deleted_known)) {
        matches_.erase(game);
        return nullptr;
    }
    known->deleted_known = deleted_.count();
    return known;
}

void WriterState::keep(GameId game, std::shared_ptr<const engine::Match> match,
                       bool can_have_plans) {
    const std::size_t bytes = match_bytes(*match);
    matches_.put(game, {std::move(match), can_have_plans, deleted_.count()}, bytes);
}

std::shared_ptr<const engine::Match> WriterState::load(store::Reader& reader, GameId game,
                                                       bool has_plans) {
    auto loaded = load_match(reader, game);
    if (loaded == nullptr) return loaded;
    keep(game, loaded, has_plans);
    // Another lane may not have told of it yet.
    if (lanes_.are_several) elsewhere_.push_back({game, credited(reader, loaded), {}, true});
    return loaded;
}

// Another lane or node has played on.
std::shared_ptr<const engine::Match> WriterState::bring_level(store::Reader& reader, GameId game,
                                                              const engine::Match& kept,
                                                              bool has_plans) {
    auto events = store::read_events(reader, game, kept.seq());
    auto present = continue_match(game, kept, events);
    keep(game, present, has_plans);
    CommittedGame elsewhere{game, credited(reader, present), {}, true};
    elsewhere.frames.reserve(events.size());
    for (store::StoredEvent& event : events) {
        elsewhere.frames.push_back(to_frame(game, to_protocol(std::move(event))));
    }
    if (!elsewhere.frames.empty()) elsewhere_.push_back(std::move(elsewhere));
    return present;
}

bool WriterState::can_have_plans(GameId game) {
    const Kept* const known = matches_.find(game);
    return known == nullptr || known->can_have_plans;
}

void WriterState::expect_plans(GameId game) {
    if (Kept* const known = matches_.find(game)) known->can_have_plans = true;
}

void WriterState::begin_command() {
    if (commands_ == 0) begun_at_ = std::chrono::steady_clock::now();
    ++commands_;
    ++unanswered_;
    begin_undone();
}

void WriterState::begin_undone() {
    apply_deletions();
    looked_at_.clear();
    before_ = {batch_.games.size(), batch_.messages.size(), batch_.deleted_accounts.size(),
               batch_.has_downtime};
}

void WriterState::apply_deletions() {
    if (deleted_known_ == lanes_.deleted.count()) return;
    deleted_known_ = lanes_.deleted.tell(deleted_, deleted_known_);
}

void WriterState::begin_again() {
    for (const GameId game : looked_at_) matches_.erase(game);
    looked_at_.clear();
    for (std::size_t i = before_.games; i < batch_.games.size(); ++i) {
        matches_.erase(batch_.games[i].id);
    }
    batch_.games.resize(before_.games);
    batch_.messages.resize(before_.messages);
    batch_.deleted_accounts.resize(before_.deleted_accounts);
    batch_.has_downtime = before_.has_downtime;
}

// The acts of other nodes stay true, and are told.
void WriterState::undo_batch() noexcept {
    for (const GameId game : looked_at_) matches_.erase(game);
    for (const CommittedGame& game : batch_.games) matches_.erase(game.id);
    looked_at_.clear();
    batch_ = {};
    written_at_.reset();
}

void WriterState::add(CommittedBatch done) {
    for (CommittedGame& game : done.games) {
        // A game that has just been opened has no plans.
        const bool is_new = game.frames.front().seq == 1;
        const Kept* const known = matches_.find(game.id);
        const bool has_plans = known == nullptr ? !is_new : known->can_have_plans;
        keep(game.id, game.match, has_plans);
        written_at_ = game.match->updated_at();
        batch_.games.push_back(std::move(game));
    }
    batch_.has_downtime = batch_.has_downtime || done.has_downtime;
    for (GameMessage& message : done.messages) batch_.messages.push_back(std::move(message));
    for (const AccountId account : done.deleted_accounts) {
        deleted_.add(account);
        batch_.deleted_accounts.push_back(account);
    }
}

void WriterState::publish() noexcept {
    if (commands_ == 0) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun_at_;
    commit_seconds_.observe(elapsed.count());
    batch_commands_.observe(static_cast<double>(commands_));
    commands_ = 0;
    // Another node's acts on a game come before the later ones here.
    batch_.games.insert(batch_.games.begin(), std::make_move_iterator(elsewhere_.begin()),
                        std::make_move_iterator(elsewhere_.end()));
    elsewhere_.clear();
    const bool is_silent = batch_.games.empty() && batch_.messages.empty() &&
                           !batch_.has_downtime && batch_.deleted_accounts.empty();
    if (is_silent) return;
    if (written_at_) lanes_.downtimes.on_write_recovered(*std::exchange(written_at_, std::nullopt));
    if (!batch_.deleted_accounts.empty()) lanes_.deleted.add(batch_.deleted_accounts);
    game::publish(io_, lanes_.threads,
                  std::make_shared<const CommittedBatch>(std::exchange(batch_, {})));
}

void WriterState::reply(const PendingReply& pending, TaskAnswer answer) noexcept {
    auto& replies = replies_[static_cast<std::size_t>(pending.thread)];
    if (replies.empty()) replies.reserve(unanswered_);
    replies.push_back({pending.to, std::move(answer)});
    reply();
}

void WriterState::reply() noexcept {
    if (--unanswered_ == 0) send_answers();
}

void WriterState::send_answers() {
    for (std::size_t i = 0; i < replies_.size(); ++i) {
        if (replies_[i].empty()) continue;
        io_.post_to(static_cast<int>(i), [replies = std::exchange(replies_[i], {})]() mutable {
            for (Reply& one : replies) one.to.set_here(std::move(one.answer));
        });
    }
}

void WriterState::discard() noexcept {
    for (const CommittedGame& game : batch_.games) matches_.erase(game.id);
    batch_ = {};
    elsewhere_.clear();
    written_at_.reset();
    commands_ = 0;
}

}  // namespace tanbo::game
