#include "engine/search/value.hpp"

#include <algorithm>
#include <cmath>

#include "engine/search/arithmetic.hpp"

namespace tanbo::search {

namespace {

// Places in value_names.
struct Feature {
    enum Index : std::size_t {
        roots,
        log_spaces,
        spaces,
        roots_with_space_1,
        roots_with_space_2,
        territory,
        exclusive,
        log_territories,
        stones,
        to_move,
        rivals_in_atari,
        own_in_atari,
        largest_territory,
        ties_to_move,
        reach,
        own_reach,
        log_own_reach,
        largest_root,
        smallest_root
    };
};

// A mark is a root's label, its seat and the number of steps to it modulo 4: neighbours are never
// more than one step apart. An occupied point may become tied; it is never grown from.
constexpr unsigned seat_shift = 16;
constexpr std::uint32_t label_bits = 0xFFFF;
constexpr std::uint32_t seat_bits = 0xF0000;
constexpr std::uint32_t step_bits = 0xC0000000;
constexpr std::uint32_t one_step = 0x40000000;
constexpr std::uint32_t tied = seat_bits | label_bits;
constexpr std::uint32_t occupied = step_bits;
constexpr std::size_t nobody = seat_bits >> seat_shift;  // the seat of what is tied
static_assert(engine::points_max < label_bits && engine::seats_max <= nobody);

}  // namespace

Evaluation::Evaluation(const Geometry& geometry, bool looks_at_reach)
    : geometry_(&geometry),
      log_(geometry.points() + 1),
      scale_(2.0F / std::sqrt(static_cast<float>(geometry.points()))),
      marks_(geometry.points()),
      queue_(geometry.points() + 1),
      territory_(geometry.roots() + 1) {
    if (looks_at_reach) reach_.emplace(geometry);
    for (std::size_t index = 0; index < log_.size(); ++index) {
        log_[index] = log2(static_cast<float>(index + 1));
    }
}

// Takes the point for the root of the mark, if no root is there yet; what two seats reach in the
// same step is tied. Without branches, which no processor could predict; some other forms are
// compiled to branches again.
inline void Evaluation::visit(Point point, std::uint32_t mark) {
    std::uint32_t& here = marks_.data()[point];
    const std::uint32_t difference = here ^ mark;
    // Each of these is 0 or 1.
    const auto is_new = std::uint32_t{here == 0};
    const auto is_same_step = std::uint32_t{(difference & step_bits) == 0};
    const auto is_others = std::uint32_t{(difference & seat_bits) != 0};
    here |= (mark & -is_new) | (tied & -(is_same_step & is_others & ~is_new));
    queue_.data()[queued_] = point;
    queued_ += is_new;
}

// Lets all root spaces grow over the empty points, one step at a time.
void Evaluation::spread(const Board& board) {
    const Root* const stones_at = board.root_of_points();
    for (std::size_t point = 0; point < marks_.size(); ++point) {
        marks_[point] = stones_at[point] == 0 ? 0 : occupied;
    }
    std::fill(territory_.begin(), territory_.end(), std::uint16_t{0});
    queued_ = 0;
    ties_ = 0;
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        for (const Point point : board.legal(seat)) {
            visit(point, static_cast<std::uint32_t>(seat << seat_shift) |
                             board.contacts(seat, point).root());
        }
    }
    const Point* const queue = queue_.data();
    std::array<std::uint32_t, nobody + 1> legal_of_one{};
    for (std::size_t index = 0; index < queued_; ++index) {
        ++legal_of_one[(marks_.data()[queue[index]] & seat_bits) >> seat_shift];
    }
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        features_[seat][Feature::exclusive] = static_cast<float>(legal_of_one[seat]);
    }
    std::uint16_t* const territories = territory_.data();
    for (std::size_t index = 0; index < queued_; ++index) {
        const std::uint32_t mark = marks_.data()[queue[index]];
        if ((mark & tied) == tied) {
            ++ties_;
        } else {
            ++territories[mark & label_bits];
        }
        const std::uint32_t next = mark + one_step;
        for (const Point neighbour : geometry_->neighbours(queue[index])) visit(neighbour, next);
    }
}

void Evaluation::count_reach(const Board& board) {
    reach_->measure(board);
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        auto& own = features_[seat];
        own[Feature::reach] = static_cast<float>(reach_->points(seat)) * scale_;
        own[Feature::own_reach] = static_cast<float>(reach_->own(seat)) * scale_;
        own[Feature::log_own_reach] = 0.25F * log_[reach_->own(seat)];
    }
}

void Evaluation::measure_roots(const Board& board) {
    for (std::size_t label = 1; label <= geometry_->roots(); ++label) {
        const Root root = static_cast<Root>(label);
        if (!board.is_standing(root)) continue;
        auto& own = features_[geometry_->owner(root)];
        const float stones = static_cast<float>(board.root_stones(root)) * scale_;
        float& smallest = own[Feature::smallest_root];
        own[Feature::largest_root] = std::max(own[Feature::largest_root], stones);
        smallest = smallest == 0 ? stones : std::min(smallest, stones);
    }
}

