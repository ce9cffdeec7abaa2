#include "protocol/records/replay_line.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <variant>

#include "engine/notation.hpp"
#include "protocol/boards/point_list_text.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

using engine::Lattice;
using engine::Outcome;
using engine::Point;
using engine::Position;
using engine::Seat;

namespace {

constexpr std::size_t flush_bytes = std::size_t{64} << 10U;

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Why an event can't be applied.
struct Fault {
    std::string_view code;
    std::string detail;
};

std::string describe(engine::Illegal reason, const std::string& event) {
    switch (reason) {
        case engine::Illegal::none:
            return {};
        case engine::Illegal::occupied:
            return event + " is occupied.";
        case engine::Illegal::off_board:
            return event + " is not a point of this board.";
        case engine::Illegal::no_friend:
            return event + " touches no stone of the seat to move.";
        case engine::Illegal::two_friends:
            return event + " touches more than one stone of the seat to move.";
        case engine::Illegal::not_your_turn:
            return event + " is by a seat that is already out.";
        case engine::Illegal::game_over:
            return event + " comes after the end of the game.";
    }
    return {};
}

}  // namespace

class Replayer::Writer {
public:
    explicit Writer(Sink sink) : sink_(std::move(sink)) {}

    // Writes the opening's line.
    void begin_game(std::string id, const Position& opening) {
        id_ = std::move(id);
        names_.use(opening.lattice());
        const std::size_t points = names_.points();
        line_bytes_max_ = 1024 + id_.size() + points * (names_.longest() + 1) * 3 + points * 128;
        for (int i = 0; i < opening.opening().seats(); ++i) seats_[index(i)].begin(names_);
        const auto seeds = opening.opening().seeds();
        const auto owners = opening.opening().seed_seats();
        for (std::size_t i = 0; i < seeds.size(); ++i) of(owners[i]).stones.insert(seeds[i]);
        position(0, nullptr, opening);
    }

    // `event` is what led to the position from the one written before; null for the opening.
    void position(std::size_t index, const Outcome* event, const Position& position) {
        reserve(line_bytes_max_);
        begin_line(id_, index);
        append(",\"event\":");
        append_event(event);
        append(",\"ply\":");
        append(position.ply());
        append(",\"to_move\":");
        append(position.to_move());
        append(",\"winner\":");
        append(position.winner());
        append_stones(position, event);
        append_legal(position);
        append_removed(event == nullptr ? std::span<const engine::RemovedRoot>() : event->removed);
        append("}\n");
        flush_if_full();
    }

    void error(std::string_view id, std::size_t index, std::string_view code,
               std::string_view detail) {
        JsonWriter out;
        out.begin_object().key("code").word(code).key("detail").text(detail).end_object();
        const std::string error = out.take();
        reserve(error.size() + id.size() + 64);
        begin_line(id, index);
        append(",\"error\":");
        append(error);
        append("}\n");
        flush_if_full();
    }

    void flush() {
        if (size_ > 0) sink_({buffer_.data(), size_});
        size_ = 0;
    }

private:
    void reserve(std::size_t bytes) {
        if (buffer_.size() < size_ + bytes) buffer_.resize(size_ + bytes + flush_bytes);
    }

    void flush_if_full() {
        if (size_ >= flush_bytes) flush();
    }

    // The code below requires that there is room.
    void append(std::string_view text) {
        std::memcpy(buffer_.data() + size_, text.data(), text.size());
        size_ += text.size();
    }

    void append(std::uint64_t number) {
        char* const at = buffer_.data() + size_;
        size_ += static_cast<std::size_t>(std::to_chars(at, at + 20, number).ptr - at);
    }

    void append(Seat seat) {
        append("\"");
        append(engine::seat_name(seat));
        append("\"");
    }

    void append(const std::optional<Seat>& seat) {
        if (seat) {
            append(*seat);
        } else {
            append("null");
        }
    }

    void begin_line(std::string_view id, std::size_t index) {
        append("{\"id\":");
        append(id);
        append(",\"index\":");
        append(std::uint64_t{index});
    }

    // A point's name in quotes, without the comma.
    void append_name(Point point) {
        char* const end = names_.copy(buffer_.data() + size_, point);
        size_ = static_cast<std::size_t>(end - buffer_.data()) - 1;
    }

    void append_event(const Outcome* event) {
        if (event == nullptr) {
            append("null");
        } else if (event->point != engine::no_point) {
            append_name(event->point);
        } else {
            append("\"");
            append(leave_prefix);
            append(engine::seat_name(event->seat));
            append("\"");
        }
    }

    // An array of names with a comma behind each.
    void append_list(std::string_view names) {
        append("[");
        append(names);
        if (!names.empty()) --size_;  // the last comma
        append("]");
    }

    void append_stones(const Position& position, const Outcome* event) {
        if (event != nullptr) take_in(*event);
        append(",\"stones\":{");
        for (int i = 0; i < position.opening().seats(); ++i) {
            if (i > 0) append(",");
            append(engine::seat_at(i));
            append(":");
            SeatPoints& seat = seats_[index(i)];
            append_list(seat.stones_text.update(seat.stones));
        }
        append("}");
    }

