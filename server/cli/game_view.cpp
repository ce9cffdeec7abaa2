#include "server/cli/game_view.hpp"

#include <utility>

#include "protocol/boards/text_board.hpp"
#include "protocol/client/client.hpp"
#include "protocol/games/narration.hpp"

namespace tanbo::cli {

namespace {

protocol::Error misfit(std::string detail) {
    protocol::Error error;
    error.code = protocol::Code::invalid_record;
    error.detail = std::move(detail);
    return error;
}

}  // namespace

protocol::Result<std::string> GameView::on_frame(std::string_view json) {
    auto frame = protocol::decode_frame(json, match_ ? match_->shared_opening() : nullptr);
    if (!frame) return frame.error();
    if (frame->event.seq <= seq()) return std::string();
    if (!match_) {
        match_ = engine::Match::open(frame->event);
        if (!match_) return misfit("the first event does not open a game");
    } else {
        const engine::ApplyFault fault = match_->apply(frame->event);
        if (fault != engine::ApplyFault::none) {
            return misfit("event " + std::to_string(frame->event.seq) + ": " +
                          std::string(engine::apply_fault_name(fault)));
        }
    }
    return protocol::narrate(frame->event.data, *match_);
}

std::string GameView::board(const Style& style) const {
    if (!match_) return {};
    return draw(*match_, match_->ply(), style).value_or("");
}

std::optional<std::string> draw(const engine::Match& match, std::uint32_t ply, const Style& style) {
    const auto snapshot = engine::snapshot_at(match, ply);
    if (!snapshot) return std::nullopt;
    return protocol::text_board(protocol::BoardView(match, *snapshot), board_form(style));
}

}  // namespace tanbo::cli