void Evaluation::count_roots(const Board& board) {
    std::array<std::size_t, engine::seats_max> in_atari{};
    std::size_t all_in_atari = 0;
    for (std::size_t label = 1; label <= geometry_->roots(); ++label) {
        const Root root = static_cast<Root>(label);
        if (!board.is_standing(root)) continue;
        const std::size_t seat = geometry_->owner(root);
        auto& own = features_[seat];
        const std::size_t space = board.root_space(root);
        own[Feature::log_spaces] += log_[space];
        own[Feature::spaces] += static_cast<float>(space);
        if (space == 1) {
            own[Feature::roots_with_space_1] += 1;
            ++in_atari[seat];
            ++all_in_atari;
        }
        if (space == 2) own[Feature::roots_with_space_2] += 1;
        const auto area = static_cast<float>(territory_[label]);
        own[Feature::territory] += area;
        own[Feature::log_territories] += log_[territory_[label]];
        own[Feature::largest_territory] = std::max(own[Feature::largest_territory], area);
    }
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        auto& own = features_[seat];
        const bool moves = seat == board.turn();
        own[Feature::rivals_in_atari] =
            moves ? static_cast<float>(all_in_atari - in_atari[seat]) : 0;
        own[Feature::own_in_atari] = moves ? 0 : static_cast<float>(in_atari[seat]);
    }
}

const Evaluation::Features& Evaluation::features(const Board& board) {
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) features_[seat].fill(0);
    spread(board);
    count_roots(board);
    if (reach_) {
        count_reach(board);
        measure_roots(board);
    }
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        auto& own = features_[seat];
        own[Feature::roots] = 0.5F * static_cast<float>(board.roots(seat));
        own[Feature::log_spaces] *= 0.25F;
        own[Feature::spaces] *= scale_ * 0.5F;
        own[Feature::roots_with_space_1] *= 0.5F;
        own[Feature::roots_with_space_2] *= 0.5F;
        own[Feature::territory] *= scale_;
        own[Feature::exclusive] *= scale_ * 0.5F;
        own[Feature::log_territories] *= 0.25F;
        own[Feature::stones] = static_cast<float>(board.stones(seat)) * scale_;
        own[Feature::rivals_in_atari] *= 0.5F;
        own[Feature::own_in_atari] *= 0.5F;
        own[Feature::largest_territory] *= scale_;
    }
    auto& mover = features_[board.turn()];
    mover[Feature::to_move] = 1;
    mover[Feature::ties_to_move] = static_cast<float>(ties_) * scale_;
    return features_;
}

namespace {

// The part of a seat's score that the hidden layer adds.
float units_score(const Evaluation::Features& all, std::size_t seat, std::size_t seats, float empty,
                  const ValueUnits& units) {
    ValueUnits::Row sums = units.inputs[unit_inputs - 1];
    const auto add = [&](std::size_t input, float amount) {
        for (std::size_t unit = 0; unit < value_units; ++unit) {
            sums[unit] += amount * units.inputs[input][unit];
        }
    };
    for (std::size_t index = 0; index < value_size; ++index) {
        float rivals = 0;
        for (std::size_t other = 0; other < seats; ++other) {
            if (other != seat) rivals += all[other][index];
        }
        add(index, all[seat][index]);
        add(value_size + index, rivals);
    }
    add(2 * value_size, empty);
    float score = 0;
    for (std::size_t unit = 0; unit < value_units; ++unit) {
        score += units.outputs[unit] * std::max(sums[unit], 0.0F);
    }
    return score;
}

}  // namespace

void Evaluation::evaluate(const Board& board, const Weights& weights, Values& out) {
    out.fill(0);
    if (board.is_over()) {
        out[board.turn()] = 1;
        return;
    }
    const Features& all = features(board);
    const float empty = emptiness(board);
    std::array<float, value_size> mixed;
    for (std::size_t index = 0; index < value_size; ++index) {
        mixed[index] = weights.value[index] + empty * weights.value_empty[index];
    }
    Values scores{};
    float best = -1e30F;
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        if (!board.is_in(seat)) continue;
        float sum = 0;
        for (std::size_t index = 0; index < value_size; ++index) {
            sum += mixed[index] * all[seat][index];
        }
        if (weights.units.are_used) {
            sum += units_score(all, seat, geometry_->seats(), empty, weights.units);
        }
        scores[seat] = sum;
        best = std::max(best, sum);
    }
    float total = 0;
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        if (!board.is_in(seat)) continue;
        out[seat] = exp(scores[seat] - best);
        total += out[seat];
    }
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) out[seat] /= total;
}

}  // namespace tanbo::search
