#include "server/mail/commands/game_reading.hpp"

#include <utility>

#include "server/game/refusals.hpp"
#include "server/game/views/views.hpp"
#include "server/mail/text/replies.hpp"

namespace tanbo::mail::commands {

base::Awaitable<protocol::Result<GameReading>> read_game(const CommandContext& context,
                                                         game::Views& views,
                                                         protocol::GameId game) {
    auto reading = co_await read_game_of_writer(context, views, game);
    if (!reading) co_return reading.error();
    if (!reading->match().can_see(context.viewer())) co_return game::no_such_game(game);
    co_return std::move(*reading);
}

base::Awaitable<protocol::Result<GameReading>> read_game_of_writer(const CommandContext& context,
                                                                   game::Views& views,
                                                                   protocol::GameId game) {
    auto log = co_await views.log(game);
    if (!log) co_return log.error();
    GameReading reading{game, std::move(*log), {}};
    const std::optional<protocol::AccountId> viewer = context.viewer();
    if (viewer) reading.seat = reading.match().seat_of(*viewer);
    co_return reading;
}

text::GameFacts facts_of(const CommandContext& context, const GameReading& reading) {
    return {reading.game, reading.log.events,  reading.match(),
            reading.seat, context.sender.zone, context.site.url};
}

CommandTask refuse_with_board(const CommandContext& context, game::Views& views,
                              protocol::GameId game, protocol::Error error) {
    if (is_fault(error)) co_return error;
    auto reading = co_await read_game(context, views, game);
    if (!reading && is_fault(reading.error())) co_return reading.error();
    if (!reading || reading->match().status() == engine::Status::open) co_return refused(error);
    co_return CommandReply{text::refused_move_text(error, game, reading->match(), reading->seat),
                           Outcome::refused,
                           {}};
}

}  // namespace tanbo::mail::commands
