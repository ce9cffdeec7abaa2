#include "protocol/records/sgf.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/boards/board_layout.hpp"
#include "protocol/json/markup.hpp"
#include "protocol/json/names.hpp"
#include "protocol/records/sgf_sheet.hpp"

namespace tanbo::protocol {

namespace {

using engine::Point;
using engine::Position;
using engine::Seat;

// Escapes the text as SimpleText and Text are.
void append_property(std::string& out, std::string_view name, std::string_view text) {
    out.append(name).append("[").append(backslashed(text, "]\\")).append("]");
}

bool is_shown_black(Seat seat) {
    return engine::index_of(seat) % 2 == 0;
}

std::string seat_names(const Record& record, Seat seat) {
    const auto& holder = record.match.seats()[static_cast<std::size_t>(engine::index_of(seat))];
    return holder.player ? holder.player->handle : "";
}

// Whether the last to leave ran out of time.
bool is_won_on_time(const Record& record) {
    for (auto event = record.events.rbegin(); event != record.events.rend(); ++event) {
        const auto* left = std::get_if<engine::PlayerLeft>(&event->data);
        if (left != nullptr) return left->reason == engine::LeaveReason::time;
    }
    return false;
}

// The result as the standard writes it; nothing if it has no words for it.
std::string result(const Record& record) {
    const engine::Match& match = record.match;
    const auto reason = match.end_reason();
    if (reason == engine::EndReason::withdrawn || reason == engine::EndReason::aborted) {
        return "Void";
    }
    if (match.opening().seats() != 2) return {};
    if (!match.winner()) return reason ? "Draw" : "";
    std::string side = *match.winner() == Seat::black ? "B+" : "W+";
    if (reason != engine::EndReason::last_remaining) return side;
    return side + (is_won_on_time(record) ? "T" : "R");
}

class Writer {
public:
    Writer(const Record& record, const SgfSheet& sheet)
        : record_(record),
          sheet_(sheet),
          lattice_(record.match.opening().lattice()),
          position_(record.match.shared_opening()),
          shown_(static_cast<std::size_t>(lattice_.points())) {}

    std::string sgf() {
        out_ = "(;FF[4]CA[UTF-8]AP[tanbo:1]SZ[" + std::to_string(sheet_.columns());
        if (sheet_.columns() != sheet_.rows()) out_ += ":" + std::to_string(sheet_.rows());
        out_ += "]\n";
        write_information();
        write_setup({});
        write_gaps();
        append_property(out_, "C", header_comment());
        out_ += "\n";
        for (const engine::Event& event : record_.events) {
            std::visit([this](const auto& data) { write(data); }, event.data);
        }
        return out_ + ")\n";
    }

private:
    void write_information() {
        append_property(out_, "RU", "Tanbo, a game by Mark Steere");
        append_property(out_, "GN", "Tanbo game " + to_string(record_.game));
        append_property(out_, "DT", format_instant(record_.match.created_at()).substr(0, 10));
        append_property(out_, "PB", seat_names(record_, Seat::black));
        append_property(out_, "PW", seat_names(record_, Seat::white));
        const std::string words = result(record_);
        if (!words.empty()) append_property(out_, "RE", words);
        out_ += "\n";
    }

    std::string header_comment() const {
        std::string comment =
            "Tanbo, a game by Mark Steere. It is not go: each node sets up the whole board. A "
            "circle marks the last stone, crosses mark the removed roots.";
        for (int i = 0; i < record_.match.opening().seats(); ++i) {
            const Seat seat = engine::seat_at(i);
            const std::string handle = seat_names(record_, seat);
            comment += "\n" + capital_name(seat) + ": " + (handle.empty() ? "nobody" : handle);
            if (i >= 2) {
                comment += is_shown_black(seat) ? ", black" : ", white";
                comment += " stones labelled ";
                comment += sgf_seat_labels[static_cast<std::size_t>(i)];
            }
        }
        if (sheet_.has_gaps()) {
            comment += "\nThe board has " + std::to_string(lattice_.dimensions()) +
                       " dimensions: its layers are side by side, with an empty line between.";
        }
        if (record_.match.terms().swap) {
            comment += "\nSwap: after the first stone the second player could swap seats.";
        }
        BoardView beginning(position_);
        if (record_.match.status() == engine::Status::open) beginning.match = &record_.match;
        return comment + "\n" + situation(beginning);
    }

    // An event that does not touch the board: nothing to show.
    template <class Data>
    void write(const Data&) {}

    void write(const engine::GameStarted& started) {
        if (started.absent.empty()) return;
        engine::lift_seats(position_, started.absent);
        for (const Seat seat : started.absent) turns_.push_back({0, engine::no_point, seat});
        std::string comment = "Play begins without";
        for (const Seat seat : started.absent) {
            comment.append(" ").append(engine::seat_name(seat));
        }
        write_node(std::nullopt, started.after.removed, comment + ".");
    }

