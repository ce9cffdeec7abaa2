#include "server/game/game_transaction.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/notation.hpp"
#include "protocol/games/events.hpp"
#include "server/game/bots.hpp"
#include "server/game/log.hpp"
#include "server/game/observer.hpp"
#include "server/game/refusals.hpp"
#include "server/game/repeats.hpp"
#include "server/game/seating.hpp"
#include "server/game/summaries.hpp"
#include "server/game/time/credits.hpp"
#include "server/game/time/deadlines.hpp"
#include "server/game/writer_state.hpp"
#include "server/store/error.hpp"
#include "server/store/tables/games/game_log.hpp"

namespace tanbo::game {

namespace {

using SharedMatch = std::shared_ptr<const engine::Match>;

bool is_due(const engine::Match& match, engine::Instant now) {
    const auto due = match.due();
    return due && *due <= now;
}

Step unchanged(GameId game, SharedMatch present) {
    const std::uint32_t seq = present->seq();
    return {game, seq, nullptr, std::move(present), true};
}

// Whether it concerns only the mover and the next player.
bool is_plain_move(std::span<const engine::Event> events) {
    const auto* const placed = std::get_if<engine::StonePlaced>(&events.front().data);
    return events.size() == 1 && placed != nullptr && placed->after.eliminated.empty();
}

// The place of the event that the command asked for. A move can follow the end of a pause.
std::size_t asked_event(std::span<const engine::Event> events) {
    const auto* const resumed = std::get_if<engine::GameResumed>(&events.front().data);
    const bool is_follow_up = resumed != nullptr && resumed->reason == engine::ResumeReason::move;
    return is_follow_up ? 1 : 0;
}

// Locks all players first: their counts and notices are rows of their own, and two games must not
// wait for each other's players.
void lock_players(store::Transaction& transaction, const engine::Match* before,
                  const engine::Match& after) {
    std::vector<AccountId> players;
    for (const engine::Match* const match : {before, &after}) {
        if (match == nullptr) continue;
        for (const engine::SeatHolder& holder : match->seats()) {
            if (holder.player) players.push_back(holder.player->account);
        }
    }
    transaction.lock_accounts(std::move(players));
}

[[noreturn]] void throw_misuse(const std::string& what) {
    throw store::StorageError(store::Fault::misuse, what);
}

}  // namespace

GameTransaction::GameTransaction(store::Transaction& transaction, WriterState& writer_state,
                                 const std::vector<Observer*>& observers,
                                 const CalendarOf& calendar_of, engine::Instant now)
    : transaction_(transaction),
      writer_state_(writer_state),
      observers_(observers),
      calendar_of_(calendar_of),
      now_(now) {}

SharedMatch GameTransaction::match(GameId game) {
    const auto done = std::ranges::lower_bound(present_, game, {}, &Present::first);
    if (done != present_.end() && done->first == game) return done->second;
    return writer_state_.match(transaction_, game);
}

void GameTransaction::record_present(GameId game, SharedMatch match) {
    const auto done = std::ranges::lower_bound(present_, game, {}, &Present::first);
    if (done != present_.end() && done->first == game) {
        done->second = std::move(match);
    } else {
        present_.emplace(done, game, std::move(match));
    }
}

const BotRules& GameTransaction::bot_rules() const {
    return writer_state_.bot_rules();
}

Step GameTransaction::open(engine::GameOpened opened) {
    const std::vector<engine::SeatOffer> seats = opened.seats;
    Step step = append_opened(std::move(opened));
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (seats[i].is_taken || !seats[i].player || !is_house_bot(*seats[i].player)) continue;
        take_seat(step, engine::Join{*seats[i].player, engine::seat_at(static_cast<int>(i))});
    }
    finish(step.game, nullptr);
    return step;
}

// A seat of a game that was just opened for whom it is.
void GameTransaction::take_seat(Step& opened, const Command& command) {
    auto taken = decide(opened.game, command, opened.match);
    if (!taken) throw_misuse("A game can't start: " + taken.error().detail);
    opened.match = taken->match;
}

Step GameTransaction::append_opened(engine::GameOpened opened) {
    const AccountId creator = opened.creator.account;
    const engine::Event event{1, now_, std::move(opened)};
    const auto sound = engine::Match::open(event);
    if (!sound) throw_misuse("A game can't be opened: its seats are invalid.");
    auto match = std::make_shared<const engine::Match>(*sound);
    lock_players(transaction_, nullptr, *match);
    const protocol::StoredEvent stored = to_stored(event, match->opening().lattice());
    const GameId game = store::create_game(transaction_, first_row(*match, stored.data));
    SharedBytes frame = append(game, creator, std::span(&event, 1), nullptr, match);
    return {game, event.seq, std::move(frame), std::move(match), false};
}

