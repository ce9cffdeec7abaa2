// Random games to their end, as lines that `tanbo replay` reads:
//
//     tanbo_bench_games COUNT [SETUP]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/notation.hpp"
#include "engine/position.hpp"
#include "tests/support/random.hpp"

namespace tanbo::tests {
namespace {

std::string random_game(const engine::Setup& setup, int number, Random& random) {
    std::string line = "{\"id\":" + std::to_string(number) + ",\"setup\":\"";
    line.append(setup.id) += "\",\"moves\":[";
    engine::Position position(setup.opening);
    while (const auto seat = position.to_move()) {
        const engine::Point point = random.pick(position.legal_points(*seat));
        if (position.ply() > 0) line += ',';
        line += '"' + engine::point_name(position.lattice(), point) + '"';
        position.play(point);
    }
    return line + "]}\n";
}

}  // namespace
}  // namespace tanbo::tests

int main(int count, char** arguments) {
    const int games = count > 1 ? std::atoi(arguments[1]) : 0;
    const auto* const setup = tanbo::engine::find_setup(count > 2 ? arguments[2] : "19x19");
    if (games <= 0 || setup == nullptr) {
        std::fprintf(stderr, "usage: tanbo_bench_games COUNT [SETUP]\n");
        return 2;
    }
    tanbo::tests::Random random(7);
    for (int number = 0; number < games; ++number) {
        const std::string line = tanbo::tests::random_game(*setup, number, random);
        if (std::fputs(line.c_str(), stdout) == EOF) return 1;
    }
    return 0;
}
