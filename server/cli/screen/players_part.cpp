#include "server/cli/screen/players_part.hpp"

#include "protocol/games/narration.hpp"
#include "protocol/json/words.hpp"
#include "server/cli/screen/clock_part.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int name_columns = 9;  // "># black "
constexpr int handle_columns = 25;
constexpr int state_columns = 18;
constexpr int clock_columns = 10;  // "89 d 23:59"
constexpr int line_columns = name_columns + handle_columns + state_columns + clock_columns;

const engine::SeatHolder& holder_of(const ScreenModel& model, engine::Seat seat) {
    return model.match->seats()[static_cast<std::size_t>(engine::index_of(seat))];
}

std::string name_of(const ScreenModel& model, engine::Seat seat) {
    std::string name = model.match->to_move() == seat ? ">" : " ";
    name += seat_mark(seat, model.style);
    return padded(name.append(" ").append(engine::seat_name(seat)), name_columns);
}

std::string handle_of(const ScreenModel& model, engine::Seat seat) {
    const engine::SeatHolder& holder = holder_of(model, seat);
    return holder.player ? printable(holder.player->handle) : "(open)";
}

std::string state_of(const ScreenModel& model, engine::Seat seat) {
    const int roots = model.match->position().roots(seat);
    const std::string standing = protocol::counted(roots, "root");
    switch (holder_of(model, seat).state) {
        case engine::SeatState::open:
            return holder_of(model, seat).player ? "is invited" : "";
        case engine::SeatState::in:
            return model.seat == seat ? "you, " + standing : standing;
        case engine::SeatState::left:
            return std::string(protocol::left_seat_word(*model.match, seat));
        case engine::SeatState::out:
            return "is out";
        case engine::SeatState::offered:
            return std::string(protocol::left_seat_word(*model.match, seat)) + ", open";
    }
    return {};
}

std::string right_aligned(const std::string& text, int columns) {
    const int missing = columns - columns_of(text);
    return std::string(static_cast<std::size_t>(missing > 0 ? missing : 0), ' ') + text;
}

void add_seat(std::vector<std::string>& lines, const ScreenModel& model, engine::Seat seat,
              int columns, bool has_room) {
    const std::string name = name_of(model, seat);
    const std::string handle = handle_of(model, seat);
    const std::string state = state_of(model, seat);
    const std::string clock = right_aligned(clock_of(*model.match, seat, model.now), clock_columns);
    if (columns >= line_columns) {
        lines.push_back(name + padded(handle, handle_columns) + padded(state, state_columns) +
                        clock);
    } else if (has_room) {
        const int rest = columns - name_columns;
        lines.push_back(name + cut(handle, rest));
        lines.push_back(std::string(name_columns, ' ') + padded(state, rest - clock_columns) +
                        clock);
    } else {
        lines.push_back(name + padded(handle, columns - name_columns - clock_columns) + clock);
    }
}

}  // namespace

std::vector<std::string> players_lines(const ScreenModel& model, int columns, int rows) {
    std::vector<std::string> lines;
    const int seats = model.match->opening().seats();
    const bool has_room = 4 * seats <= rows;
    for (int i = 0; i < seats; ++i) {
        add_seat(lines, model, engine::seat_at(i), columns, has_room);
    }
    return lines;
}

}  // namespace tanbo::cli
