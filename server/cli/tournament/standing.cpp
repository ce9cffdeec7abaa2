#include "server/cli/tournament/standing.hpp"

#include <cmath>
#include <limits>

namespace tanbo::cli {

namespace {

constexpr double quantile = 1.959963984540054;  // of the normal distribution, for 95 %
constexpr double elo_scale = 400;
constexpr double error_rate = 0.05;

// From the share of games that is won.
double elo(double share) {
    if (share <= 0) return -std::numeric_limits<double>::infinity();
    if (share >= 1) return std::numeric_limits<double>::infinity();
    return elo_scale * std::log10(share / (1 - share));
}

double share(double elo) {
    return 1 / (1 + std::pow(10, -elo / elo_scale));
}

std::string signed_text(double elo) {
    if (std::isinf(elo)) return elo < 0 ? "-inf" : "+inf";
    const long rounded = std::lround(elo);
    return (rounded < 0 ? "" : "+") + std::to_string(rounded);
}

}  // namespace

Elo elo_of(const Score& score) {
    const double games = score.games();
    const double won = score.won / games;
    const double squared = quantile * quantile;
    const double middle = (won + squared / (2 * games)) / (1 + squared / games);
    const double half = quantile / (1 + squared / games) *
                        std::sqrt(won * (1 - won) / games + squared / (4 * games * games));
    const double low = score.won == 0 ? 0 : middle - half;
    const double high = score.lost == 0 ? 1 : middle + half;
    return {elo(won), elo(low), elo(high)};
}

std::string text_of(const Elo& elo) {
    if (elo.value == std::numeric_limits<double>::infinity()) {
        return "more than " + signed_text(elo.low);
    }
    if (elo.value == -std::numeric_limits<double>::infinity()) {
        return "less than " + signed_text(elo.high);
    }
    return signed_text(elo.value) + " [" + signed_text(elo.low) + " " + signed_text(elo.high) + "]";
}

double log_likelihood_ratio(const Sprt& sprt, const Score& score) {
    const double low = share(sprt.low);
    const double high = share(sprt.high);
    return score.won * std::log(high / low) + score.lost * std::log((1 - high) / (1 - low));
}

Verdict verdict_of(const Sprt& sprt, const Score& score) {
    const double ratio = log_likelihood_ratio(sprt, score);
    const double bound = std::log((1 - error_rate) / error_rate);
    if (ratio >= bound) return Verdict::accepted;
    if (ratio <= -bound) return Verdict::refused;
    return Verdict::open;
}

}  // namespace tanbo::cli
