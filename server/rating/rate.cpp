#include "server/rating/rate.hpp"

#include "engine/opening.hpp"
#include "server/rating/glicko2.hpp"
#include "server/rating/weng_lin.hpp"

namespace tanbo::rating {
namespace {

double periods_away(const Entrant& entrant, engine::Instant at) {
    return entrant.last_at ? periods_between(*entrant.last_at, at) : 0;
}

double score_of(int place, int other) {
    if (place == other) return 0.5;
    return place < other ? 1 : 0;
}

std::vector<Figure> rate_two(std::span<const Entrant> entrants, engine::Instant at) {
    std::vector<Figure> result;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        const Entrant& player = entrants[i];
        const Entrant& opponent = entrants[1 - i];
        const Bout bout{rested(opponent, at), score_of(player.place, opponent.place)};
        result.push_back(glicko2(player.figure, std::span(&bout, 1), periods_away(player, at)));
    }
    return result;
}

std::vector<Figure> rate_more(std::span<const Entrant> entrants, engine::Instant at) {
    std::vector<Contender> contenders;
    contenders.reserve(entrants.size());
    for (const Entrant& entrant : entrants) {
        contenders.push_back({rested(entrant, at), entrant.place});
    }
    return weng_lin(contenders);
}

}  // namespace

std::string_view method_name(Method method) {
    switch (method) {
        case Method::glicko2:
            return "glicko-2";
        case Method::weng_lin:
            return "weng-lin";
    }
    return {};
}

Method method_of(int seats) {
    return seats == 2 ? Method::glicko2 : Method::weng_lin;
}

std::string family_of(std::string_view setup, bool with_bots) {
    std::string family(setup);
    if (with_bots) family += bots_family_suffix;
    return family;
}

std::string_view setup_of_family(std::string_view family) {
    if (family.ends_with(bots_family_suffix)) family.remove_suffix(bots_family_suffix.size());
    return family;
}

std::optional<Method> method_of_family(std::string_view family) {
    const engine::Setup* const setup = engine::find_setup(setup_of_family(family));
    if (setup == nullptr) return std::nullopt;
    return method_of(setup->seats);
}

bool is_provisional(Method method, const Figure& figure, std::int64_t games) {
    switch (method) {
        case Method::glicko2:
            return figure.deviation > provisional_deviation;
        case Method::weng_lin:
            return games < provisional_games;
    }
    return true;
}

Figure rested(const Entrant& entrant, engine::Instant at) {
    return rested(entrant.figure, periods_away(entrant, at));
}

std::vector<Figure> rate(Method method, std::span<const Entrant> entrants, engine::Instant at) {
    switch (method) {
        case Method::glicko2:
            return rate_two(entrants, at);
        case Method::weng_lin:
            return rate_more(entrants, at);
    }
    return {};
}

}  // namespace tanbo::rating
