#include "server/game/tasks.hpp"

#include <utility>
#include <variant>

#include "engine/notation.hpp"
#include "protocol/answers.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/log.hpp"
#include "server/game/refusals.hpp"
#include "server/game/seating.hpp"
#include "server/game/summaries.hpp"
#include "server/storage/game_log.hpp"
#include "server/storage/unavailable.hpp"

namespace tanbo::game {

namespace {

base::Counter& command_counter(base::Metrics& metrics, const std::string& command,
                               const std::string& outcome) {
    return metrics.counter("tanbo_commands_total", "Commands of players, by what became of them.",
                           {{"command", command}, {"outcome", outcome}});
}

SharedBytes encode_game(GameId game, const engine::Match& match) {
    return std::make_shared<const std::string>(protocol::encode_game(game, match));
}

// The command as the engine takes it: the board says which point is meant.
engine::Command to_engine(const Command& command, const engine::Match& match) {
    struct Translation {
        const engine::Match& match;

        engine::Command operator()(const engine::Join& join) const { return join; }
        engine::Command operator()(const engine::Start& start) const { return start; }
        engine::Command operator()(const Move& move) const {
            const engine::Lattice& lattice = match.opening().lattice();
            return engine::Place{move.account, engine::parse_point(lattice, move.point), move.ply};
        }
        engine::Command operator()(const engine::Leave& leave) const { return leave; }
    };
    return std::visit(Translation{match}, command);
}

// Moves and leaves are answered with their event, the others with the game.
bool answers_with_event(const Command& command) {
    return std::holds_alternative<Move>(command) || std::holds_alternative<engine::Leave>(command);
}

}  // namespace

CommandCounters::CommandCounters(base::Metrics& metrics, const std::string& command)
    : done(command_counter(metrics, command, "done")),
      repeated(command_counter(metrics, command, "repeated")),
      refused(command_counter(metrics, command, "refused")),
      failed(command_counter(metrics, command, "failed")) {}

Task::Task(const TaskContext& context, std::optional<IdempotencyKey> key, Owed answer)
    : context_(context), key_(std::move(key)), owed_(std::move(answer)) {}

void Task::run(storage::Transaction& transaction) {
    desk().begin_command();
    has_begun_ = true;
    result_ = answer_to(transaction);
    if (done_) desk().add(std::move(*done_));
    has_run_ = true;
}

TaskAnswer Task::answer_to(storage::Transaction& transaction) {
    const engine::Instant now = context_.clock();
    if (!key_) return carry_out(transaction, now);
    if (auto receipt = find_receipt(transaction, *key_, now)) return std::move(*receipt);
    TaskAnswer answer = carry_out(transaction, now);
    if (answer) keep_receipt(transaction, *key_, *answer, now);
    return answer;
}

void Task::committed() noexcept {
    desk().publish();
    if (!result_) {
        context_.counters.refused.add();
    } else {
        (result_->is_repeat ? context_.counters.repeated : context_.counters.done).add();
    }
    desk().settle(owed_, std::move(result_));
}

// Also called on the submitting thread, where the job could not be queued; it has not begun then.
void Task::failed(const storage::StorageError& error) noexcept {
    if (has_run_) desk().discard();
    context_.counters.failed.add();
    if (has_begun_) {
        desk().settle(owed_, storage::unavailable(error));
    } else {
        owed_.to.set(storage::unavailable(error));
    }
}

SharedBytes Task::append(storage::Transaction& transaction, GameId game,
                         std::optional<std::int64_t> account, std::span<const engine::Event> events,
                         const engine::Match* before, std::shared_ptr<const engine::Match> match) {
    const Happening happening{game, before, *match, events, account};
    const auto id = static_cast<storage::GameId>(game);
    CommittedGame& done = done_.emplace();
    for (const engine::Event& event : events) {
        const protocol::StoredEvent stored = to_stored(event, match->opening().lattice());
        storage::NewEvent row;
        row.seq = stored.seq;
        row.at = stored.at.time_since_epoch().count();
        row.type = stored.type;
        if (account) row.account = static_cast<storage::AccountId>(*account);
        row.data = stored.data;
        storage::append_event(transaction, id, row);
        done.frames.push_back(to_frame(game, stored));
        account.reset();  // what follows from the command is nobody's doing
    }
    update_summary(transaction, game, events, *match);
    for (Witness* const witness : context_.witnesses) witness->record(transaction, happening);
    done.id = game;
    done.match = std::move(match);
    return done.frames.front().json;
}

OpenTask::OpenTask(const TaskContext& context, NewGame game, std::optional<IdempotencyKey> key,
                   Owed answer)
    : Task(context, std::move(key), std::move(answer)), game_(std::move(game)) {}

TaskAnswer OpenTask::carry_out(storage::Transaction& transaction, engine::Instant now) {
    auto opened = seat_players(transaction, game_);
    if (!opened) return opened.error();
    const engine::Event event{1, now, std::move(*opened)};
    auto match = std::make_shared<const engine::Match>(*engine::Match::open(event));
    const protocol::StoredEvent stored = to_stored(event, match->opening().lattice());
    const auto game =
        static_cast<GameId>(storage::create_game(transaction, first_row(*match, stored.data)));
    SharedBytes body = encode_game(game, *match);
    append(transaction, game, game_.creator.account, std::span(&event, 1), nullptr,
           std::move(match));
    return Receipt{game, event.seq, std::move(body), false};
}

CommandTask::CommandTask(const TaskContext& context, GameId game, Command command,
                         std::optional<IdempotencyKey> key, Owed answer)
    : Task(context, std::move(key), std::move(answer)), game_(game), command_(std::move(command)) {}

TaskAnswer CommandTask::carry_out(storage::Transaction& transaction, engine::Instant now) {
    const auto match = desk().match(transaction, game_);
    if (match == nullptr || !match->may_see(account_of(command_))) return no_such_game(game_);
    engine::Decision decision = engine::decide(*match, to_engine(command_, *match), now);
    if (const auto* const refusal = std::get_if<engine::Refusal>(&decision)) {
        return to_error(*refusal, game_, *match, command_);
    }
    if (const auto* const repeated = std::get_if<engine::Repeated>(&decision)) {
        return repeat(transaction, repeated->seq);
    }
    return keep(transaction, *match, std::get<engine::Decided>(std::move(decision)));
}

TaskAnswer CommandTask::keep(storage::Transaction& transaction, const engine::Match& before,
                             engine::Decided decided) {
    auto next = std::make_shared<const engine::Match>(std::move(decided.next));
    const std::uint32_t seq = decided.events.front().seq;
    SharedBytes frame =
        append(transaction, game_, account_of(command_), decided.events, &before, next);
    if (answers_with_event(command_)) return Receipt{game_, seq, std::move(frame), false};
    return Receipt{game_, next->seq(), encode_game(game_, *next), false};
}

TaskAnswer CommandTask::repeat(storage::Transaction& transaction, std::uint32_t seq) {
    auto event = storage::find_event(transaction, static_cast<storage::GameId>(game_), seq);
    if (!event) {
        throw storage::StorageError(
            storage::Fault::misuse,
            "Event " + std::to_string(seq) + " of game " + std::to_string(game_) + " is missing.");
    }
    const Frame frame = to_frame(game_, to_protocol(std::move(*event)));
    return Receipt{game_, seq, frame.json, true};
}

}  // namespace tanbo::game
