#include "server/cli/game_view.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/client.hpp"

namespace tanbo::cli {
namespace {

const engine::Player anna{1, "anna"};
const engine::Player ben{2, "ben"};

// A game on 9x9 that both have joined, as the frames of its events.
class PlayedGame {
public:
    PlayedGame() {
        const auto opening = engine::find_setup("9x9")->opening;
        const engine::Event first{
            1, engine::Instant{},
            engine::GameOpened{
                "9x9", opening, {{anna, true}, {}}, engine::Visibility::everyone, anna}};
        match_ = engine::Match::open(first);
        add(first);
        submit(engine::Join{ben, std::nullopt});
    }

    void submit(const engine::Command& command) {
        auto decided = std::get<engine::Decided>(decide(*match_, command, engine::Instant{}));
        match_ = decided.next;
        for (const engine::Event& event : decided.events) add(event);
    }

    void place(std::int64_t account, std::string_view name) {
        const auto point = engine::parse_point(match_->opening().lattice(), name);
        submit(engine::Place{account, point, match_->ply()});
    }

    const std::vector<std::string>& frames() const { return frames_; }
    const engine::Match& match() const { return *match_; }

private:
    void add(const engine::Event& event) {
        frames_.push_back(protocol::encode_frame(
            42, {event.seq, event.at, std::string(protocol::event_type(event.data)),
                 protocol::encode_event_data(event.data, match_->opening().lattice())}));
    }

    std::optional<engine::Match> match_;
    std::vector<std::string> frames_;
};

TEST(GameView, TellsWhatEachFrameDid) {
    PlayedGame game;
    game.place(anna.account, "H7");
    game.submit(engine::Leave{ben.account});
    GameView view;

    std::vector<std::string> lines;
    for (const std::string& frame : game.frames()) lines.push_back(view.on_frame(frame).value());

    EXPECT_EQ(lines, (std::vector<std::string>{
                         "anna opens a game on 9x9.", "ben takes white.", "The game begins.",
                         "black H7.", "white leaves, 2 roots lifted.", "black (anna) has won."}));
    EXPECT_EQ(view.match()->position().hash(), game.match().position().hash());
}

TEST(GameView, SkipsFramesThatCameBefore) {
    const PlayedGame game;
    GameView view;
    for (const std::string& frame : game.frames()) view.on_frame(frame).value();

    EXPECT_EQ(view.on_frame(game.frames()[1]).value(), "");
    EXPECT_EQ(view.seq(), 3U);
}

TEST(GameView, RefusesAFrameThatDoesNotFit) {
    PlayedGame game;
    game.place(anna.account, "H7");
    GameView view;
    view.on_frame(game.frames()[0]).value();

    EXPECT_FALSE(view.on_frame(game.frames()[3]).has_value()) << "a gap";
    EXPECT_FALSE(view.on_frame("{}").has_value());
    EXPECT_EQ(view.seq(), 1U);
}

TEST(GameView, DrawsTheBoardWithItsLastStone) {
    PlayedGame game;
    game.place(anna.account, "H7");
    GameView view;
    EXPECT_EQ(view.board(false), "");
    for (const std::string& frame : game.frames()) view.on_frame(frame).value();

    const std::string board = view.board(false);

    EXPECT_NE(board.find(">#<"), std::string::npos) << board;
    EXPECT_NE(board.find("White to move after 1 stone.\n"), std::string::npos) << board;
}

}  // namespace
}  // namespace tanbo::cli
