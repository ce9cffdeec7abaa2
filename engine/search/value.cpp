#include "engine/search/value.hpp"

#include <algorithm>
#include <cmath>

#include "engine/search/arithmetic.hpp"

namespace tanbo::search {

namespace {

// Places in value_names.
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
    ties_to_move
};

}  // namespace

Evaluation::Evaluation(const Geometry& geometry)
    : geometry_(&geometry),
      log_(geometry.points() + 1),
      scale_(2.0F / std::sqrt(static_cast<float>(geometry.points()))),
      labels_(geometry.points()),
      steps_(geometry.points()),
      queue_(geometry.points()),
      territory_(geometry.roots() + 1) {
    for (std::size_t index = 0; index < log_.size(); ++index) {
        log_[index] = log2(static_cast<float>(index + 1));
    }
}

inline void Evaluation::visit(Point point, Root label, std::uint16_t step) {
    Root& nearest = labels_[point];
    if (nearest == 0) {
        nearest = label;
        steps_[point] = step;
        queue_[queued_++] = point;
    } else if (steps_[point] == step && nearest != label && nearest != tied &&
               (label == tied || geometry_->owner(label) != geometry_->owner(nearest))) {
        nearest = tied;
    }
}

// Lets all root spaces grow over the empty points, one step at a time.
void Evaluation::spread(const Board& board) {
    std::fill(labels_.begin(), labels_.end(), Root{0});
    std::fill(territory_.begin(), territory_.end(), std::uint16_t{0});
    queued_ = 0;
    ties_ = 0;
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        for (const Point point : board.legal(seat)) {
            visit(point, board.contacts(seat, point).root(), 1);
        }
    }
    for (std::size_t index = 0; index < queued_; ++index) {
        const Root label = labels_[queue_[index]];
        if (steps_[queue_[index]] > 1) break;
        if (label != tied) features_[geometry_->owner(label)][exclusive] += 1;
    }
    const Root* const stones_at = board.root_of_points();
    for (std::size_t index = 0; index < queued_; ++index) {
        const Point point = queue_[index];
        const Root label = labels_[point];
        if (label == tied) {
            ++ties_;
        } else {
            ++territory_[label];
        }
        const auto step = static_cast<std::uint16_t>(steps_[point] + 1);
        for (const Point neighbour : geometry_->neighbours(point)) {
            if (stones_at[neighbour] == 0) visit(neighbour, label, step);
        }
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
        own[log_spaces] += log_[space];
        own[spaces] += static_cast<float>(space);
        if (space == 1) {
            own[roots_with_space_1] += 1;
            ++in_atari[seat];
            ++all_in_atari;
        }
        if (space == 2) own[roots_with_space_2] += 1;
        const auto area = static_cast<float>(territory_[label]);
        own[territory] += area;
        own[log_territories] += log_[territory_[label]];
        own[largest_territory] = std::max(own[largest_territory], area);
    }
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        auto& own = features_[seat];
        const bool moves = seat == board.turn();
        own[rivals_in_atari] = moves ? static_cast<float>(all_in_atari - in_atari[seat]) : 0;
        own[own_in_atari] = moves ? 0 : static_cast<float>(in_atari[seat]);
    }
}

const Evaluation::Features& Evaluation::features(const Board& board) {
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) features_[seat].fill(0);
    spread(board);
    count_roots(board);
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        auto& own = features_[seat];
        own[roots] = 0.5F * static_cast<float>(board.roots(seat));
        own[log_spaces] *= 0.25F;
        own[spaces] *= scale_ * 0.5F;
        own[roots_with_space_1] *= 0.5F;
        own[roots_with_space_2] *= 0.5F;
        own[territory] *= scale_;
        own[exclusive] *= scale_ * 0.5F;
        own[log_territories] *= 0.25F;
        own[stones] = static_cast<float>(board.stones(seat)) * scale_;
        own[rivals_in_atari] *= 0.5F;
        own[own_in_atari] *= 0.5F;
        own[largest_territory] *= scale_;
    }
    auto& mover = features_[board.turn()];
    mover[to_move] = 1;
    mover[ties_to_move] = static_cast<float>(ties_) * scale_;
    return features_;
}

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
