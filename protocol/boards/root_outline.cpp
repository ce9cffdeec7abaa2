#include "protocol/boards/root_outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace tanbo::protocol {

namespace {

constexpr std::size_t widths = 12;
constexpr double thinnest = 0.17;
constexpr double thickest = 0.30;
constexpr double quarter_turn = std::numbers::pi / 2;

// The radius of a neck's arcs, and at which angle from the line they leave the stone.
struct Neck {
    long radius;
    double angle;
};

// As browsers round: halves upwards.
long rounded(double value) {
    return static_cast<long>(std::floor(value + 0.5));
}

// Between two discs of radius r at distance 1 with a neck of half width w: the circle that touches
// both has R = (1/4 + w^2 - r^2) / (2 (r - w)), and touches them at atan2(R + w, 1/2).
std::array<Neck, widths> make_necks() {
    std::array<Neck, widths> necks{};
    const double r = static_cast<double>(outline_radius) / outline_unit;
    for (std::size_t step = 0; step < widths; ++step) {
        const double w =
            thinnest + (thickest - thinnest) * static_cast<double>(step) / (widths - 1.0);
        const double radius = (0.25 + w * w - r * r) / (2 * (r - w));
        necks.at(step) = {rounded(radius * outline_unit), std::atan2(radius + w, 0.5)};
    }
    return necks;
}

const std::array<Neck, widths> necks = make_necks();
// Up to this one, necks at a right angle to one another do not meet.
const std::size_t widest_at_corner =
    static_cast<std::size_t>(std::ranges::count_if(
        necks, [](const Neck& neck) { return neck.angle <= std::numbers::pi / 4; })) -
    1;

// East, south, west, north; y grows downwards.
constexpr std::array<std::pair<int, int>, 4> steps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
using Ways = std::array<std::optional<std::size_t>, 4>;

class Walk {
public:
    Walk(std::span<const PlacedStone> stones, std::size_t first) : stones_(stones) {
        std::map<std::pair<int, int>, std::size_t> places;
        for (std::size_t i = 0; i < stones.size(); ++i) places[{stones[i].x, stones[i].y}] = i;
        for (const PlacedStone& stone : stones) {
            Ways& ways = links_.emplace_back();
            for (std::size_t way = 0; way < 4; ++way) {
                const auto [dx, dy] = steps.at(way);
                const auto found =
                    places.find({stone.x + dx * outline_unit, stone.y + dy * outline_unit});
                if (found != places.end()) ways.at(way) = found->second;
            }
        }
        widths_.resize(stones.size());
        measure(first);
    }

    std::string path() const {
        if (stones_.size() == 1) return disc();
        std::size_t stone = 0;
        while (std::ranges::count_if(links_[stone],
                                     [](const auto& link) { return link.has_value(); }) != 1) {
            ++stone;
        }
        std::size_t way = 0;
        while (!links_[stone].at(way)) ++way;
        const auto begin = std::pair(stone, way);
        const Neck& leaving = neck(stone, way);
        std::string out = "M" + on(stone, static_cast<double>(way) * quarter_turn - leaving.angle);
        do {
            append_step(out, stone, way);
        } while (std::pair(stone, way) != begin);
        return out + "z";
    }

private:
    // Along a neck and around the stone behind it, up to the next neck.
    void append_step(std::string& out, std::size_t& stone, std::size_t& way) const {
        const Neck& along = neck(stone, way);
        const std::size_t next = *links_[stone].at(way);
        const double from = static_cast<double>(way) * quarter_turn + std::numbers::pi;
        const std::string radius = std::to_string(along.radius);
        out += "A" + radius + " " + radius + " 0 0 0 " + on(next, from + along.angle);
        std::size_t turn = 1;
        while (!links_[next].at((way + 2 + turn) & 3U)) ++turn;
        const std::size_t onward = (way + 2 + turn) & 3U;
        const double turned = static_cast<double>(turn) * quarter_turn;
        const double leave = neck(next, onward).angle;
        const bool is_large = turned - along.angle - leave > std::numbers::pi;
        const std::string size = std::to_string(outline_radius);
        out += "A" + size + " " + size + " 0 " + (is_large ? "1" : "0") + " 1 " +
               on(next, from + turned - leave);
        stone = next;
        way = onward;
    }

    // Counts the stones beyond each link, seen from the first stone: visits in their order, then
    // sizes backwards.
    void measure(std::size_t first) {
        struct Visit {
            std::size_t stone;
            std::size_t from;
            std::size_t way;
        };
        std::vector<Visit> visits{{first, first, 0}};
        for (std::size_t i = 0; i < visits.size() && visits.size() <= stones_.size(); ++i) {
            const Visit at = visits[i];
            for (std::size_t way = 0; way < 4; ++way) {
                const auto next = links_[at.stone].at(way);
                if (next && (i == 0 || *next != at.from)) visits.push_back({*next, at.stone, way});
            }
        }
        std::vector<int> beyond(stones_.size(), 0);
        for (std::size_t i = visits.size(); i-- > 1;) {
            const Visit& at = visits[i];
            const int count = beyond[at.stone] + 1;
            beyond[at.from] += count;
            const auto step = std::min<long>(widths - 1, rounded(2.9 * std::log2(count)));
            widths_[at.from].at(at.way) = static_cast<std::size_t>(step);
            widths_[at.stone].at((at.way + 2) & 3U) = static_cast<std::size_t>(step);
        }
    }

    // The neck from a stone in a direction, on the side on which we walk.
    const Neck& neck(std::size_t stone, std::size_t way) const {
        const std::size_t left = (way + 3) & 3U;
        const std::size_t step = widths_[stone].at(way);
        const bool is_at_corner = links_[stone].at(left) || links_[*links_[stone].at(way)].at(left);
        return necks.at(is_at_corner ? std::min(step, widest_at_corner) : step);
    }

    std::string on(std::size_t stone, double angle) const {
        const double x = stones_[stone].x + outline_radius * std::cos(angle);
        const double y = stones_[stone].y + outline_radius * std::sin(angle);
        return std::to_string(rounded(x)) + " " + std::to_string(rounded(y));
    }

    std::string disc() const {
        const std::string r = std::to_string(outline_radius);
        const std::string across = std::to_string(2 * outline_radius);
        const std::string arc = "a" + r + " " + r + " 0 1 1 ";
        return "M" + std::to_string(stones_[0].x - outline_radius) + " " +
               std::to_string(stones_[0].y) + arc + across + " 0" + arc + "-" + across + " 0z";
    }

    std::span<const PlacedStone> stones_;
    std::vector<Ways> links_;
    std::vector<std::array<std::size_t, 4>> widths_;
};

}  // namespace

std::string root_outline(std::span<const PlacedStone> stones, std::size_t first) {
    return Walk(stones, first).path();
}

}  // namespace tanbo::protocol
