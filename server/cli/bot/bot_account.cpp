#include "server/cli/bot/bot_account.hpp"

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>
#include <variant>

#include "engine/notation.hpp"
#include "engine/search/levels.hpp"
#include "protocol/client/client.hpp"
#include "server/cli/bot/account_check.hpp"
#include "server/cli/bot/game_seed.hpp"
#include "server/cli/local_clock.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using Clock = std::chrono::steady_clock;
using protocol::GameId;

std::string path_of(GameId id, std::string_view what = {}) {
    return "/games/" + protocol::to_string(id) + std::string(what);
}

// The server lists games too that go on without a player who has left or is out.
bool is_in(const protocol::GameSummary& game, std::string_view handle) {
    return std::ranges::any_of(game.seats, [&](const protocol::GameSummary::Holder& holder) {
        return holder.handle == handle && holder.state == engine::SeatState::in;
    });
}

// Boards without a setup share their opening with no other game.
std::size_t bytes_of(const engine::Match& match) {
    const std::size_t own = match.setup().empty() ? match.opening().heap_bytes() : 0;
    return sizeof match + match.heap_bytes() + own;
}

double load() {
    double minute = 0;
    return ::getloadavg(&minute, 1) == 1 ? minute : 0;
}

}  // namespace

BotAccount::BotAccount(std::size_t number, BotIdentity identity, HttpClient client,
                       const BotPolicy& policy, Connections& connections, SearchPool& pool)
    : number_(number),
      handle_(std::move(identity.handle)),
      level_(identity.level),
      secret_(std::move(identity.secret)),
      client_(std::move(client)),
      policy_(policy),
      connections_(connections),
      pool_(pool),
      active_(policy.boards_bytes_max),
      random_(std::hash<std::string>{}(handle_) ^
              static_cast<std::uint64_t>(Clock::now().time_since_epoch().count())) {}

// --- the account ---

void BotAccount::begin() {
    connections_.request(client_, "/me", {}, [this](const Answer& answer) { on_account(answer); });
}

void BotAccount::on_account(const Answer& answer) {
    if (is_passing(answer)) {
        if (++lost_ == 1) say(describe(answer) + "; trying again");
        return connections_.later(Clock::now() + pause_after_failures(lost_, share()),
                                  [this] { begin(); });
    }
    const auto account = protocol::decode_credentials(answer.body);
    if (account) handle_ = account->handle;
    const auto fault = why_no_bot(answer);
    if (fault) return dismiss(*fault);
    follow();
}

void BotAccount::dismiss(std::string_view why) {
    is_dismissed_ = true;
    say(why);
}

// --- the stream ---

void BotAccount::follow() {
    std::string path = "/me/stream";
    if (seen_) path += "?after=" + std::to_string(*seen_);
    connections_.follow(
        client_, path, [this](std::string_view line) { on_message(line); },
        [this](int status) { on_end(status); });
}

void BotAccount::on_message(std::string_view line) {
    const auto message = protocol::decode_stream_message(line);
    if (!message) return say("could not read a message: " + message.error().detail);
    if (message->number) seen_ = std::max(seen_.value_or(0), *message->number);
    if (message->type == "ready") {
        if (lost_ > 0) forget_boards();
        lost_ = 0;
        ahead_ = message->at - local_now();
        list_running({}, {});
        return list_waiting({}, 0);
    }
    if (message->challenge) return answer(*message->challenge);
    // A game that is over has nothing to read.
    if (message->game && message->type == "game-finished") {
        games_.erase(*message->game);
        advance(*message->game);
    } else if (message->game) {
        Game& game = games_[*message->game];
        game.failures = game.refusals = 0;
        look_at(*message->game);
    }
}

// The server may have been set back to an older state meanwhile, and have played on from there.
void BotAccount::forget_boards() {
    for (auto& [id, game] : games_) game.match.reset();
}

void BotAccount::on_end(int status) {
    if (status == status_unauthorized) return dismiss(token_is_void);
    // The server has been replaced, or numbers its notifications from the start: begin without a
    // number.
    if (status >= 400 && status < 500) seen_.reset();
    if (++lost_ == 1) {
        say("the stream ended with status " + std::to_string(status) + "; trying again");
    }
    connections_.later(Clock::now() + pause_after_failures(lost_, share()), [this] { follow(); });
}

// Reads its open turns page by page.
void BotAccount::list_waiting(const std::string& cursor, int pages_before) {
    connections_.request(
        client_, page_path("/me/turns?limit=200", cursor), {},
        [this, pages = pages_before + 1](const Answer& answer) { on_waiting(answer, pages); });
}

