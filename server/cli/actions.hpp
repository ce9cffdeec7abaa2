#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/cli/commands.hpp"
#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

// Acts at a game by asking the server, or by looking at the board.
class Actions {
public:
    Actions(const HttpClient& client, protocol::GameId game) : client_(client), game_(game) {}

    // Does it; what there is to say of it, or why it was refused. Empty if the game's events or
    // its chat will tell. `seat` is the person's own.
    // Requires: a verb that the server or the board can answer: not board, chat, help, leave, quit.
    std::string run(const Command& command, const engine::Match& match,
                    std::optional<engine::Seat> seat) const;

    // Resigns, or frees the seat before the start.
    std::string leave() const;

private:
    std::string path(std::string_view what) const;
    std::string post(std::string_view what, std::string_view json = "{}") const;
    std::string place(const std::string& name, const engine::Match& match) const;
    std::string propose(engine::ProposalKind kind, const std::string& target) const;
    std::string seat_bot(const std::string& names) const;
    std::string answer(const engine::Proposal* proposal, std::string_view how) const;
    std::string hint() const;
    std::string plan(const std::string& text, const engine::Match& match) const;
    std::string unplan() const;

    const HttpClient& client_;
    protocol::GameId game_;
};

}  // namespace tanbo::cli
