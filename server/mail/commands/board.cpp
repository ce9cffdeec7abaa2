#include <utility>

#include "server/mail/commands/game_reading.hpp"
#include "server/mail/text/replies.hpp"

// Looking at games and boards.
namespace tanbo::mail::commands {
namespace {

// A text that can be refused, as an answer.
CommandResult shown(protocol::Result<std::string> text) {
    if (!text) return refused(text.error());
    return answered(std::move(*text));
}

}  // namespace

CommandTask run(const CommandContext& context, MailShow command, game::Views& views) {
    auto reading = co_await read_game(context, views, command.game);
    if (!reading) co_return refused(reading.error());
    co_return shown(text::show_text(facts_of(context, *reading), command.ply));
}

CommandTask run(const CommandContext& context, MailHistory command, game::Views& views) {
    auto reading = co_await read_game(context, views, command.game);
    if (!reading) co_return refused(reading.error());
    co_return answered(text::history_text(facts_of(context, *reading)));
}

CommandTask run(const CommandContext& context, MailPreview command, game::Views& views) {
    auto reading = co_await read_game(context, views, command.game);
    if (!reading) co_return refused(reading.error());
    auto text = text::preview_text(facts_of(context, *reading), command.point);
    if (text) co_return answered(std::move(*text));
    co_return co_await refuse_with_board(context, views, command.game, text.error());
}

CommandTask run(const CommandContext&, MailTest command) {
    if (!command.setup.empty() && engine::find_setup(command.setup) == nullptr) {
        co_return refused(protocol::no_such_setup(command.setup));
    }
    co_return answered(text::test_text(command.setup));
}

}  // namespace tanbo::mail::commands
