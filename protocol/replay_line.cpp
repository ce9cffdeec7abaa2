#include "protocol/replay_line.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <variant>

#include "engine/notation.hpp"
#include "protocol/json_writer.hpp"

namespace tanbo::protocol {

using engine::Lattice;
using engine::Outcome;
using engine::Point;
using engine::Position;
using engine::Seat;

namespace {

constexpr std::size_t flush_bytes = std::size_t{64} << 10U;

// The names of a board's points, each in quotes and with a comma: most of what is written. Copied
// by a fixed number of bytes, which costs a quarter of a copy of the exact length.
class PointNames {
public:
    static constexpr std::size_t stride = 32;
    static constexpr std::size_t short_name = 8;

    void use(const Lattice& lattice) {
        if (lattice_ && *lattice_ == lattice) return;
        lattice_ = lattice;
        longest_ = 0;
        names_.assign(static_cast<std::size_t>(lattice.points()), {});
        for (std::size_t i = 0; i < names_.size(); ++i) {
            std::string name = "\"";
            name += engine::point_name(lattice, static_cast<Point>(i));
            name += "\",";
            std::memcpy(names_[i].text.data(), name.data(), name.size());
            names_[i].bytes = static_cast<std::uint8_t>(name.size());
            longest_ = std::max(longest_, name.size());
        }
    }

    std::size_t longest() const { return longest_; }

    // Requires: room for `stride` bytes.
    char* copy(char* to, Point point) const {
        const Name& name = names_[point];
        std::memcpy(to, name.text.data(), longest_ <= short_name ? short_name : stride);
        return to + name.bytes;
    }

private:
    struct Name {
        std::array<char, stride> text;
        std::uint8_t bytes;
    };

    std::optional<Lattice> lattice_;
    std::vector<Name> names_;
    std::size_t longest_ = 0;
};

// One bit for each point, to put points in board order without sorting them.
class PointSet {
public:
    void insert(Point point) { words_[point / 64U] |= std::uint64_t{1} << (point % 64U); }

    // Visits and removes the points, in board order.
    template <class Visit>
    void drain(int points, Visit visit) {
        const auto words = static_cast<std::size_t>(points + 63) / 64;
        for (std::size_t i = 0; i < words; ++i) {
            for (; words_[i] != 0; words_[i] &= words_[i] - 1) {
                visit(static_cast<Point>(i * 64 +
                                         static_cast<unsigned>(std::countr_zero(words_[i]))));
            }
        }
    }

private:
    std::array<std::uint64_t, engine::points_max / 64> words_{};
};

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Why an event can't be carried out.
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
            return event + " names a seat that is out already.";
        case engine::Illegal::game_over:
            return event + " comes after the end of the game.";
    }
    return {};
}

}  // namespace

class Replayer::Writer {
public:
    explicit Writer(Sink sink) : sink_(std::move(sink)) {}

    void begin_game(std::string id, const Lattice& lattice) {
        id_ = std::move(id);
        names_.use(lattice);
        line_bytes_max_ = 1024 + id_.size() +
                          static_cast<std::size_t>(lattice.points()) * (names_.longest() + 1) * 3 +
                          static_cast<std::size_t>(lattice.points()) * 128;
    }

