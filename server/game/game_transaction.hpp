#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/plans.hpp"
#include "server/game/referee.hpp"
#include "server/store/tables/games/plans.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

class WriterState;
class Observer;
struct DecodedPlan;

// The effect of one step to a game.
struct Step {
    GameId game{};
    std::uint32_t seq = 0;                       // of its first event
    SharedBytes frame;                           // that event's, as it is pushed
    std::shared_ptr<const engine::Match> match;  // after the step
    bool is_repeat = false;                      // nothing happened: it had happened before
};

// The work of one of the writer's jobs on games inside its own transaction. Each step sees those
// before it; the others learn of them when all of it is durable.
//
// Throws (all of them): store::StorageError. Thread: the writer thread, while the job runs.
class GameTransaction {
public:
    GameTransaction(store::Transaction& transaction, WriterState& writer_state,
                    const std::vector<Observer*>& observers, const CalendarOf& calendar_of,
                    engine::Instant now);
    GameTransaction(const GameTransaction&) = delete;
    GameTransaction& operator=(const GameTransaction&) = delete;

    // The instant of everything that this job does.
    engine::Instant now() const { return now_; }

    // The operator's rules for house bots.
    const BotRules& bot_rules() const;

    // The game after the steps so far; null if there is none.
    std::shared_ptr<const engine::Match> match(GameId game);

    // Opens a game. House bots take the seats that they are offered at once. Requires: the seats
    // fit the opening, and the accounts exist.
    Step open(engine::GameOpened opened);

    // Opens a game and seats all players with an offered seat, which begins it: all of that is one
    // result. No limit is checked: the caller asks how many games each may have (admit_to_another).
    // Requires: as open; every seat is offered to a player, or enough for the start are.
    Step begin(engine::GameOpened opened);

    // Puts a command to a game, after what was due in it; that has happened even if the command is
    // refused. A player's command may name the seq up to which they had `seen` the game: if they
    // have done something since, nothing happens, and it is a repeat or stale. If `asker` brings
    // the player in, `asker` must be able to see the game instead of the player.
    // Errors: no_such_game (also if it may not be seen), stale_seq, and what the game refuses, with
    // its ply and seq.
    protocol::Result<Step> command(GameId game, const Command& command,
                                   std::optional<std::uint32_t> seen = {},
                                   std::optional<AccountId> asker = {});

    // Lets happen all that is due in the game, as it would before a command.
    void apply_due(GameId game);

    // The game is given back the downtimes that it has not taken, as it would be before a command.
    void take_downtimes(GameId game);

    // A downtime is in the table from now on: what is shown of games may have changed.
    void add_downtime() { done_.has_downtime = true; }

    // The account is deleted from now on: in every game it has another name.
    void forget_name(AccountId account) { done_.deleted_accounts.push_back(account); }

    // Records a plan that this job has made for this game: the row that says `branches`.
    void expect_plan(GameId game, store::Plan row, const protocol::PlanBranches& branches);

    // Notifies one player, through the observers, of what is in no log. `data` is JSON of
    // protocol/people/personal.hpp.
    void notify_player(AccountId account, GameId game, std::string_view type,
                       std::string_view data);

    // Tells those who follow a game, and may read it, when all of this is durable.
    void broadcast(GameMessage message);

    // For the job: takes all that was done; the next steps begin afresh.
    CommittedBatch take();

private:
    using Present = std::pair<GameId, std::shared_ptr<const engine::Match>>;

    Step append_opened(engine::GameOpened opened);
    void take_seat(Step& opened, const Command& command);
    protocol::Result<Step> decide_once(GameId game, const Command& command,
                                       std::shared_ptr<const engine::Match> present);
    protocol::Result<Step> decide(GameId game, const Command& command,
                                  std::shared_ptr<const engine::Match> present);
    std::shared_ptr<const engine::Match> credit(GameId game,
                                                std::shared_ptr<const engine::Match> present);
    protocol::Result<Step> fall_due(GameId game, std::shared_ptr<const engine::Match> present);
    Step apply(GameId game, const Command& command, const engine::Match& before,
               engine::Decided decided);
    void finish(GameId game, const engine::Match* before);
    void record_present(GameId game, std::shared_ptr<const engine::Match> match);
    void follow_plans(GameId game, bool have_seats_changed);
    bool follow_one_plan(GameId game, std::vector<DecodedPlan>& plans, bool have_seats_changed);
    bool play_plan(GameId game, const engine::Match& match, DecodedPlan& plan,
                   const PlanPlays& answer);
    void drop_plan(GameId game, const engine::Match& match, AccountId account,
                   protocol::PlanDrop why);
    std::optional<protocol::Result<Step>> repeated_step(
        GameId game, const Command& command, std::uint32_t seen,
        const std::shared_ptr<const engine::Match>& present);
    Step repeat(GameId game, std::shared_ptr<const engine::Match> match, std::uint32_t seq);
    SharedBytes append(GameId game, std::optional<AccountId> account,
                       std::span<const engine::Event> events, const engine::Match* before,
                       std::shared_ptr<const engine::Match> match);
    void store(GameId game, const engine::Event& event, std::optional<AccountId> account,
               CommittedGame& done);
    engine::Command to_engine(const Command& command, const engine::Match& match);
    void fill_calendars(engine::Command& command, const engine::Match& match);

    store::Transaction& transaction_;
    WriterState& writer_state_;
    const std::vector<Observer*>& observers_;
    const CalendarOf& calendar_of_;
    engine::Instant now_;
    CommittedBatch done_;
    std::vector<Present> present_;  // by game, those of done_
};

}  // namespace tanbo::game
