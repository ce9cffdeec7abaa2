#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/games/plans.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/error.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/game/feed/committed.hpp"

namespace tanbo::store {
class Reader;
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::game {

class BotStreams;
class Downtimes;
class Feed;
class GameTransaction;
class Views;
class Observer;

// A key that makes a repeated request harmless for 24 hours, or, if a mail asks, until that mail is
// finished. `scope` names its owner ("7 POST"), `request` the full request with its route: the same
// key with another request is refused.
struct IdempotencyKey {
    std::string scope;
    std::string key;
    std::string request;
    std::optional<protocol::InboundMailId> mail = {};
};

struct NewGame {
    engine::Player creator;
    protocol::CreateGame request;
};

// A move as sent: the game's board decides which point the name means.
struct Move {
    AccountId account{};
    std::string point;
    std::uint32_t ply = 0;
    std::optional<std::uint32_t> seq = {};  // up to where the player had seen the game
};

// Calendars of players are filled in if they are missing.
using Command = std::variant<engine::Join, engine::Start, Move, engine::Leave, engine::Swap,
                             engine::Propose, engine::AnswerProposal, engine::Resume,
                             engine::TakeOver, engine::SetCalendar, engine::FallDue, engine::Credit,
                             engine::Remove, engine::Adjudicate, engine::Abort>;

// The command to be put to the game instead, or why nothing is: a function of the game as it is
// when the command is decided, with everything that was due in it. Called on the writer thread,
// again if the job is run again.
using Adjust =
    std::function<protocol::Result<Command>(const engine::Match& present, const Command& command)>;

// The plan that is to take the place of the player's, or nothing to remove it, or why not: a
// function of the game, called as Adjust is.
using PlanOf =
    std::function<protocol::Result<std::optional<protocol::SetPlan>>(const engine::Match& present)>;

// The calendar of an account as of an instant.
using CalendarOf =
    std::function<engine::Calendar(store::Reader&, AccountId account, engine::Instant now)>;

// An answer that is durable. `event` is the first event's frame as it is pushed; null if the answer
// was kept for a key. `body` is the game (encode_game) after open, join and start, and the same
// frame after anything else. A repeat has the event of the first time; its game is the present one,
// if no key has kept the first.
struct Receipt {
    GameId game{};
    std::uint32_t seq = 0;
    SharedBytes body;
    SharedBytes event;
    bool is_repeat = false;
};

// One I/O thread's part of the games.
struct ThreadGames {
    Views& views;
    Feed& feed;
};

// The work of a job of the writer, rows and games alike. A refusal undoes all of it.
using GamesWork = std::function<protocol::Result<void>(store::Transaction&, GameTransaction&)>;

// When it refuses, if it does. Work that may have written by then runs in a part of its
// transaction, in which SQLite walks all that the work has written at each statement: not for work
// on many games.
enum class Refuses : std::uint8_t { at_any_time, before_it_writes };

// House bots, as the operator allows them.
struct BotRules {
    bool are_on = false;
    int games_max = 50;  // that each plays at a time
    // The house bots with a program; null: all.
    const BotStreams* streams = nullptr;
};

struct RefereeLimits {
    // Of the matches that the writer keeps, estimated.
    std::size_t match_bytes = std::size_t{256} * 1024 * 1024;
    // No other process writes: the matches that the writer keeps are the present ones, without
    // asking. (If one does, the log notices: its events have one number each.)
    bool is_alone = false;
    BotRules bots = {};
};

struct Rebuilt {
    std::size_t games = 0;
    std::size_t wrong = 0;              // of them, those with rows that differed from the log
    std::vector<std::string> examples;  // a sentence each, of the first of them
};

// Takes commands and answers when what they led to is durable. A refusal leaves no trace and harms
// no other command in its commit; every command is applied at most once. Other nodes may write to
// the same games: a command is decided on the end of the log, and decided again (job_runs_max times
// at most, then overloaded) if that has moved.
//
// When an answer arrives, the views and subscribers of all I/O threads have what it tells or will
// have it before anything that the answer's receiver sends.
class Referee {
public:
    // threads[i] is what I/O thread i keeps. Observers are called in this order. Without
    // calendar_of every player's calendar is the default one, without downtimes there are none.
    // Requires: all of them outlive the writer's stop(), which comes before this is destroyed.
    Referee(store::Store& store, base::IoThreads& io, std::vector<ThreadGames> threads,
            base::Clock clock, base::Metrics& metrics, RefereeLimits limits = {},
            std::vector<Observer*> observers = {}, CalendarOf calendar_of = {},
            Downtimes* downtimes = nullptr);
    ~Referee();
    Referee(const Referee&) = delete;
    Referee& operator=(const Referee&) = delete;

    // Errors: invalid_field (/seats...), no_such_player, limit_reached, idempotency_key_reused;
    // storage_unavailable and overloaded, both with retry_after_s. Thread: any I/O thread.
    base::Awaitable<protocol::Result<Receipt>> open(NewGame game,
                                                    std::optional<IdempotencyKey> key = {});

    // A move needs no key: the same seat, point and ply again is a repeat, also after a restart
    // and after the game is over. So is any other command that names the seq up to which the player
    // had `seen` the game, if it is the first thing that they did after it. What was due in the
    // game happens before the command, and has happened even if the command is refused.
    //
    // Errors: no_such_game (also if the account may not see it), stale_seq (they have done
    // something else after it, or it is not yet) and what the game refuses, each with the present
    // ply and seq, and those of open. Thread: any I/O thread.
    base::Awaitable<protocol::Result<Receipt>> submit(GameId game, Command command,
                                                      std::optional<IdempotencyKey> key = {},
                                                      std::optional<std::uint32_t> seen = {});

    // The same for a command of which only the game as it is says what it means, such as a move by
    // mail: `adjust` yields what is put to it. Requires: a player's command, and adjust one of the
    // same kind. Errors: those of submit and of `adjust`.
    base::Awaitable<protocol::Result<Receipt>> submit_adjusted(GameId game, Command command,
                                                               Adjust adjust,
                                                               std::optional<IdempotencyKey> key);

    // Makes or removes a player's plan; its answer has encode_plan as its body, or nothing, and no
    // seq, since plans are in no log. Errors: those of submit, of `plan_of`, and of set_plan
    // (plans.hpp).
    base::Awaitable<protocol::Result<Receipt>> submit_plan(GameId game, AccountId account,
                                                           PlanOf plan_of,
                                                           std::optional<IdempotencyKey> key = {});

    // Whether an answer is kept for the key: it was done before. If it is being done, this waits
    // for the answer. Errors: storage_unavailable, overloaded, shutting_down. Thread: any I/O
    // thread.
    base::Awaitable<protocol::Result<bool>> has_answered(IdempotencyKey key) const;

    // A transaction of the caller's, in which games are opened and commands put to them:
    // `work` runs on the writer thread, again from the start if its first run is undone (see
    // store::Job::run: it must not move from what it has captured), and yields what the caller is
    // told once all of it is durable and published. If it refuses, or throws, nothing of it is
    // stored or published.
    //
    // Errors: those of `work`; storage_unavailable, overloaded, shutting_down.
    // Thread: any I/O thread.
    //
    //     const auto work = [=](store::Transaction& transaction, GameTransaction& games) {
    //         mark_accepted(transaction, challenge);
    //         return protocol::Result<GameId>(games.begin(opened).game);
    //     };
    //     auto game = co_await referee.transact<GameId>(work);
    template <class T>
    base::Awaitable<protocol::Result<T>> transact(
        std::function<protocol::Result<T>(store::Transaction&, GameTransaction&)> work,
        Refuses refuses = Refuses::at_any_time);

    // The operator's rules for house bots. Thread: any.
    const BotRules& bot_rules() const;

    // Tells this node's threads what another node made durable. Thread: any.
    void publish(CommittedBatch batch);

    // The same for a thread that may block, before the I/O threads run and after.
    protocol::Result<void> transact_blocking(GamesWork work);

    // Derives every game's summary and deadline again from its log, a few games a transaction while
    // play goes on. What is right stays as it is. Throws: store::StorageError. Thread: any that may
    // block.
    static Rebuilt rebuild_summaries(store::Store& store);

private:
    class Impl;

    base::Awaitable<protocol::Result<void>> submit_work(GamesWork work, Refuses refuses);

    std::unique_ptr<Impl> impl_;
};

template <class T>
base::Awaitable<protocol::Result<T>> Referee::transact(
    std::function<protocol::Result<T>(store::Transaction&, GameTransaction&)> work,
    Refuses refuses) {
    const auto result = std::make_shared<std::optional<T>>();
    GamesWork games_work = [work = std::move(work), result](store::Transaction& transaction,
                                                            GameTransaction& game_transaction) {
        protocol::Result<T> yielded = work(transaction, game_transaction);
        if (!yielded) return protocol::Result<void>(yielded.error());
        result->emplace(std::move(*yielded));
        return protocol::Result<void>();
    };
    const auto done = co_await submit_work(std::move(games_work), refuses);
    if (!done) co_return done.error();
    co_return std::move(**result);
}

template <>
inline base::Awaitable<protocol::Result<void>> Referee::transact<void>(GamesWork work,
                                                                       Refuses refuses) {
    return submit_work(std::move(work), refuses);
}

}  // namespace tanbo::game