    // `event` as JSON.
    void position(std::size_t index, std::string_view event, const Position& position,
                  const Outcome& outcome) {
        reserve(line_bytes_max_);
        begin_line(id_, index);
        append(",\"event\":");
        append(event);
        append(",\"ply\":");
        append(position.ply());
        append(",\"to_move\":");
        append(position.to_move());
        append(",\"winner\":");
        append(position.winner());
        append_stones(position);
        append_legal(position);
        append_removed(outcome.removed);
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

    // What follows requires that there is room.
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

    // An array of what `visit_all` passes to its argument, point by point.
    template <class VisitAll>
    void append_visited(VisitAll visit_all) {
        char* const begin = buffer_.data() + size_;
        char* end = begin;
        *end++ = '[';
        visit_all([&](Point point) { end = names_.copy(end, point); });
        if (end != begin + 1) --end;  // the last comma
        *end++ = ']';
        size_ += static_cast<std::size_t>(end - begin);
    }

    void append_points(std::span<const Point> points) {
        append_visited([&](auto visit) {
            for (const Point point : points) visit(point);
        });
    }

    void append_stones(const Position& position) {
        for (auto& stones : stones_) stones.clear();
        for (int i = 0; i < position.lattice().points(); ++i) {
            const auto point = static_cast<Point>(i);
            const std::optional<Seat> seat = position.stone(point);
            if (seat) stones_[static_cast<std::size_t>(engine::index_of(*seat))].push_back(point);
        }
        append(",\"stones\":{");
        for (int i = 0; i < position.opening().seats(); ++i) {
            if (i > 0) append(",");
            append(engine::seat_at(i));
            append(":");
            append_points(stones_[static_cast<std::size_t>(i)]);
        }
        append("}");
    }

    void append_legal(const Position& position) {
        append(",\"legal\":");
        if (const std::optional<Seat> seat = position.to_move()) {
            for (const Point point : position.legal_points(*seat)) legal_.insert(point);
        }
        append_visited([&](auto visit) { legal_.drain(position.lattice().points(), visit); });
    }

    void append_removed(std::span<const engine::RemovedRoot> removed) {
        append(",\"removed\":[");
        for (std::size_t i = 0; i < removed.size(); ++i) {
            append(i > 0 ? ",{\"seat\":" : "{\"seat\":");
            append(removed[i].seat);
            append(",\"root\":");
            size_ = static_cast<std::size_t>(names_.copy(buffer_.data() + size_, removed[i].seed) -
                                             buffer_.data());
            append("\"points\":");  // after the comma that comes with the name
            append_points(removed[i].points);
            append(removed[i].current ? ",\"current\":true}" : ",\"current\":false}");
        }
        append("]");
    }

    Sink sink_;
    PointNames names_;
    PointSet legal_;
    std::array<std::vector<Point>, engine::seats_max> stones_;
    std::string id_;
    std::size_t line_bytes_max_ = 0;
    std::vector<char> buffer_;
    std::size_t size_ = 0;
};

namespace {

// Carries one event out and writes it as it is written into `name`, as JSON.
std::variant<Outcome, Fault> carry_out(Position& position, const std::string& event,
                                       std::string& name) {
    Outcome outcome;
    if (event.starts_with(leave_prefix)) {
        const auto seat = engine::parse_seat(std::string_view(event).substr(leave_prefix.size()));
        if (!seat || engine::index_of(*seat) >= position.opening().seats()) {
            return Fault{"no-such-seat", quotation(event) + " names no seat of this game."};
        }
        name = "\"" + event + "\"";
        outcome = position.leave(*seat);
    } else {
        const auto point = engine::parse_point(position.lattice(), event);
        outcome.illegal =
            position.is_over() ? engine::Illegal::game_over : engine::Illegal::off_board;
        if (point) {
            name = "\"" + engine::point_name(position.lattice(), *point) + "\"";
            outcome = position.play(*point);
        }
    }
    if (outcome.illegal == engine::Illegal::none) return outcome;
    return Fault{engine::illegal_name(outcome.illegal),
                 describe(outcome.illegal, quotation(event))};
}

}  // namespace

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
    writer_->begin_game(decoded.id, decoded.game->opening->lattice());
    Position position(decoded.game->opening);
    writer_->position(0, "null", position, Outcome{});
    std::string name;
    for (std::size_t i = 0; i < decoded.game->moves.size(); ++i) {
        const auto carried = carry_out(position, decoded.game->moves[i], name);
        if (const auto* fault = std::get_if<Fault>(&carried)) {
            writer_->error(decoded.id, i + 1, fault->code, fault->detail);
            return false;
        }
        writer_->position(i + 1, name, position, std::get<Outcome>(carried));
    }
    return true;
}

void Replayer::flush() {
    writer_->flush();
}

}  // namespace tanbo::protocol
