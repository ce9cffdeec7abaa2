#include "engine/search/searcher.hpp"

#include <utility>

#include "engine/search/searcher_impl.hpp"

namespace tanbo::search {

Searcher::Searcher(std::shared_ptr<const engine::Opening> opening, const Weights& weights,
                   const Settings& settings)
    : impl_(std::make_unique<Impl>(std::move(opening), weights, settings)) {}

Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

void Searcher::set(const engine::Position& position, Point last) {
    impl_->set(position, last);
}

void Searcher::forget() {
    impl_->forget();
}

void Searcher::vary(std::uint64_t seed) {
    impl_->vary(seed);
}

bool Searcher::run(const Budget& budget, const Interrupts& interrupts) {
    return impl_->run(budget, interrupts);
}

const Report& Searcher::report() {
    return impl_->report();
}

Point Searcher::choose(const Level& level) {
    return impl_->choose(level);
}

}  // namespace tanbo::search