void BotAccount::on_waiting(const Answer& answer, int pages) {
    const auto page = protocol::decode_waiting_page(answer.body);
    if (!answer.is_ok() || !page) {
        if (is_passing(answer)) list_waiting_later();
        return say("could not read open turns: " + describe(answer));
    }
    for (const protocol::WaitingItem& item : page->items) {
        if (item.game) look_at(*item.game);
        if (item.challenge) this->answer(*item.challenge);
    }
    if (page->next.empty()) return;
    if (pages == pages_max) return say("the server's list of open turns has no end");
    list_waiting(page->next, pages);
}

void BotAccount::list_waiting_later() {
    if (std::exchange(will_list_, true)) return;
    const Ms pause = pause_after_failures(std::max(unanswered_, 2), share());
    connections_.later(Clock::now() + pause, [this] {
        will_list_ = false;
        list_waiting({}, 0);
    });
}

// Reads its running games page by page; `before` are those of the pages before.
void BotAccount::list_running(const std::string& cursor, Running before) {
    const std::string path = "/games?status=active&limit=200&player=" + query_value(handle_);
    connections_.request(
        client_, page_path(path, cursor), {},
        [this, before = std::move(before)](const Answer& answer) { on_running(answer, before); });
}

void BotAccount::on_running(const Answer& answer, Running running) {
    const auto page = protocol::decode_game_page(answer.body);
    if (!answer.is_ok() || !page) {
        if (is_passing(answer)) {
            connections_.later(Clock::now() + pause_after_failures(2, share()),
                               [this] { list_running({}, {}); });
        }
        return say("could not read its games: " + describe(answer));
    }
    for (const protocol::GameSummary& game : page->games) {
        if (is_in(game, handle_)) running.games.insert(game.id);
    }
    const bool has_more = !page->next.empty() && ++running.pages < pages_max;
    if (has_more) return list_running(page->next, std::move(running));
    keep_running(running.games);
}

// Counts games in which others are to move, and forgets those that have ended while it did not
// listen.
void BotAccount::keep_running(const std::set<GameId>& running) {
    std::vector<GameId> gone;
    for (const auto& [id, game] : games_) {
        if (!running.contains(id)) gone.push_back(id);
    }
    for (const GameId id : gone) look_at(id);
    for (const GameId id : running) games_.try_emplace(id);
}

// --- challenges ---

int BotAccount::games_running() const {
    return static_cast<int>(games_.size());
}

void BotAccount::answer(const protocol::ChallengeOffer& offer) {
    const auto reason =
        why_declined(policy_.admission, games_running(), offer.setup, offer.is_rated);
    const std::string path = "/challenges/" + protocol::to_string(offer.id);
    if (reason) {
        say("declines challenge " + protocol::to_string(offer.id) + ": " + *reason);
        return connections_.request(client_, path + "/decline",
                                    protocol::encode_decline_challenge(*reason),
                                    [this](const Answer& answer) { on_answered(answer); });
    }
    connections_.request(client_, path + "/accept", "{}",
                         [this](const Answer& answer) { on_answered(answer); });
}

void BotAccount::on_answered(const Answer& answer) {
    if (answer.is_ok()) {
        unanswered_ = 0;
    } else if (is_passing(answer)) {
        ++unanswered_;
        list_waiting_later();
    } else {
        say("could not answer a challenge: " + describe(answer));
    }
}

// --- games ---

void BotAccount::look_at(GameId id) {
    Game& game = games_[id];
    game.is_stale = true;
    if (!game.is_thinking) game.noticed = Clock::now();
    if (game.is_reading) return;
    if (active_.has(id)) return read(id);
    active_.ask(id, deadline_of(game), game.bytes);
    advance(id);
}

void BotAccount::read(GameId id) {
    Game& game = games_[id];
    game.is_reading = true;
    game.is_stale = false;
    const std::uint32_t seq = game.match ? game.match->seq() : 0;
    connections_.request(client_, path_of(id, "/events?limit=1000&after=" + std::to_string(seq)),
                         {}, [this, id](const Answer& answer) { on_events(id, answer); });
}

void BotAccount::on_events(GameId id, const Answer& answer) {
    apply_answer(id, answer);
    advance(id);
}

