#include "tests/bench/train/fit.hpp"

#include <algorithm>
#include <cmath>

namespace tanbo::bench {

namespace {

using search::policy_size;
using search::unit_inputs;
using search::value_size;
using search::value_units;
using search::Weights;

// All that is learned in one row: policy, value, value by emptiness, the hidden layer's inputs and
// outputs.
constexpr std::size_t units_at = policy_size + 2 * value_size;
constexpr std::size_t outputs_at = units_at + unit_inputs * value_units;
constexpr std::size_t all_size = outputs_at + value_units;
using Row = std::array<double, all_size>;

Row row_of(const Weights& weights) {
    Row row{};
    std::copy(weights.policy.begin(), weights.policy.end(), row.begin());
    for (std::size_t index = 0; index < value_size; ++index) {
        row[policy_size + index] = weights.value[index];
        row[policy_size + value_size + index] = weights.value_empty[index];
    }
    for (std::size_t unit = 0; unit < value_units; ++unit) {
        for (std::size_t input = 0; input < unit_inputs; ++input) {
            row[units_at + input * value_units + unit] = weights.units.inputs[input][unit];
        }
        row[outputs_at + unit] = weights.units.outputs[unit];
    }
    return row;
}

Weights weights_of(const Row& row, const Weights& old) {
    Weights weights = old;
    for (std::size_t index = 0; index < policy_size; ++index) {
        weights.policy[index] = static_cast<float>(row[index]);
    }
    for (std::size_t index = 0; index < value_size; ++index) {
        weights.value[index] = static_cast<float>(row[policy_size + index]);
        weights.value_empty[index] = static_cast<float>(row[policy_size + value_size + index]);
    }
    for (std::size_t unit = 0; unit < value_units; ++unit) {
        for (std::size_t input = 0; input < unit_inputs; ++input) {
            weights.units.inputs[input][unit] =
                static_cast<float>(row[units_at + input * value_units + unit]);
        }
        weights.units.outputs[unit] = static_cast<float>(row[outputs_at + unit]);
    }
    return weights;
}

// Turns logits into chances.
void soften(std::vector<double>& logits) {
    const double most = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (double& logit : logits) total += logit = std::exp(logit - most);
    for (double& logit : logits) logit /= total;
}

// The cost of a sample; adds its gradient if one is given.
double learn(const Row& row, const PolicySample& sample, Row* gradient) {
    static thread_local std::vector<double> chances;
    chances.clear();
    std::size_t from = 0;
    for (const std::uint32_t end : sample.ends) {
        double sum = 0;
        for (; from < end; ++from) sum += row[sample.features[from]];
        chances.push_back(sum);
    }
    soften(chances);
    double cost = 0;
    from = 0;
    for (std::size_t move = 0; move < chances.size(); ++move) {
        cost -= static_cast<double>(sample.shares[move]) * std::log(chances[move] + 1e-12);
        const double error = chances[move] - static_cast<double>(sample.shares[move]);
        for (; from < sample.ends[move]; ++from) {
            if (gradient != nullptr) (*gradient)[sample.features[from]] += error;
        }
    }
    return cost;
}

// The hidden layer for one seat of a sample. Units with output and weights that are all 0 stay so:
// a family without a hidden layer gets none.
class Hidden {
public:
    Hidden(const Row& row, const ValueSample& sample, std::size_t seat) {
        for (std::size_t index = 0; index < value_size; ++index) {
            inputs_[index] = static_cast<double>(sample.features[seat][index]);
            for (std::size_t other = 0; other < sample.features.size(); ++other) {
                if (other == seat) continue;
                inputs_[value_size + index] += static_cast<double>(sample.features[other][index]);
            }
        }
        inputs_[2 * value_size] = static_cast<double>(sample.empty);
        inputs_[unit_inputs - 1] = 1;
        for (std::size_t unit = 0; unit < value_units; ++unit) {
            for (std::size_t input = 0; input < unit_inputs; ++input) {
                sums_[unit] += inputs_[input] * row[units_at + input * value_units + unit];
            }
            score_ += row[outputs_at + unit] * std::max(sums_[unit], 0.0);
        }
    }

    double score() const { return score_; }