    void write(const engine::StonePlaced& placed) {
        position_.play(placed.point);
        turns_.push_back({0, placed.point, placed.seat});
        write_node(
            placed.point, placed.after.removed,
            capital_name(placed.seat) + " on " + engine::point_name(lattice_, placed.point) + ".");
    }

    void write(const engine::PlayerLeft& left) {
        if (left.after.roots.empty()) return;  // before the start: nothing happened on the board
        position_.leave(left.seat);
        turns_.push_back({0, engine::no_point, left.seat});
        write_node(std::nullopt, left.after.removed,
                   capital_name(left.seat) + " has left (" +
                       std::string(leave_reason_name(left.reason)) + ").");
    }

    void write(const engine::SeatsSwapped& swapped) {
        write_node(std::nullopt, {},
                   capital_name(swapped.by) + " swaps: the players exchange seats.");
    }

    void write(const engine::TurnsTakenBack& undo) {
        replay_to(undo.to_ply);
        write_node(std::nullopt, {},
                   capital_name(undo.by) + " undoes a move: back to ply " +
                       std::to_string(undo.to_ply) + ".");
    }

    void write(const engine::GameEnded& ended) {
        std::string comment = "The game is over: " + std::string(end_reason_name(ended.reason));
        for (std::size_t i = 0; i < ended.places.size(); ++i) {
            if (ended.places[i] == 0) continue;
            comment += "\n" + std::to_string(ended.places[i]) + ". " +
                       capital_name(engine::seat_at(static_cast<int>(i)));
        }
        out_ += ";";
        write_labels();
        append_property(out_, "C", comment);
        out_ += "\n";
    }

    void write(const engine::SeatTakenOver& taken) {
        write_node(std::nullopt, {},
                   taken.player.handle + " takes over " +
                       std::string(engine::seat_name(taken.seat)) + ".");
    }

    // Forgets the turns after this ply.
    void replay_to(std::uint32_t ply) {
        engine::Snapshot past = engine::replay(record_.match.shared_opening(), turns_, ply);
        position_ = std::move(past.position);
        turns_.resize(past.turns);
    }

    void write_node(std::optional<Point> placed, std::span<const engine::RemovedStones> removed,
                    std::string comment) {
        out_ += ";";
        write_setup(placed);
        std::string lifted;
        for (const engine::RemovedStones& root : removed) {
            for (const Point point : root.points) lifted += "[" + sheet_.name(point) + "]";
        }
        if (!lifted.empty()) {
            out_ += "MA" + lifted;
            comment += "\n" + removal(lattice_, removed);
        }
        append_property(out_, "C", comment + "\n" + situation(BoardView(position_)));
        out_ += "\n";
    }

    // The changes since the last node, and the marks, which hold for one node only.
    void write_setup(std::optional<Point> placed) {
        std::array<std::string, 3> changed;  // to black, to white, to empty
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const auto point = static_cast<Point>(i);
            const std::optional<Seat> seat = position_.stone(point);
            if (seat == shown_[i]) continue;
            shown_[i] = seat;
            const std::size_t what = !seat ? 2 : is_shown_black(*seat) ? 0 : 1;
            changed[what] += "[" + sheet_.name(point) + "]";
        }
        constexpr std::array<std::string_view, 3> names{"AB", "AW", "AE"};
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!changed[i].empty()) out_.append(names[i]).append(changed[i]);
        }
        const std::optional<Seat> to_move = position_.to_move();
        if (to_move == Seat::black) out_ += "PL[B]";
        if (to_move == Seat::white) out_ += "PL[W]";
        if (placed && position_.stone(*placed)) out_ += "CR[" + sheet_.name(*placed) + "]";
        write_labels();
    }

    void write_labels() {
        std::string labels;
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            if (!shown_[i] || engine::index_of(*shown_[i]) < 2) continue;
            labels += "[" + sheet_.name(static_cast<Point>(i)) + ":" +
                      sgf_seat_labels[static_cast<std::size_t>(engine::index_of(*shown_[i]))] + "]";
        }
        if (!labels.empty()) out_ += "LB" + labels;
    }

    void write_gaps() {
        if (!sheet_.has_gaps()) return;
        out_ += "DD";
        for (const std::string& gap : sheet_.gaps(lattice_)) out_ += "[" + gap + "]";
    }

    const Record& record_;
    const SgfSheet& sheet_;
    const engine::Lattice& lattice_;
    Position position_;
    std::vector<engine::PastTurn> turns_;  // that stand
    std::vector<std::optional<Seat>> shown_;
    std::string out_;
};

}  // namespace

Result<std::string> encode_sgf(const Record& record) {
    const SgfSheet sheet(record.match.opening().lattice());
    if (!sheet.fits()) {
        Error error;
        error.code = Code::not_acceptable;
        error.detail = "SGF supports boards of at most 52x52 points; this one needs " +
                       std::to_string(sheet.columns()) + "x" + std::to_string(sheet.rows()) + ".";
        return error;
    }
    return Writer(record, sheet).sgf();
}

}  // namespace tanbo::protocol
