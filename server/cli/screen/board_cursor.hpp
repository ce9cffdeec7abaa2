#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/lattice.hpp"
#include "protocol/boards/text_board.hpp"
#include "server/cli/screen/keys.hpp"
#include "server/cli/screen/screen.hpp"

namespace tanbo::cli {

// The effect of a key on a board's cursor.
enum class CursorAct : std::uint8_t {
    none,   // the key is not for the board
    moved,  // or hidden
    chosen,
    placed  // the chosen point was confirmed
};

// A cursor on a board. It appears with an arrow key, Tab or a click, while nothing is typed. Then
// h, j, k and l move it too; Enter or a space chooses its point, and again places there. Any other
// character hides it and is typed; a colon hides it and is not. A click chooses, a second one on
// the same point places.
class BoardCursor {
public:
    // The board stands on the screen as in the picture. A cursor that appears stands at `start`.
    CursorAct press(const Key& key, const Picture& picture, engine::Point start);
    // The choice is taken back, as when the board has changed.
    void forget_choice() { is_chosen_ = false; }

    std::optional<engine::Point> point() const { return point_; }
    bool is_chosen() const { return is_chosen_; }

private:
    CursorAct move(KeyKind direction, std::span<const protocol::TextPlace> places,
                   engine::Point start);
    CursorAct click(const Key& key, const Picture& picture);
    CursorAct type(const Key& key, std::span<const protocol::TextPlace> places);
    CursorAct confirm();
    void hide();

    std::optional<engine::Point> point_;
    bool is_chosen_ = false;
};

// "H7  Enter: place it, arrows: move, colon: type a command ". Requires: the cursor has a point.
std::string cursor_prompt(const engine::Lattice& lattice, const BoardCursor& cursor);

}  // namespace tanbo::cli
