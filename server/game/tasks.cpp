#include "server/game/tasks.hpp"

#include <utility>
#include <variant>

#include "protocol/games/answers.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/refusals.hpp"
#include "server/game/seating.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/count_locks.hpp"
#include "server/store/unavailable.hpp"

namespace tanbo::game {

namespace {

base::Counter& command_counter(base::Metrics& metrics, const std::string& command,
                               const std::string& outcome) {
    return metrics.counter("tanbo_commands_total", "Commands of players, by outcome.",
                           {{"command", command}, {"outcome", outcome}});
}

SharedBytes shared_game(GameId game, const engine::Match& match) {
    return std::make_shared<const std::string>(protocol::encode_game(game, match));
}

// A command that changes who plays is answered with the game, all else with its event.
bool answers_with_game(const Command& command) {
    return std::holds_alternative<engine::Join>(command) ||
           std::holds_alternative<engine::Start>(command);
}

}  // namespace

CommandCounters::CommandCounters(base::Metrics& metrics, const std::string& command)
    : done(command_counter(metrics, command, "done")),
      repeated(command_counter(metrics, command, "repeated")),
      refused(command_counter(metrics, command, "refused")),
      failed(command_counter(metrics, command, "failed")) {}

void GamesJob::run(store::Transaction& transaction) {
    if (!has_begun_) {
        context_.writer_state.begin_command();
    } else if (is_undone_) {
        context_.writer_state.begin_undone();
    } else {
        context_.writer_state.begin_again();
    }
    has_begun_ = true;
    is_undone_ = false;
    has_run_ = false;
    GameTransaction game_transaction(transaction, context_.writer_state, context_.observers,
                                     context_.calendar_of, context_.clock());
    run_in(transaction, game_transaction);
    context_.writer_state.add(game_transaction.take());
    has_run_ = true;
}

// The rest of the batch is published: not with what this job has left there.
void GamesJob::undone_alone() noexcept {
    if (std::exchange(has_run_, false)) context_.writer_state.begin_again();
}

void GamesJob::undone() noexcept {
    if (!has_begun_) return;
    context_.writer_state.undo_batch();
    is_undone_ = true;
}

void GamesJob::committed() noexcept {
    context_.writer_state.publish();
    switch (outcome()) {
        case Outcome::done:
            context_.counters.done.add();
            break;
        case Outcome::repeated:
            context_.counters.repeated.add();
            break;
        case Outcome::refused:
            context_.counters.refused.add();
            break;
    }
    answer(context_.writer_state);
}

// Also called on the submitting thread, if the job could not be queued; it has not begun then.
void GamesJob::failed(const store::StorageError& error) noexcept {
    if (has_run_) context_.writer_state.discard();
    context_.counters.failed.add();
    answer(store::unavailable(error), has_begun_ ? &context_.writer_state : nullptr);
}

Task::Task(const TaskContext& context, std::optional<IdempotencyKey> key, PendingReply answer)
    : GamesJob(context), key_(std::move(key)), pending_(std::move(answer)) {}

void Task::run_in(store::Transaction& transaction, GameTransaction& game_transaction) {
    const auto work = [&] { return decide(transaction, game_transaction); };
    result_ = once(transaction, key_, game_transaction.now(), work);
}

void Task::answer(WriterState& writer_state) noexcept {
    writer_state.reply(pending_, std::move(result_));
}

void Task::answer(const protocol::Error& error, WriterState* writer_state) noexcept {
    if (writer_state == nullptr) return pending_.to.set(error);
    writer_state->reply(pending_, error);
}

GamesJob::Outcome Task::outcome() const {
    if (!result_) return Outcome::refused;
    return result_->is_repeat ? Outcome::repeated : Outcome::done;
}

OpenTask::OpenTask(const TaskContext& context, NewGame game, std::optional<IdempotencyKey> key,
                   PendingReply answer)
    : Task(context, std::move(key), std::move(answer)), game_(std::move(game)) {}

TaskAnswer OpenTask::decide(store::Transaction& transaction, GameTransaction& game_transaction) {
    // Open games are counted for an owner and their bots together.
    const auto family = store::family_of(transaction, game_.creator.account);
    store::lock_count(transaction, "open games", family.front());
    auto opened =
        seat_players(transaction, game_, game_transaction.bot_rules(), game_transaction.now());
    if (!opened) return opened.error();
    const Step step = game_transaction.open(std::move(*opened));
    return Receipt{step.game, step.seq, shared_game(step.game, *step.match), step.frame, false};
}

CommandTask::CommandTask(const TaskContext& context, GameId game, Command command,
                         std::optional<std::uint32_t> seen, Adjust adjust,
                         std::optional<IdempotencyKey> key, PendingReply answer)
    : Task(context, std::move(key), std::move(answer)),
      game_(game),
      command_(std::move(command)),
      seen_(seen),
      adjust_(std::move(adjust)) {}

// A move is but a few rows of its game. Everything else, also to keep a key, asks on the way.
std::optional<GameId> CommandTask::game() const {
    if (has_key() || !std::holds_alternative<Move>(command_)) return std::nullopt;
    return game_;
}

void CommandTask::look_ahead(store::Transaction& transaction) {
    const auto match = context().writer_state.look_ahead(transaction, game_);
    if (match == nullptr) return;
    for (Observer* const observer : context().observers) {
        observer->look_ahead(transaction, game_, *match);
    }
}

protocol::Result<Step> CommandTask::put(GameTransaction& game_transaction) const {
    if (!adjust_) return game_transaction.command(game_, command_, seen_);
    game_transaction.apply_due(game_);
    const auto present = game_transaction.match(game_);
    if (present == nullptr || !present->can_see(account_of(command_))) return no_such_game(game_);
    const auto meant = adjust_(*present, command_);
    if (!meant) return meant.error();
    return game_transaction.command(game_, *meant);
}

TaskAnswer CommandTask::decide(store::Transaction&, GameTransaction& game_transaction) {
    auto step = put(game_transaction);
    if (!step) return step.error();
    if (!answers_with_game(command_)) {
        return Receipt{game_, step->seq, step->frame, step->frame, step->is_repeat};
    }
    SharedBytes body = shared_game(game_, *step->match);
    return Receipt{game_, step->match->seq(), std::move(body), std::move(step->frame),
                   step->is_repeat};
}

PlanTask::PlanTask(const TaskContext& context, GameId game, AccountId account, PlanOf plan_of,
                   std::optional<IdempotencyKey> key, PendingReply answer)
    : Task(context, std::move(key), std::move(answer)),
      game_(game),
      account_(account),
      plan_of_(std::move(plan_of)) {}

TaskAnswer PlanTask::decide(store::Transaction& transaction, GameTransaction& game_transaction) {
    game_transaction.apply_due(game_);
    const auto present = game_transaction.match(game_);
    if (present == nullptr || !present->can_see(account_)) return no_such_game(game_);
    const auto plan = plan_of_(*present);
    if (!plan) return plan.error();
    auto made = put_plan(transaction, game_transaction, game_, account_, *plan);
    if (!made) return made.error();
    return Receipt{game_, 0, std::make_shared<const std::string>(std::move(*made)), {}, false};
}

WorkTask::WorkTask(const TaskContext& context, GamesWork work, Refuses refuses, Answer answer)
    : GamesJob(context), work_(std::move(work)), refuses_(refuses), answer_(std::move(answer)) {}

void WorkTask::run_in(store::Transaction& transaction, GameTransaction& game_transaction) {
    result_ = work_(transaction, game_transaction);
    if (result_) return;
    transaction.undo();
    game_transaction.take();
}

void WorkTask::answer(WriterState& writer_state) noexcept {
    answer_(std::move(result_));
    writer_state.reply();
}

void WorkTask::answer(const protocol::Error& error, WriterState* writer_state) noexcept {
    answer_(error);
    if (writer_state != nullptr) writer_state->reply();
}

GamesJob::Outcome WorkTask::outcome() const {
    return result_ ? Outcome::done : Outcome::refused;
}

}  // namespace tanbo::game
