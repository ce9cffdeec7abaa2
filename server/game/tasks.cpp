#include "server/game/tasks.hpp"

#include <utility>
#include <variant>

#include "protocol/answers.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/seating.hpp"
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

// What changes who plays is answered with the game, all else with its event.
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

void GamesJob::run(storage::Transaction& transaction) {
    if (has_begun_) {
        context_.desk.begin_again();
    } else {
        context_.desk.begin_command();
    }
    has_begun_ = true;
    Proceedings proceedings(transaction, context_.desk, context_.witnesses, context_.calendar_of,
                            context_.clock());
    carry_out(transaction, proceedings);
    context_.desk.add(proceedings.take());
    has_run_ = true;
}

void GamesJob::committed() noexcept {
    context_.desk.publish();
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
    answer(context_.desk);
}

// Also called on the submitting thread, where the job could not be queued; it has not begun then.
void GamesJob::failed(const storage::StorageError& error) noexcept {
    if (has_run_) context_.desk.discard();
    context_.counters.failed.add();
    answer(storage::unavailable(error), has_begun_ ? &context_.desk : nullptr);
}

Task::Task(const TaskContext& context, std::optional<IdempotencyKey> key, Owed answer)
    : GamesJob(context), key_(std::move(key)), owed_(std::move(answer)) {}

void Task::carry_out(storage::Transaction& transaction, Proceedings& proceedings) {
    if (key_) {
        if (auto receipt = find_receipt(transaction, *key_, proceedings.now())) {
            result_ = std::move(*receipt);
            return;
        }
    }
    result_ = decide(transaction, proceedings);
    if (key_ && result_) keep_receipt(transaction, *key_, *result_, proceedings.now());
}

void Task::answer(Desk& desk) noexcept {
    desk.settle(owed_, std::move(result_));
}

void Task::answer(const protocol::Error& error, Desk* desk) noexcept {
    if (desk == nullptr) return owed_.to.set(error);
    desk->settle(owed_, error);
}

GamesJob::Outcome Task::outcome() const {
    if (!result_) return Outcome::refused;
    return result_->is_repeat ? Outcome::repeated : Outcome::done;
}

OpenTask::OpenTask(const TaskContext& context, NewGame game, std::optional<IdempotencyKey> key,
                   Owed answer)
    : Task(context, std::move(key), std::move(answer)), game_(std::move(game)) {}

TaskAnswer OpenTask::decide(storage::Transaction& transaction, Proceedings& proceedings) {
    auto opened = seat_players(transaction, game_);
    if (!opened) return opened.error();
    const Step step = proceedings.open(std::move(*opened));
    return Receipt{step.game, step.seq, encode_game(step.game, *step.match), step.frame, false};
}

CommandTask::CommandTask(const TaskContext& context, GameId game, Command command,
                         std::optional<std::uint32_t> seen, std::optional<IdempotencyKey> key,
                         Owed answer)
    : Task(context, std::move(key), std::move(answer)),
      game_(game),
      command_(std::move(command)),
      seen_(seen) {}

TaskAnswer CommandTask::decide(storage::Transaction&, Proceedings& proceedings) {
    auto step = proceedings.command(game_, command_, seen_);
    if (!step) return step.error();
    if (!answers_with_game(command_)) {
        return Receipt{game_, step->seq, step->frame, step->frame, step->is_repeat};
    }
    SharedBytes body = encode_game(game_, *step->match);
    return Receipt{game_, step->match->seq(), std::move(body), std::move(step->frame),
                   step->is_repeat};
}

PerformTask::PerformTask(const TaskContext& context, Performance work, Answer answer)
    : GamesJob(context), work_(std::move(work)), answer_(std::move(answer)) {}

void PerformTask::carry_out(storage::Transaction& transaction, Proceedings& proceedings) {
    result_ = work_(transaction, proceedings);
    if (result_) return;
    transaction.undo();
    proceedings.take();
}

void PerformTask::answer(Desk& desk) noexcept {
    answer_(std::move(result_));
    desk.settle();
}

void PerformTask::answer(const protocol::Error& error, Desk* desk) noexcept {
    answer_(error);
    if (desk != nullptr) desk->settle();
}

GamesJob::Outcome PerformTask::outcome() const {
    return result_ ? Outcome::done : Outcome::refused;
}

}  // namespace tanbo::game
