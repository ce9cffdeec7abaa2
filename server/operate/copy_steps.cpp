#include "server/operate/copy_steps.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>

#include "protocol/json/words.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::app {
namespace {

constexpr std::chrono::seconds told_every{5};
// A round that takes no longer is as short as one has to be; one that is not so much shorter than
// the one before will not get shorter.
constexpr std::chrono::seconds short_round{5};
constexpr double shorter = 0.8;

store::CopyRows tell_rows() {
    return [next = std::chrono::steady_clock::now() + told_every](std::int64_t rows) mutable {
        if (std::chrono::steady_clock::now() < next) return;
        next = std::chrono::steady_clock::now() + told_every;
        std::cerr << "tanbod: " << protocol::counted(rows, "row") << " so far\n";
    };
}

void require(const std::optional<std::string>& difference) {
    if (difference) throw CopyRefused(*difference);
}

store::CopyPart part_of(const CopyOptions& order) {
    return order.games.empty() ? store::CopyPart{} : store::part_named(order.games).value();
}

// Of the source nothing more is wanted if `look` throws.
template <class Look>
void look_at_one_state(store::CopyEnd& source, const Look& look) {
    source.freeze();
    look();
    source.thaw();
}

}  // namespace

CopySteps::CopySteps(store::CopyEnd& source, store::CopyEnd& target, const CopyOptions& order,
                     const std::filesystem::path& scratch_beside)
    : source_(source),
      target_(target),
      copier_(source, target, tell_rows(), part_of(order)),
      scratch_(scratch_beside, order.to, !copier_.part().is_whole()) {
    target_.begin_load(order.from);
    target_.execute(store::forget_epochs);
}

void CopySteps::copy_all() {
    look_at_one_state(source_, [this] { load(); });
    play_all();
    updater_.emplace(source_, target_, copier_);
}

void CopySteps::play_all() {
    const auto games = static_cast<std::int64_t>(scratch_.check_all(findings_));
    require_sound();
    target_.change([this] { require(copier_.copy_calculated(scratch_.end())); });
    say("replayed all games", games);
}

void CopySteps::load() {
    begun_ = Clock::now();
    say("copied all rows", copier_.copy());
    target_.end_load();
    say("created indexes and references");
    require(copier_.compare(scratch_.end()));
    say("compared all rows", copier_.rows_compared());
}

void CopySteps::follow() {
    Clock::duration last = Clock::duration::max();
    for (;;) {
        const Clock::time_point begun = Clock::now();
        look_at_one_state(source_, [this] { update(); });
        const Clock::duration took = Clock::now() - begun;
        if (took < short_round || took > last * shorter) return;
        last = took;
    }
}

void CopySteps::finish() {
    update();
    target_.finish_load();
}

void CopySteps::update() {
    begun_ = Clock::now();
    const std::int64_t changes = updater_->changes();
    target_.change([this] {
        require(updater_->update(scratch_.end()));
        const std::set<std::int64_t> games = updater_->take_changed_games();
        scratch_.check_since(games, findings_);
        require_sound();
        require(updater_->update_calculated(scratch_.end()));
    });
    say("copied the rows added since", updater_->changes() - changes);
}

void CopySteps::require_sound() {
    if (findings_.count() > 0) throw CopyRefused("its derived data differs from its games.");
}

void CopySteps::say(const std::string& what, std::optional<std::int64_t> count) {
    const auto took = std::max(Clock::duration(1), Clock::now() - begun_);
    const double seconds = std::chrono::duration<double>(took).count();
    std::cerr << "tanbod: " << what << " in " << std::llround(seconds * 1000) << " ms";
    if (count) {
        std::cerr << ", " << *count << " of them, "
                  << std::llround(static_cast<double>(*count) / seconds) << " a second";
    }
    std::cerr << "\n";
    begun_ = Clock::now();
}

}  // namespace tanbo::app