Step GameTransaction::begin(engine::GameOpened opened) {
    const std::vector<engine::SeatOffer> seats = opened.seats;
    const AccountId creator = opened.creator.account;
    Step step = append_opened(std::move(opened));
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (seats[i].is_taken || !seats[i].player) continue;
        take_seat(step, engine::Join{*seats[i].player, engine::seat_at(static_cast<int>(i))});
    }
    if (step.match->status() == engine::Status::open) take_seat(step, engine::Start{creator});
    finish(step.game, nullptr);
    return step;
}

protocol::Result<Step> GameTransaction::command(GameId game, const Command& command,
                                                std::optional<std::uint32_t> seen,
                                                std::optional<AccountId> asker) {
    const SharedMatch before = match(game);
    if (before == nullptr) return no_such_game(game);
    const auto account = account_of(command);
    if (seen && account) {
        // A player who has left a private game may not see it any more, but learns of having left.
        if (auto done = repeated_step(game, command, *seen, before)) return std::move(*done);
    }
    const auto viewer = asker ? asker : account;
    if (viewer && !before->can_see(viewer)) return no_such_game(game);
    auto step = decide_once(game, command, credit(game, before));
    finish(game, before.get());
    return step;
}

// Gives back the downtimes that the game has not taken: an event for each, at its end, and the time
// between two of them counts. A downtime doesn't undo what was due before it.
SharedMatch GameTransaction::credit(GameId game, SharedMatch present) {
    if (!present->due()) return present;
    for (const engine::Span& downtime :
         writer_state_.downtimes().since(present->updated_at(), now_)) {
        if (!present->is_moved_by(downtime)) continue;
        const engine::Credit command{downtime};
        auto decision = engine::decide(*present, command, downtime.until);
        auto* const decided = std::get_if<engine::Decided>(&decision);
        if (decided == nullptr) continue;
        present = apply(game, command, *present, std::move(*decided)).match;
    }
    return present;
}

void GameTransaction::take_downtimes(GameId game) {
    const SharedMatch before = match(game);
    if (before == nullptr) return;
    credit(game, before);
    finish(game, before.get());
}

protocol::Result<Step> GameTransaction::decide_once(GameId game, const Command& command,
                                                    SharedMatch present) {
    if (std::holds_alternative<engine::FallDue>(command)) {
        // While no move can be acknowledged, nothing is called.
        if (writer_state_.downtimes().is_open()) return unchanged(game, std::move(present));
        return fall_due(game, std::move(present));
    }
    // Whether anything was due is decided by the time that is given back.
    if (is_due(*present, now_) && !std::holds_alternative<engine::Credit>(command)) {
        fall_due(game, std::move(present));
        present = match(game);
    }
    const auto admitted = admit_to_seat(transaction_, command, *present);
    if (!admitted) return admitted.error();
    return decide(game, command, std::move(present));
}

protocol::Result<Step> GameTransaction::decide(GameId game, const Command& command,
                                               SharedMatch present) {
    engine::Decision decision = engine::decide(*present, to_engine(command, *present), now_);
    if (const auto* const refusal = std::get_if<engine::Refusal>(&decision)) {
        return to_error(*refusal, game, *present, command);
    }
    if (const auto* const repeated = std::get_if<engine::Repeated>(&decision)) {
        return repeat(game, std::move(present), repeated->seq);
    }
    Step step = apply(game, command, *present, std::get<engine::Decided>(std::move(decision)));
    if (writer_state_.can_have_plans(game)) {
        follow_plans(game, std::holds_alternative<engine::Swap>(command));
        step.match = match(game);
    }
    return step;
}

void GameTransaction::apply_due(GameId game) {
    const SharedMatch before = match(game);
    if (before == nullptr || !is_due(*before, now_)) return;
    SharedMatch present = credit(game, before);
    if (is_due(*present, now_)) fall_due(game, std::move(present));
    finish(game, before.get());
}

void GameTransaction::finish(GameId game, const engine::Match* before) {
    const CommandResult result{game, before, match(game), now_};
    if (result.after.get() == before) return;
    for (Observer* const observer : observers_) observer->on_result(transaction_, result);
}

// If nothing is due any longer, another command came first. A row that says otherwise would be
// found again and again.
protocol::Result<Step> GameTransaction::fall_due(GameId game, SharedMatch present) {
    if (is_due(*present, now_)) return decide(game, engine::FallDue{}, std::move(present));
    const auto row = store::find_deadline(transaction_, game);
    if (row) sync_deadline(transaction_, game, *present, row->reminded);
    return unchanged(game, std::move(present));
}

Step GameTransaction::apply(GameId game, const Command& command, const engine::Match& before,
                            engine::Decided decided) {
    const std::uint32_t seq = decided.events[asked_event(decided.events)].seq;
    SharedBytes frame = append(game, account_of(command), decided.events, &before, decided.next);
    return {game, seq, std::move(frame), std::move(decided.next), false};
}