    void add_gradient(const Row& row, double error, Row& gradient) const {
        for (std::size_t unit = 0; unit < value_units; ++unit) {
            if (sums_[unit] <= 0) continue;
            gradient[outputs_at + unit] += error * sums_[unit];
            const double part = error * row[outputs_at + unit];
            for (std::size_t input = 0; input < unit_inputs; ++input) {
                gradient[units_at + input * value_units + unit] += part * inputs_[input];
            }
        }
    }

private:
    std::array<double, unit_inputs> inputs_{};
    std::array<double, value_units> sums_{};
    double score_ = 0;
};

double learn(const Row& row, const ValueSample& sample, Row* gradient) {
    static thread_local std::vector<double> chances;
    static thread_local std::vector<std::size_t> seats;
    static thread_local std::vector<Hidden> hidden;
    chances.clear();
    seats.clear();
    hidden.clear();
    const double empty = static_cast<double>(sample.empty);
    for (std::size_t seat = 0; seat < sample.is_in.size(); ++seat) {
        if (!sample.is_in[seat]) continue;
        double sum = 0;
        for (std::size_t index = 0; index < value_size; ++index) {
            sum += static_cast<double>(sample.features[seat][index]) *
                   (row[policy_size + index] + empty * row[policy_size + value_size + index]);
        }
        hidden.emplace_back(row, sample, seat);
        chances.push_back(sum + hidden.back().score());
        seats.push_back(seat);
    }
    soften(chances);
    double cost = 0;
    for (std::size_t place = 0; place < seats.size(); ++place) {
        const double target = static_cast<double>(sample.target[seats[place]]);
        cost -= target * std::log(chances[place] + 1e-12);
        if (gradient == nullptr) continue;
        const double error = chances[place] - target;
        hidden[place].add_gradient(row, error, *gradient);
        for (std::size_t index = 0; index < value_size; ++index) {
            const double part = error * static_cast<double>(sample.features[seats[place]][index]);
            (*gradient)[policy_size + index] += part;
            (*gradient)[policy_size + value_size + index] += part * empty;
        }
    }
    return cost;
}

template <typename Sample>
double mean_cost(const Row& row, std::span<const Sample> samples) {
    double sum = 0;
    for (const Sample& sample : samples) sum += learn(row, sample, nullptr);
    return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

// Source: Kingma and Ba, "Adam: A Method for Stochastic Optimization".
class Adam {
public:
    void step(Row& row, const Row& gradient, double rate) {
        ++steps_;
        const double first_part = 1 - std::pow(0.9, steps_);
        const double second_part = 1 - std::pow(0.999, steps_);
        for (std::size_t index = 0; index < all_size; ++index) {
            first_[index] = 0.9 * first_[index] + 0.1 * gradient[index];
            second_[index] = 0.999 * second_[index] + 0.001 * gradient[index] * gradient[index];
            row[index] -= rate * (first_[index] / first_part) /
                          (std::sqrt(second_[index] / second_part) + 1e-8);
        }
    }

private:
    Row first_{};
    Row second_{};
    int steps_ = 0;
};

// The policy's and the value's part of a batch, each a mean.
template <typename Sample>
void add_batch(const Row& row, std::span<const Sample> samples, std::size_t batch,
               search::Random& random, Row& gradient) {
    if (samples.empty()) return;
    Row sum{};
    for (std::size_t count = 0; count < batch; ++count) {
        learn(row, samples[random.below(static_cast<std::uint32_t>(samples.size()))], &sum);
    }
    for (std::size_t index = 0; index < all_size; ++index) {
        gradient[index] += sum[index] / static_cast<double>(batch);
    }
}

}  // namespace

Loss loss_of(const Weights& weights, std::span<const PolicySample> policy,
             std::span<const ValueSample> value) {
    const Row row = row_of(weights);
    return {mean_cost(row, policy), mean_cost(row, value)};
}

Weights fit(const Weights& old, const Samples& samples, double pull, std::uint64_t seed) {
    constexpr std::size_t batch = 64;
    constexpr int epochs = 6;
    constexpr double first_rate = 0.01;
    const std::span<const PolicySample> policy(samples.policy);
    const std::span<const ValueSample> value(samples.value);
    const auto policy_part = policy.first(policy.size() - policy.size() / 10);
    const auto value_part = value.first(value.size() - value.size() / 10);
    const Row start = row_of(old);
    Row row = start;
    Row best = start;
    double least = mean_cost(row, policy.last(policy.size() / 10)) +
                   mean_cost(row, value.last(value.size() / 10));
    Adam adam;
    search::Random random(seed);
    const std::size_t steps = std::max<std::size_t>(value_part.size() / batch, 100);
    for (int epoch = 0; epoch < epochs; ++epoch) {
        // Smaller steps in the end find what larger ones jump over.
        const double rate = first_rate * static_cast<double>(epochs - epoch) / epochs;
        for (std::size_t step = 0; step < steps; ++step) {
            Row gradient{};
            add_batch(row, policy_part, batch, random, gradient);
            add_batch(row, value_part, batch, random, gradient);
            for (std::size_t index = 0; index < all_size; ++index) {
                gradient[index] += 2 * pull * (row[index] - start[index]);
            }
            adam.step(row, gradient, rate);
        }
        const double cost = mean_cost(row, policy.last(policy.size() / 10)) +
                            mean_cost(row, value.last(value.size() / 10));
        if (cost < least) {
            least = cost;
            best = row;
        }
    }
    return weights_of(best, old);
}

}  // namespace tanbo::bench