void BotAccount::apply_answer(GameId id, const Answer& answer) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    Game& game = found->second;
    game.is_reading = false;
    if (!answer.is_ok()) {
        if (is_passing(answer)) return retry(id);
        games_.erase(found);
        return say("game " + protocol::to_string(id) + ": " + describe(answer));
    }
    const auto page = protocol::decode_event_page(
        answer.body, game.match ? game.match->shared_opening() : nullptr);
    if (!page || !fold(game, *page)) {
        say("game " + protocol::to_string(id) + ": its events are not valid");
        game.match.reset();
        return retry(id);
    }
    game.bytes = bytes_of(*game.match);
    active_.resize(id, game.is_thinking ? 2 * game.bytes : game.bytes);
    if (game.is_stale || game.match->seq() < page->seq) return read(id);
    act(id);
}

// False if the events are not those of the game.
bool BotAccount::fold(Game& game, const protocol::EventPage& page) {
    for (const engine::Event& event : page.events) {
        if (!game.match) {
            game.match = engine::Match::open(event);
            if (!game.match) return false;
        } else if (event.seq > game.match->seq() &&
                   game.match->apply(event) != engine::ApplyFault::none) {
            return false;
        }
    }
    return game.match.has_value();
}

void BotAccount::act(GameId id) {
    Game& game = games_[id];
    const Act act = next_act(*game.match, handle_);
    game.left = time_left(*game.match, act.seat);
    if (game.is_resigning && act.kind != ActKind::forget) return post(id, "/leave", "{}");
    switch (act.kind) {
        case ActKind::nothing:
            return;
        case ActKind::forget:
            games_.erase(id);
            return;
        case ActKind::take_seat:
            return take_seat(id, game);
        case ActKind::think:
            return think(id, game);
        case ActKind::answer:
            if (game.answered == act.proposal) return;
            game.answered = act.proposal;
            return post(id,
                        "/proposals/" + std::to_string(act.proposal) +
                            (act.accepts ? "/accept" : "/decline"),
                        "{}");
    }
}

void BotAccount::take_seat(GameId id, const Game& game) {
    const auto reason = why_declined(policy_.admission, games_running() - 1, game.match->setup(),
                                     game.match->terms().rated);
    if (!reason) return post(id, "/join", "{}");
    say("leaves its seat in game " + protocol::to_string(id) + ": " + *reason);
    post(id, "/leave", "{}");
}

void BotAccount::think(GameId id, Game& game) {
    if (game.is_thinking) return;
    game.is_thinking = true;
    active_.resize(id, 2 * game.bytes);  // it is there twice: here, and in the pool
    const std::uint32_t seq = game.match->seq();
    const auto left = time_left(*game.match, *game.match->to_move());
    std::optional<Time> deadline;
    if (left) deadline = Clock::now() + *left;
    const Limits limits = limits_for(id, left);
    if (level_ && limits.simulations < search::level(*level_).simulations) confess(id, game);
    pool_.add(deadline, {number_, id, seq, line_of(*game.match), limits});
}

// Once in a game. A room that is closed to it stays so.
void BotAccount::confess(GameId id, Game& game) {
    if (std::exchange(game.has_confessed, true)) return;
    connections_.request(client_, path_of(id, "/chat"),
                         protocol::encode_post_message("Thinking less: the server is busy."),
                         [](const Answer&) {});
}

void BotAccount::on_result(SearchTaskResult result) {
    const GameId id = result.game;
    settle(std::move(result));
    advance(id);
}

void BotAccount::settle(SearchTaskResult result) {
    const auto found = games_.find(result.game);
    if (found == games_.end()) return;
    Game& game = found->second;
    game.is_thinking = false;
    active_.resize(result.game, game.bytes);
    const Choice& choice = result.choice;
    if (choice.kind == Choice::Kind::fails || choice.kind == Choice::Kind::unable) {
        return on_failure(result.game, game, choice);
    }
    if (!game.match || game.match->seq() != result.seq) return look_at(result.game);
    const bool should_resign = level_ && game.resign_rule.is_reached(choice.chance, *level_);
    if (should_resign || choice.kind == Choice::Kind::resigns) return resign(result.game, game);
    const auto left = time_left(*game.match, *game.match->to_move());
    game.is_thinking = true;
    const Time when = game.noticed + pause_for_move(policy_.pause, left, share());
    connections_.later(when, [this, id = result.game, seq = result.seq, point = choice.point] {
        play(id, seq, point);
    });
}

void BotAccount::play(GameId id, std::uint32_t seq, engine::Point point) {
    place(id, seq, point);
    advance(id);
}

void BotAccount::place(GameId id, std::uint32_t seq, engine::Point point) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    found->second.is_thinking = false;
    if (!found->second.match || found->second.match->seq() != seq) return look_at(id);
    const engine::Match& match = *found->second.match;
    post(id, "/moves",
         protocol::encode_play_move(
             {engine::point_name(match.opening().lattice(), point), match.ply(), seq}));
}

