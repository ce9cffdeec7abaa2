#include "engine/wasm/module.hpp"

#include <algorithm>
#include <array>

#include "engine/notation.hpp"

namespace {

using namespace tanbo::engine;

// The longest answer is that of removed roots: three words a root beside the points of all.
constexpr std::size_t scratch_words = std::size_t{4} * points_max + 64;
std::array<std::uint16_t, scratch_words> area;

// Writes words one after the other from the start of the scratch area.
class Answer {
public:
    void put(std::size_t word) { area[size_++] = static_cast<std::uint16_t>(word); }
    int size() const { return static_cast<int>(size_); }

private:
    std::size_t size_ = 0;
};

std::vector<std::shared_ptr<const Opening>>& openings() {
    static std::vector<std::shared_ptr<const Opening>> all;
    return all;
}

const Opening* keep(std::shared_ptr<const Opening> opening) {
    openings().push_back(std::move(opening));
    return openings().back().get();
}

int answer_text(std::string_view text) {
    Answer answer;
    for (const char character : text) answer.put(static_cast<unsigned char>(character));
    return answer.size();
}

int answer_outcome(const Outcome& outcome) {
    if (outcome.illegal == Illegal::none) {
        Answer answer;
        answer.put(outcome.current_root);
        answer.put(outcome.removed.size());
        for (const auto& root : outcome.removed) {
            answer.put(root.seed);
            answer.put(root.current ? 1 : 0);
            answer.put(root.points.size());
            for (const Point point : root.points) answer.put(point);
        }
    }
    return static_cast<int>(outcome.illegal);
}

std::size_t word_of(Seat seat) {
    return static_cast<std::size_t>(index_of(seat));
}

}  // namespace

std::uint16_t* scratch() {
    return area.data();
}

const Lattice* lattice_create(int dimensions) {
    const std::vector<int> extents(area.data(), area.data() + dimensions);
    auto lattice = Lattice::create(extents);
    return lattice ? new Lattice(*std::move(lattice)) : nullptr;
}

int point_name(const Lattice* lattice, int point) {
    return answer_text(tanbo::engine::point_name(*lattice, static_cast<Point>(point)));
}

int point_neighbours(const Lattice* lattice, int point) {
    Answer answer;
    for (const Point neighbour : lattice->neighbours(static_cast<Point>(point))) {
        answer.put(neighbour);
    }
    return answer.size();
}

const Opening* opening_create(const Lattice* lattice, int seats, int to_move) {
    const std::uint16_t* next = area.data();
    std::vector<std::vector<Point>> stones(static_cast<std::size_t>(seats));
    for (auto& points : stones) {
        const std::uint16_t count = *next++;
        points.assign(next, next + count);
        next += count;
    }
    auto created = Opening::create(*lattice, stones, seat_at(to_move));
    auto* const opening = std::get_if<std::shared_ptr<const Opening>>(&created);
    return opening != nullptr ? keep(std::move(*opening)) : nullptr;
}

const Opening* opening_of_setup(int number) {
    const auto all = setups();
    return number < static_cast<int>(all.size())
               ? all[static_cast<std::size_t>(number)].opening.get()
               : nullptr;
}

int setup_id(int number) {
    const auto all = setups();
    return number < static_cast<int>(all.size())
               ? answer_text(all[static_cast<std::size_t>(number)].id)
               : 0;
}

int opening_read(const Opening* opening) {
    Answer answer;
    answer.put(opening->lattice().extents().size());
    for (const int extent : opening->lattice().extents()) {
        answer.put(static_cast<std::size_t>(extent));
    }
    answer.put(static_cast<std::size_t>(opening->seats()));
    answer.put(word_of(opening->to_move()));
    answer.put(opening->seeds().size());
    for (std::size_t index = 0; index < opening->seeds().size(); ++index) {
        answer.put(opening->seeds()[index]);
        answer.put(word_of(opening->seed_seats()[index]));
    }
    return answer.size();
}

const Lattice* opening_lattice(const Opening* opening) {
    return &opening->lattice();
}

Position* position_create(const Opening* opening) {
    // Without a share of its own: openings stay for good.
    return new Position(std::shared_ptr<const Opening>(std::shared_ptr<void>(), opening));
}

Position* position_arranged(const Opening* opening, int to_move) {
    std::vector<std::optional<Seat>> stones(static_cast<std::size_t>(opening->lattice().points()));
    for (std::size_t point = 0; point < stones.size(); ++point) {
        if (area[point] > opening->seats()) return nullptr;
        if (area[point] > 0) stones[point] = seat_at(area[point] - 1);
    }
    auto position = Position::arranged(
        std::shared_ptr<const Opening>(std::shared_ptr<void>(), opening), stones, seat_at(to_move));
    return position ? new Position(*std::move(position)) : nullptr;
}

void position_free(Position* position) {
    delete position;
}

int position_play(Position* position, int point) {
    return answer_outcome(position->play(static_cast<Point>(point)));
}

int position_leave(Position* position, int seat) {
    return answer_outcome(position->leave(seat_at(seat)));
}

int position_preview(Position* position, int point) {
    return answer_outcome(position->preview(static_cast<Point>(point)));
}

int position_legality(const Position* position, int seat, int point) {
    return static_cast<int>(position->legality(seat_at(seat), static_cast<Point>(point)));
}

int position_to_move(const Position* position) {
    const auto seat = position->to_move();
    return seat ? index_of(*seat) : -1;
}

void position_read(const Position* position) {
    Answer answer;
    for (int seat = 0; seat < position->opening().seats(); ++seat) {
        answer.put(static_cast<std::size_t>(position->place(seat_at(seat))));
    }
    for (int point = 0; point < position->lattice().points(); ++point) {
        answer.put(position->root(static_cast<Point>(point)));
    }
}

int position_legal_count(const Position* position, int seat) {
    return static_cast<int>(position->legal_points(seat_at(seat)).size());
}

const Point* position_legal(const Position* position, int seat) {
    return position->legal_points(seat_at(seat)).data();
}

std::uint64_t position_hash(const Position* position) {
    return position->hash();
}
