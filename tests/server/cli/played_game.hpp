#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

// A game that is being played, as the frames of its events. Its accounts are 1, 2 ... in turn
// order.
class PlayedGame {
public:
    // The first of the handles opens it, the others take the seats that follow.
    explicit PlayedGame(std::string_view setup = "9x9",
                        const std::vector<std::string>& handles = {"anna", "ben"},
                        const engine::Terms& terms = {});

    void submit(const engine::Command& command);
    // A stone of the seat to move.
    void place(std::string_view name);

    const engine::Match& match() const { return *match_; }
    const std::vector<std::string>& frames() const { return frames_; }
    // The screen of it for somebody who holds the seat.
    ScreenModel model(std::optional<engine::Seat> seat = engine::Seat::black) const;

    engine::Instant now{};  // of what is submitted next

private:
    void add(const engine::Event& event);

    std::optional<engine::Match> match_;
    std::vector<std::string> frames_;
};

// A message in the players' room.
protocol::ChatLine said(std::int64_t id, std::string author, std::string text);

}  // namespace tanbo::cli
