#include "engine/search/weights.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

namespace tanbo::embedded {
extern const std::string_view search_9x9;
extern const std::string_view search_13x13;
extern const std::string_view search_19x19;
extern const std::string_view search_dense;
extern const std::string_view search_3d;
extern const std::string_view search_4p;
extern const std::string_view search_general;
}  // namespace tanbo::embedded

namespace tanbo::search {

namespace {

enum class FamilyName : std::uint8_t { f9x9, f13x13, f19x19, dense, f3d, f4p, general };

constexpr int thousandths_max = 1'000'000;

// Numbers of one line, split by blanks.
bool parse_numbers(std::string_view text, std::span<float> out) {
    std::size_t count = 0;
    while (!text.empty()) {
        if (text.front() == ' ') {
            text.remove_prefix(1);
            continue;
        }
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || count == out.size()) return false;
        if (number > thousandths_max || number < -thousandths_max) return false;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && text.front() != ' ') return false;
        out[count++] = static_cast<float>(number) / 1000.0F;
    }
    return count == out.size();
}

// The place of the numbers of a name, and its bit among the names that have been seen.
struct Place {
    std::span<float> numbers;
    std::size_t bit;
};

constexpr std::size_t unit_names = unit_inputs + 1;
constexpr std::size_t names = policy_groups.size() + 2 * value_size + 5;  // without the units'

// The name of a line of the hidden layer: of one of its inputs, or of the outputs.
std::string unit_name(std::size_t index) {
    if (index < value_size) return "units-" + std::string(value_names[index]);
    if (index < 2 * value_size)
        return "units-rivals-" + std::string(value_names[index - value_size]);
    if (index == 2 * value_size) return "units-empty";
    return index < unit_inputs ? "units-one" : "units-out";
}

std::span<float> unit_numbers(ValueUnits& units, std::size_t index) {
    return index < unit_inputs ? units.inputs[index] : units.outputs;
}

std::optional<Place> place_of(Weights& weights, std::string_view name) {
    std::size_t bit = 0;
    for (const PolicyGroup& group : policy_groups) {
        if (group.name == name) return Place{{&weights.policy[group.first], group.size}, bit};
        ++bit;
    }
    for (std::size_t index = 0; index < value_size; ++index, bit += 2) {
        const std::string_view value = value_names[index];
        if (value == name) return Place{{&weights.value[index], 1}, bit};
        if (name.starts_with("empty-") && name.substr(6) == value) {
            return Place{{&weights.value_empty[index], 1}, bit + 1};
        }
    }
    if (name == "playout-plies") return Place{{&weights.playout_plies, 1}, bit};
    if (name == "playout-replies") return Place{{&weights.playout_replies, 1}, bit + 1};
    if (name == "exploration") return Place{{&weights.exploration, 1}, bit + 2};
    if (name == "stretch") return Place{{&weights.stretch, 1}, bit + 3};
    if (name == "empty-stretch") return Place{{&weights.stretch_empty, 1}, bit + 4};
    for (std::size_t index = 0; index < unit_names; ++index) {
        if (name == unit_name(index))
            return Place{unit_numbers(weights.units, index), names + index};
    }
    return std::nullopt;
}

void print_line(std::string& out, std::string_view name, std::span<const float> numbers) {
    out += name;
    for (const float number : numbers) {
        out += ' ';
        out += std::to_string(static_cast<int>(std::lround(number * 1000.0F)));
    }
    out += '\n';
}

// A seed at every second point of every second row.
bool is_dense(const engine::Opening& opening) {
    return opening.seeds().size() * 6 > static_cast<std::size_t>(opening.lattice().points());
}

FamilyName name_of(const engine::Opening& opening) {
    const auto& lattice = opening.lattice();
    const auto long_axes = std::count_if(lattice.extents().begin(), lattice.extents().end(),
                                         [](int extent) { return extent > 1; });
    if (long_axes == 3 && opening.seats() == 2) return FamilyName::f3d;
    if (long_axes != 2) return FamilyName::general;
    if (opening.seats() > 2) return opening.seats() <= 4 ? FamilyName::f4p : FamilyName::general;
    if (is_dense(opening)) return FamilyName::dense;
    if (lattice.points() <= 110) return FamilyName::f9x9;
    return lattice.points() <= 256 ? FamilyName::f13x13 : FamilyName::f19x19;
}

}  // namespace

std::span<const Family> families() {
    static const std::array<Family, 7> all = {{{"9x9", embedded::search_9x9},
                                               {"13x13", embedded::search_13x13},
                                               {"19x19", embedded::search_19x19},
                                               {"dense", embedded::search_dense},
                                               {"3d", embedded::search_3d},
                                               {"4p", embedded::search_4p},
                                               {"general", embedded::search_general}}};
    return all;
}

const Family& family_of(const engine::Opening& opening) {
    return families()[static_cast<std::size_t>(name_of(opening))];
}

Weights weights_for(const engine::Opening& opening) {
    const auto weights = parse_weights(family_of(opening).text);
    assert(weights);
    return weights.value_or(Weights());
}

std::optional<Weights> parse_weights(std::string_view text) {
    Weights weights;
    std::array<bool, names + unit_names> seen{};
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line = line.substr(0, line.find('#'));
        const std::size_t blank = line.find(' ');
        const std::string_view name = line.substr(0, blank);
        if (name.empty()) {
            if (line.find_first_not_of(' ') != std::string_view::npos) return std::nullopt;
            continue;
        }
        const auto place = place_of(weights, name);
        if (!place || seen[place->bit]) return std::nullopt;
        seen[place->bit] = true;
        if (!parse_numbers(line.substr(name.size()), place->numbers)) return std::nullopt;
    }
    const auto units = std::count(seen.begin() + names, seen.end(), true);
    weights.units.are_used = units > 0;
    const bool are_whole = units == 0 || units == static_cast<std::ptrdiff_t>(unit_names);
    const auto others = std::count(seen.begin(), seen.begin() + names, true);
    if (!are_whole || others != static_cast<std::ptrdiff_t>(names)) return std::nullopt;
    return weights;
}

std::string print_weights(const Weights& weights) {
    std::string out;
    for (const PolicyGroup& group : policy_groups) {
        print_line(out, group.name, {&weights.policy[group.first], group.size});
    }
    for (std::size_t index = 0; index < value_size; ++index) {
        print_line(out, value_names[index], {&weights.value[index], 1});
        print_line(out, "empty-" + std::string(value_names[index]),
                   {&weights.value_empty[index], 1});
    }
    for (std::size_t index = 0; weights.units.are_used && index < unit_names; ++index) {
        ValueUnits units = weights.units;
        print_line(out, unit_name(index), unit_numbers(units, index));
    }
    print_line(out, "playout-plies", {&weights.playout_plies, 1});
    print_line(out, "playout-replies", {&weights.playout_replies, 1});
    print_line(out, "exploration", {&weights.exploration, 1});
    print_line(out, "stretch", {&weights.stretch, 1});
    print_line(out, "empty-stretch", {&weights.stretch_empty, 1});
    return out;
}

}  // namespace tanbo::search