    void take_in(const Outcome& event) {
        if (event.point != engine::no_point) of(event.seat).stones.insert(event.point);
        for (const auto& removed : event.removed) {
            for (const Point point : removed.points) of(removed.seat).stones.erase(point);
        }
    }

    void append_legal(const Position& position) {
        append(",\"legal\":");
        if (const std::optional<Seat> seat = position.to_move()) {
            PointSet legal;
            for (const Point point : position.legal_points(*seat)) legal.insert(point);
            append_list(of(*seat).legal_text.update(legal));
        } else {
            append("[]");
        }
    }

    void append_removed(std::span<const engine::RemovedRoot> removed) {
        append(",\"removed\":[");
        for (std::size_t i = 0; i < removed.size(); ++i) {
            append(i > 0 ? ",{\"seat\":" : "{\"seat\":");
            append(removed[i].seat);
            append(",\"root\":");
            append_name(removed[i].seed);
            append(",\"points\":");
            append_points(removed[i].points);
            append(removed[i].current ? ",\"current\":true}" : ",\"current\":false}");
        }
        append("]");
    }

    void append_points(std::span<const Point> points) {
        append("[");
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (i > 0) append(",");
            append_name(points[i]);
        }
        append("]");
    }

    // The last text of a seat.
    struct SeatPoints {
        void begin(const PointNames& names) {
            stones.clear();
            stones_text.begin(names);
            legal_text.begin(names);
        }

        PointSet stones;
        PointListText stones_text;
        PointListText legal_text;
    };

    static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }
    SeatPoints& of(Seat seat) { return seats_[index(engine::index_of(seat))]; }

    Sink sink_;
    PointNames names_;
    std::array<SeatPoints, engine::seats_max> seats_;
    std::string id_;
    std::size_t line_bytes_max_ = 0;
    std::vector<char> buffer_;
    std::size_t size_ = 0;
};

namespace {

std::variant<Outcome, Fault> apply_event(Position& position, const std::string& event) {
    Outcome outcome;
    if (event.starts_with(leave_prefix)) {
        const auto seat = engine::parse_seat(std::string_view(event).substr(leave_prefix.size()));
        if (!seat || engine::index_of(*seat) >= position.opening().seats()) {
            return Fault{"no-such-seat", quotation(event) + " is not a seat of this game."};
        }
        outcome = position.leave(*seat);
    } else {
        const auto point = engine::parse_point(position.lattice(), event);
        outcome.illegal =
            position.is_over() ? engine::Illegal::game_over : engine::Illegal::off_board;
        if (point) outcome = position.play(*point);
    }
    if (outcome.illegal == engine::Illegal::none) return outcome;
    return Fault{engine::illegal_name(outcome.illegal),
                 describe(outcome.illegal, quotation(event))};
}

}  // namespace

Result<SavedGame> decode_saved_line(std::string_view line) {
    ReplayDecoded decoded = decode_replay_line(line);
    if (!decoded.game) return decoded.game.error();
    SavedGame game;
    game.game = decoded.number();
    game.opening = decoded.game->opening;
    for (const engine::Setup& setup : engine::setups()) {
        if (setup.opening == game.opening) game.setup = setup.id;
    }
    Position position(game.opening);
    for (std::size_t i = 0; i < decoded.game->moves.size(); ++i) {
        const auto applied = apply_event(position, decoded.game->moves[i]);
        if (const auto* const fault = std::get_if<Fault>(&applied)) {
            return refusal(Code::invalid_record,
                           "event " + std::to_string(i + 1) + ": " + fault->detail);
        }
        const Outcome& outcome = std::get<Outcome>(applied);
        game.turns.push_back({0, outcome.point, outcome.seat});
    }
    game.is_over = position.is_over();
    game.winner = position.winner();
    return game;
}

Replayer::Replayer(Sink sink) : writer_(std::make_unique<Writer>(std::move(sink))) {}

Replayer::~Replayer() = default;

bool Replayer::replay(std::string_view line) {
    if (is_blank(line)) return true;
    ReplayDecoded decoded = decode_replay_line(line);
    if (!decoded.game) {
        const Error& error = decoded.game.error();
        writer_->error(decoded.id, 0, code_name(error.code), error.detail);
        return false;
    }
    Position position(decoded.game->opening);
    writer_->begin_game(decoded.id, position);
    for (std::size_t i = 0; i < decoded.game->moves.size(); ++i) {
        const auto applied = apply_event(position, decoded.game->moves[i]);
        if (const auto* fault = std::get_if<Fault>(&applied)) {
            writer_->error(decoded.id, i + 1, fault->code, fault->detail);
            return false;
        }
        writer_->position(i + 1, &std::get<Outcome>(applied), position);
    }
    return true;
}

void Replayer::flush() {
    writer_->flush();
}

}  // namespace tanbo::protocol
