#include "tests/server/cli/played_game.hpp"

#include <utility>

#include "engine/notation.hpp"
#include "protocol/client/client.hpp"

namespace tanbo::cli {

PlayedGame::PlayedGame(std::string_view setup, const std::vector<std::string>& handles,
                       const engine::Terms& terms) {
    const auto opening = engine::find_setup(setup)->opening;
    const engine::Player creator{protocol::AccountId{1}, handles.front()};
    std::vector<engine::SeatOffer> seats(static_cast<std::size_t>(opening->seats()));
    seats.front() = {creator, true};
    const engine::Event first{1, now,
                              engine::GameOpened{std::string(setup), opening, seats,
                                                 engine::Visibility::everyone, creator, terms}};
    match_ = engine::Match::open(first);
    add(first);
    for (std::size_t i = 1; i < handles.size(); ++i) {
        submit(engine::Join{{protocol::AccountId{static_cast<std::int64_t>(i) + 1}, handles[i]},
                            std::nullopt});
    }
}

void PlayedGame::submit(const engine::Command& command) {
    auto decided = std::get<engine::Decided>(decide(*match_, command, now));
    match_ = *decided.next;
    for (const engine::Event& event : decided.events) add(event);
}

void PlayedGame::place(std::string_view name) {
    const auto point = engine::parse_point(match_->opening().lattice(), name);
    const auto mover = static_cast<std::size_t>(engine::index_of(*match_->to_move()));
    submit(engine::Place{match_->seats()[mover].player->account, point, match_->ply()});
}

ScreenModel PlayedGame::model(std::optional<engine::Seat> seat) const {
    ScreenModel model;
    model.game = protocol::GameId{42};
    model.match = &*match_;
    model.seat = seat;
    model.now = now;
    return model;
}

void PlayedGame::add(const engine::Event& event) {
    frames_.push_back(protocol::encode_frame(
        protocol::GameId{42},
        {event.seq, event.at, std::string(protocol::event_type(event.data)),
         protocol::encode_event_data(event.data, match_->opening().lattice())}));
}

protocol::ChatLine said(std::int64_t id, std::string author, std::string text) {
    return {protocol::ChatMessageId{id},
            protocol::ChatRoom::players,
            std::move(author),
            std::move(text),
            {}};
}

}  // namespace tanbo::cli
