#pragma once

#include <optional>
#include <string>

namespace tanbo::cli {

// Games of two sides; none is drawn.
struct Score {
    int won = 0;  // by the first
    int lost = 0;

    int games() const { return won + lost; }
};

struct Elo {
    double value;  // infinite if one side has won all
    double low;    // the interval's ends
    double high;
};

// The lead in strength of the first side, with the interval of 95 %. Requires: a game.
// Source: Wilson's score interval of the share of games won, which Elo is a function of.
Elo elo_of(const Score& score);

// "+35 [-20 +91]"; "more than +300" if one side has won all.
std::string text_of(const Elo& elo);

// A sequential test of whether the first side is stronger by `high` Elo (accepted) or only by `low`
// (refused), wrong in one of twenty cases either way.
// Source: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945.
struct Sprt {
    double low = 0;
    double high = 50;
};

enum class Verdict { open, accepted, refused };

// The logarithm of how many times likelier the score is under `high` than under `low`.
double log_likelihood_ratio(const Sprt& sprt, const Score& score);
Verdict verdict_of(const Sprt& sprt, const Score& score);

}  // namespace tanbo::cli