// In each game the engine is started once more, at whichever move it fails first.
void BotAccount::on_failure(GameId id, Game& game, const Choice& choice) {
    const bool may_do_better =
        choice.kind == Choice::Kind::fails && !std::exchange(game.has_failed, true);
    say("game " + protocol::to_string(id) + ": the engine " + choice.fault +
        (may_do_better ? "; restarting it" : "; it resigns"));
    if (!may_do_better) return resign(id, game);
    look_at(id);
}

void BotAccount::resign(GameId id, Game& game) {
    game.is_resigning = true;
    look_at(id);
}

void BotAccount::post(GameId id, const std::string& what, const std::string& json) {
    connections_.request(client_, path_of(id, what), json, [this, id, what](const Answer& answer) {
        const auto found = games_.find(id);
        if (found == games_.end()) return;
        if (!answer.is_ok()) return on_refused(id, answer);
        // Others may go on without us.
        if (what == "/leave") return static_cast<void>(games_.erase(found));
        found->second.failures = found->second.refusals = 0;
        // The stream tells what a move leads to, but not our own answers.
        if (what.starts_with("/proposals")) look_at(id);
    });
}

// The cause may be gone some time, as of a suspension, and nothing would tell of that.
void BotAccount::on_refused(GameId id, const Answer& answer) {
    constexpr std::chrono::minutes pause_max{1};
    if (is_passing(answer)) return retry(id);
    say("game " + protocol::to_string(id) + ": " + describe(answer));
    Game& game = games_[id];
    retry_after(id, game, pause_after_failures(++game.refusals, share(), pause_max));
}

void BotAccount::retry(GameId id) {
    Game& game = games_[id];
    retry_after(id, game, pause_after_failures(++game.failures, share()));
}

// As if nothing were known of what was being done. No other attempt is waited for any more.
void BotAccount::retry_after(GameId id, Game& game, Ms pause) {
    game.answered = 0;
    const std::uint32_t number = ++game.retries;
    connections_.later(Clock::now() + pause, [this, id, number] {
        const auto found = games_.find(id);
        if (found != games_.end() && found->second.retries == number) look_at(id);
    });
}

// --- memory ---

// A game that was not read yet may be urgent. One without a clock has an hour.
BotAccount::Time BotAccount::deadline_of(const Game& game) const {
    constexpr std::chrono::hours unhurried{1};
    const Time now = Clock::now();
    return game.bytes == 0 ? now : now + game.left.value_or(unhurried);
}

// After anything was done about a game, which may have left room for others.
void BotAccount::advance(GameId id) {
    const auto found = games_.find(id);
    if (found == games_.end()) {
        active_.release(id);
    } else if (active_.has(id) && !found->second.is_reading && !found->second.is_thinking) {
        active_.release(id);
        forget_some_boards();
    }
    while (const auto next = active_.take()) {
        games_.contains(*next) ? read(*next) : active_.release(*next);
    }
}

// Boards that wait for others are read again when they are needed.
void BotAccount::forget_some_boards() {
    std::size_t bytes = 0;
    for (auto& [id, game] : games_) {
        if (!game.match || active_.has(id)) continue;
        bytes += game.bytes;
        if (bytes > policy_.boards_bytes_max / 2) game.match.reset();
    }
}

std::optional<Ms> BotAccount::time_left(const engine::Match& match, engine::Seat seat) const {
    if (!match.clock().is_on()) return std::nullopt;
    return match.clock().remaining(seat, local_now() + ahead_);
}

Limits BotAccount::limits_for(GameId id, std::optional<Ms> left) const {
    Limits limits;
    limits.time = time_for_move(left, policy_.time_max);
    limits.level = level_;
    if (!level_) return limits;
    limits.seed = game_seed(secret_, id);
    limits.simulations = simulations_under_load(search::level(*level_).simulations, *level_, load(),
                                                std::thread::hardware_concurrency());
    return limits;
}

void BotAccount::say(std::string_view sentence) const {
    const std::string who = handle_.empty() ? "tanbo" : printable(handle_);
    print_error(who + ": " + printable(sentence) + "\n");
}

double BotAccount::share() {
    random_ = random_ * 6364136223846793005U + 1442695040888963407U;
    constexpr unsigned bits = 53;
    return static_cast<double>(random_ >> (64U - bits)) / static_cast<double>(1ULL << bits);
}

}  // namespace tanbo::cli
