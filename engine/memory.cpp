#include "engine/memory.hpp"

#include "engine/match.hpp"

// How much of the heap each value holds, besides itself.
namespace tanbo::engine {

namespace {

std::size_t calendar_bytes(const Calendar& calendar) {
    return shared_bytes<Calendar>() + heap_bytes(calendar.zone) + heap_bytes(calendar.offsets) +
           heap_bytes(calendar.vacations);
}

}  // namespace

std::size_t Lattice::heap_bytes() const {
    return engine::heap_bytes(extents_) + engine::heap_bytes(first_neighbour_) +
           engine::heap_bytes(neighbours_);
}

std::size_t Opening::heap_bytes() const {
    return lattice_.heap_bytes() + engine::heap_bytes(seeds_) + engine::heap_bytes(seed_seats_);
}

std::size_t Position::heap_bytes() const {
    return tables_.heap_bytes();
}

std::size_t Clock::heap_bytes() const {
    std::size_t bytes = engine::heap_bytes(calendars_);
    for (const auto& calendar : calendars_) {
        if (calendar) bytes += calendar_bytes(*calendar);
    }
    return bytes;
}

std::size_t Match::heap_bytes() const {
    std::size_t bytes = position_.heap_bytes() + clock_.heap_bytes() +
                        engine::heap_bytes(creator_.handle) + engine::heap_bytes(setup_) +
                        engine::heap_bytes(seats_) + engine::heap_bytes(leavers_) +
                        engine::heap_bytes(proposals_) + engine::heap_bytes(withdrawn_) +
                        engine::heap_bytes(offers_) + engine::heap_bytes(turns_) +
                        engine::heap_bytes(turn_of_ply_) + engine::heap_bytes(places_);
    for (const SeatHolder& holder : seats_) {
        if (holder.player) bytes += engine::heap_bytes(holder.player->handle);
    }
    for (const Leaver& leaver : leavers_) bytes += engine::heap_bytes(leaver.player.handle);
    // A setup's own opening is there once for all games.
    const Setup* const setup = find_setup(setup_);
    const bool is_shared = setup != nullptr && setup->opening == opening_;
    if (!is_shared) bytes += shared_bytes<Opening>() + opening_->heap_bytes();
    return bytes;
}

}  // namespace tanbo::engine