// Nothing if the command is still to be decided.
std::optional<protocol::Result<Step>> GameTransaction::repeated_step(GameId game,
                                                                     const Command& command,
                                                                     std::uint32_t seen,
                                                                     const SharedMatch& present) {
    const auto done = find_repeat(transaction_, game, *present, command, seen);
    if (!done) return protocol::Result<Step>(done.error());
    if (!*done) return std::nullopt;
    return protocol::Result<Step>(repeat(game, credited(transaction_, present), **done));
}

Step GameTransaction::repeat(GameId game, SharedMatch match, std::uint32_t seq) {
    auto event = store::find_event(transaction_, game, seq);
    if (!event) {
        throw_misuse("Event " + std::to_string(seq) + " of game " + to_string(game) +
                     " is missing.");
    }
    const Frame frame = to_frame(game, to_protocol(std::move(*event)));
    return {game, seq, frame.json, std::move(match), true};
}

// Appends the events, brings the rows that follow from them up to `match`, which is the one after
// them, and calls the observers. Returns the frame of the event that was asked for.
SharedBytes GameTransaction::append(GameId game, std::optional<AccountId> account,
                                    std::span<const engine::Event> events,
                                    const engine::Match* before, SharedMatch match) {
    if (!is_plain_move(events)) lock_players(transaction_, before, *match);
    const CommandEvents command{game, before, *match, events, account};
    CommittedGame done{game, match, {}};
    const std::size_t asked = asked_event(events);
    for (std::size_t i = 0; i < events.size(); ++i) {
        // No account causes what follows from the command.
        store(game, events[i], i == asked ? account : std::nullopt, done);
    }
    update_summary(transaction_, game, events, before, *match);
    update_deadline(transaction_, game, before, *match);
    SharedBytes frame = done.frames[asked].json;
    record_present(game, done.match);
    done_.games.push_back(std::move(done));
    for (Observer* const observer : observers_) observer->on_events(transaction_, command);
    return frame;
}

void GameTransaction::store(GameId game, const engine::Event& event,
                            std::optional<AccountId> account, CommittedGame& done) {
    const protocol::StoredEvent stored = to_stored(event, done.match->opening().lattice());
    store::NewEvent row;
    row.seq = stored.seq;
    row.at = stored.at;
    row.type = stored.type;
    row.account = account;
    row.data = stored.data;
    store::append_event(transaction_, game, row);
    done.frames.push_back(to_frame(game, stored));
}

// The command as the engine takes it: the board says which point is meant, and the accounts which
// calendars count if the clock uses any.
engine::Command GameTransaction::to_engine(const Command& command, const engine::Match& match) {
    engine::Command translated = std::visit(
        [&match](const auto& what) -> engine::Command {
            if constexpr (std::is_same_v<std::decay_t<decltype(what)>, Move>) {
                const auto point = engine::parse_point(match.opening().lattice(), what.point);
                return engine::Place{what.account, point, what.ply, what.seq};
            } else {
                return what;
            }
        },
        command);
    if (calendar_of_ && engine::uses_calendars(match.terms().clock)) {
        fill_calendars(translated, match);
    }
    return translated;
}

void GameTransaction::fill_calendars(engine::Command& command, const engine::Match& match) {
    const auto calendar = [this](AccountId account) {
        return calendar_of_(transaction_, account, now_);
    };
    const auto calendars = [&](AccountId account) {
        std::vector<engine::PlayerCalendar> all{{account, calendar(account)}};
        for (const engine::SeatHolder& holder : match.seats()) {
            if (holder.state != engine::SeatState::in || holder.player->account == account)
                continue;
            all.push_back({holder.player->account, calendar(holder.player->account)});
        }
        return all;
    };
    if (auto* const join = std::get_if<engine::Join>(&command)) {
        join->calendars = calendars(join->player.account);
    } else if (auto* const start = std::get_if<engine::Start>(&command)) {
        start->calendars = calendars(start->account);
    } else if (auto* const over = std::get_if<engine::TakeOver>(&command)) {
        over->calendar = calendar(over->player.account);
    }
}

void GameTransaction::notify_player(AccountId account, GameId game, std::string_view type,
                                    std::string_view data) {
    const SharedMatch present = match(game);
    const PersonalEvent event{account, game, type, data, *present, now_};
    for (Observer* const observer : observers_) observer->on_personal_event(transaction_, event);
}

void GameTransaction::broadcast(GameMessage message) {
    done_.messages.push_back(std::move(message));
}

CommittedBatch GameTransaction::take() {
    present_.clear();
    return std::exchange(done_, {});
}

}  // namespace tanbo::game
