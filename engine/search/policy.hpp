#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/search/board.hpp"
#include "engine/search/weights.hpp"

// The likelihood that a move is good, by its effect on the roots around it.
namespace tanbo::search {

// The change that a stone of the seat to move on a legal point would make.
struct MoveEffect {
    std::size_t gained = 0;       // points that its root gains
    std::size_t lost = 1;         // that it loses, the point itself with them
    std::size_t room = 0;         // points beyond the gained ones that could be grown to
    std::size_t contested = 0;    // of the gained ones, those that others may play
    std::size_t harmed = 0;       // points that other roots of the seat lose
    std::size_t least_left = 99;  // the least space that one of these keeps
    std::size_t touched = 0;      // stones of others beside it
};

// Counts of what is beside a point, as fields of one word: one addition takes in all of them.
namespace beside {

using Counts = std::uint64_t;
enum Field : unsigned { gained = 0, contested = 8, own = 16, harmed = 24, stones = 32, room = 40 };
static_assert(2 * engine::dimensions_max < 256);

// The number in one field.
constexpr std::size_t count(Counts counts, Field field) {
    return (counts >> field) & (field == room ? 0xFFFFFFU : 0xFFU);
}

}  // namespace beside

// Looks at the points around. Requires: the point is legal for the seat.
inline MoveEffect effect_of(const Board& board, std::size_t seat, Point point) {
    const Root root = board.contacts(seat, point).root();
    beside::Counts counts = 0;
    std::size_t least_left = MoveEffect().least_left;
    // Without branches, which no processor could predict. Each of these is 0 or 1.
    for (const Point neighbour : board.geometry().neighbours(point)) {
        const Contacts there = board.contacts(seat, neighbour);
        const auto is_free = std::uint64_t{there.is_none()};
        const auto is_legal = std::uint64_t{there.is_one()};
        const auto is_same = std::uint64_t{there.root() == root};
        const auto is_contested = std::uint64_t{board.legal_for(neighbour) != 0};
        const std::uint64_t is_harmed = is_legal & ~is_same;
        counts +=
            -is_free & (std::uint64_t{1} << beside::gained | is_contested << beside::contested |
                        std::uint64_t{board.free_around(seat, neighbour)} << beside::room);
        counts += (is_legal & is_same) << beside::own;
        counts += is_harmed << beside::harmed;
        counts += std::uint64_t{board.root(neighbour) != 0} << beside::stones;
        // Without a harmed root the space is 0: this wraps round to more than any.
        const auto harmed = static_cast<Root>(-is_harmed & there.root());
        least_left = std::min(least_left, board.root_space(harmed) - 1);
    }
    MoveEffect effect;
    effect.gained = beside::count(counts, beside::gained);
    effect.lost += beside::count(counts, beside::own);
    effect.room = beside::count(counts, beside::room);
    effect.contested = beside::count(counts, beside::contested);
    effect.harmed = beside::count(counts, beside::harmed);
    effect.least_left = least_left;
    effect.touched = beside::count(counts, beside::stones) - 1;  // one is the stone that it extends
    return effect;
}

// The uses that the point has for others, of whom the most is told.
struct RivalLoss {
    bool can_play = false;
    std::size_t gains = 0;    // points that one who plays there gains
    std::size_t reached = 0;  // points beside it from which one could grow to it
};

// Looks at the points around for every other seat. Requires: the point is legal for the seat.
inline RivalLoss rival_loss_of(const Board& board, std::size_t seat, Point point) {
    const Geometry& geometry = board.geometry();
    RivalLoss loss;
    for (std::size_t other = 0; other < geometry.seats(); ++other) {
        const Contacts here = board.contacts(other, point);
        if (other == seat || !(here.is_one() || here.is_none())) continue;
        std::size_t count = 0;
        for (const Point neighbour : geometry.neighbours(point)) {
            const Contacts there = board.contacts(other, neighbour);
            count += (here.is_one() ? there.is_none() : there.is_one()) ? 1 : 0;
        }
        loss.can_play = loss.can_play || here.is_one();
        auto& most = here.is_one() ? loss.gains : loss.reached;
        most = std::max(most, count);
    }
    return loss;
}

// Numbers that are told apart the less the larger they are: the place of each, the last one's for
// all beyond.
using Steps = std::span<const std::uint8_t>;
inline constexpr std::array<std::uint8_t, 18> steps_of_space = {0, 1, 2, 3, 4,  5,  6,  7,  8,
                                                                8, 9, 9, 9, 10, 10, 10, 10, 11};
inline constexpr std::array<std::uint8_t, 11> steps_of_rival_space = {0, 1, 2, 3, 4, 5,
                                                                      5, 6, 6, 6, 7};
inline constexpr std::array<std::uint8_t, 16> steps_of_room = {0, 1, 2, 3, 4, 5, 6, 6,
                                                               7, 7, 7, 8, 8, 8, 8, 9};

// Whether the places are those of the group.
constexpr bool are_of(Steps steps, MoveFeature group) {
    return steps.back() + 1U == policy_groups[static_cast<std::size_t>(group)].size;
}
static_assert(are_of(steps_of_space, MoveFeature::space_after));
static_assert(are_of(steps_of_rival_space, MoveFeature::rival_space));
static_assert(are_of(steps_of_room, MoveFeature::room));

// The place of a number.
inline std::size_t step_of(std::size_t number, Steps steps) {
    return steps.data()[std::min(number, steps.size() - 1)];
}

// Calls add(number) for each feature of Weights::policy that the move has but those of a rival's
// loss, at most one of a group.
template <typename Add>
void visit_effect(const Board& board, std::size_t seat, Point point, Add add) {
    const auto feature = [&](MoveFeature group, std::size_t index) {
        add(policy_groups[static_cast<std::size_t>(group)].first + index);
    };
    const Geometry& geometry = board.geometry();
    const Root root = board.contacts(seat, point).root();
    const MoveEffect effect = effect_of(board, seat, point);
    const std::size_t before = board.root_space(root);
    const std::size_t after = before + effect.gained - effect.lost;

    feature(MoveFeature::space_after, step_of(after, steps_of_space));
    // From -4 to 4, counted from 0.
    const std::size_t change =
        std::min<std::size_t>(effect.gained + 4 - std::min(effect.lost, effect.gained + 4), 8);
    feature(MoveFeature::space_change, change);
    const std::size_t sign = change < 4 ? 0 : change == 4 ? 1 : 2;
    feature(MoveFeature::space_before, (std::min<std::size_t>(before, 4) - 1) * 3 + sign);
    const std::size_t harm = effect.harmed == 0       ? 0
                             : effect.least_left == 0 ? 3
                             : effect.harmed > 1      ? 4
                             : effect.least_left == 1 ? 2
                                                      : 1;
    feature(MoveFeature::harm, harm);

    std::size_t sharing = 0;
    std::size_t rival_space = 0;
    std::size_t killed = 0;
    for (std::size_t other = 0; other < geometry.seats(); ++other) {
        const Contacts here = board.contacts(other, point);
        if (other == seat || !here.is_one()) continue;
        ++sharing;
        const std::size_t space = board.root_space(here.root());
        rival_space = rival_space == 0 ? space : std::min(rival_space, space);
        if (space == 1) killed = std::max(killed, board.root_stones(here.root()));
    }
    feature(MoveFeature::rival_space, step_of(rival_space, steps_of_rival_space));
    if (killed > 0) feature(MoveFeature::kill, killed <= 2 ? 0 : killed <= 6 ? 1 : 2);
    if (sharing > 0) feature(MoveFeature::shared, sharing == 1 ? 0 : 1);

    feature(MoveFeature::rivals_touched, std::min<std::size_t>(effect.touched, 3));
    feature(MoveFeature::room, step_of(effect.room, steps_of_room));
    feature(MoveFeature::contested, std::min<std::size_t>(effect.contested, 5));
    if (board.last_point() != no_point) {
        const std::size_t distance =
            std::max<std::size_t>(geometry.distance(board.last_point(), point), 1);
        feature(MoveFeature::distance, distance <= 5    ? distance - 1
                                       : distance <= 7  ? 5
                                       : distance <= 10 ? 6
                                                        : 7);
    }
    const std::size_t stones = board.root_stones(root);
    feature(MoveFeature::root_stones, stones <= 1    ? 0
                                      : stones <= 3  ? 1
                                      : stones <= 7  ? 2
                                      : stones <= 15 ? 3
                                                     : 4);
    if (after == 0 && board.roots(seat) == 1) feature(MoveFeature::last_root_dies, 0);
    feature(MoveFeature::edge, std::min<std::size_t>(geometry.missing(point), 3));
    if (after == 0 && board.roots(seat) > 1) [[unlikely]] {
        feature(MoveFeature::death, stones <= 3 ? 0 : stones <= 7 ? 1 : stones <= 15 ? 2 : 3);
    }
}

// The same for those of a rival's loss.
template <typename Add>
void visit_rival_loss(const Board& board, std::size_t seat, Point point, Add add) {
    const RivalLoss loss = rival_loss_of(board, seat, point);
    const auto feature = [&](MoveFeature group, std::size_t index) {
        add(policy_groups[static_cast<std::size_t>(group)].first + index);
    };
    if (loss.can_play) feature(MoveFeature::taken, std::min<std::size_t>(loss.gains, 5));
    if (loss.reached > 0) feature(MoveFeature::blocked, std::min<std::size_t>(loss.reached, 3) - 1);
}

// True if any of these features has a weight. Without one, the search skips them and runs a
// twentieth faster.
inline bool weighs_rival_loss(const Weights& weights) {
    const std::size_t first = policy_groups[static_cast<std::size_t>(MoveFeature::taken)].first;
    return std::any_of(weights.policy.begin() + first, weights.policy.end(),
                       [](float weight) { return weight != 0; });
}

// The sum of the weights of a move's features: the policy takes a move to be exp of this as likely
// as another. Requires: as effect_of; weighs_rivals is weighs_rival_loss(weights).
inline float policy_logit(const Board& board, const Weights& weights, bool weighs_rivals,
                          std::size_t seat, Point point) {
    const float* const table = weights.policy.data();
    float sum = 0;
    visit_effect(board, seat, point, [&](std::size_t feature) { sum += table[feature]; });
    if (!weighs_rivals) [[likely]]
        return sum;
    float both = sum;
    visit_rival_loss(board, seat, point, [&](std::size_t feature) { both += table[feature]; });
    return both;
}

}  // namespace tanbo::search
