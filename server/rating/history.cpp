#include "server/rating/history.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "protocol/json/error.hpp"
#include "server/rating/ratings.hpp"
#include "server/rating/repeats.hpp"
#include "server/store/error.hpp"

namespace tanbo::rating {
namespace {

using store::GameOrder;
using store::RatedSeat;
using store::Transaction;

constexpr double standing_units_per_point = 1000;

// No game of theirs ends elsewhere from here on, until this job ends.
template <class Players>
void lock_all(Transaction& transaction, const Players& players) {
    std::vector<protocol::AccountId> accounts;
    accounts.reserve(std::size(players));
    for (const auto& player : players) accounts.push_back(player.account);
    transaction.lock_accounts(std::move(accounts));
}

Method method_for(std::string_view family) {
    const auto method = method_of_family(family);
    if (method) return *method;
    throw store::StorageError(store::Fault::misuse,
                              "Unknown setup " + protocol::quotation(family) + ".");
}

bool is_sole_winner(int place, std::size_t winners) {
    return place == 1 && winners == 1;
}

// Counts a game of the player's, or takes it back.
void count(Transaction& transaction, protocol::AccountId account, std::string_view family,
           Method method, bool is_won, int by) {
    auto row = store::find_rating(transaction, account, family);
    if (!row) {
        row.emplace();
        row->account = account;
        row->family = family;
    }
    row->games += by;
    row->wins += is_won ? by : 0;
    row->is_provisional = is_provisional(method, to_figure(row->figure), row->games);
    if (row->games == 0) {
        store::delete_rating(transaction, account, family);
    } else {
        store::put_rating(transaction, *row);
    }
}

template <class Players>
void count_all(Transaction& transaction, std::string_view family, const Players& players, int by) {
    const Method method = method_for(family);
    const auto winners = std::ranges::count_if(players, [](const auto& p) { return p.place == 1; });
    for (const auto& player : players) {
        const bool is_won = is_sole_winner(player.place, static_cast<std::size_t>(winners));
        count(transaction, player.account, family, method, is_won, by);
    }
}

// The player's row of present figures follows their last game.
void show(Transaction& transaction, protocol::AccountId account, std::string_view family,
          Method method, const store::RatingFigure& figure, engine::Instant at) {
    auto row = store::find_rating(transaction, account, family);
    if (!row) return;
    row->figure = figure;
    row->at = at;
    row->is_provisional = is_provisional(method, to_figure(figure), row->games);
    row->standing = std::llround(assured(to_figure(figure)) * standing_units_per_point);
    store::put_rating(transaction, *row);
}

// One pass over the games that are due, in order, each adding those that follow from it.
class RatingUpdate {
public:
    RatingUpdate(Transaction& transaction, std::string_view family)
        : transaction_(transaction), family_(family), method_(method_for(family)) {}

    void add(const GameOrder& order) { due_.insert(order); }

    std::size_t run() {
        std::size_t games = 0;
        for (; !due_.empty(); ++games) {
            const GameOrder order = *due_.begin();
            due_.erase(due_.begin());
            calculate(order);
        }
        return games;
    }

private:
    void calculate(const GameOrder& order) {
        const std::vector<RatedSeat> seats = store::rated_seats(transaction_, order.game);
        lock_all(transaction_, seats);
        std::vector<Entrant> entrants;
        entrants.reserve(seats.size());
        for (const RatedSeat& seat : seats) entrants.push_back(entrant_of(seat));
        const std::vector<Figure> after = rate(method_, entrants, order.at);
        const double weight = weight_of(find_repeats(transaction_, family_, order, seats));
        for (std::size_t i = 0; i < seats.size(); ++i) {
            const Figure present = rested(entrants[i], order.at);
            keep(seats[i], stored(entrants[i].figure), stored(partly(present, after[i], weight)));
        }
    }

    Entrant entrant_of(const RatedSeat& seat) {
        Entrant entrant;
        entrant.place = seat.place;
        const auto last = store::rated_before(transaction_, seat.account, family_, seat.order);
        if (!last) return entrant;
        entrant.figure = to_figure(last->after);
        entrant.last_at = last->order.at;
        return entrant;
    }

    void keep(const RatedSeat& seat, const store::RatingFigure& before,
              const store::RatingFigure& after) {
        const bool is_new = !(seat.after == after);
        if (is_new || !(seat.before == before)) {
            store::set_rated_figures(transaction_, seat.order.game, seat.account, before, after);
        }
        const auto next = store::rated_after(transaction_, seat.account, family_, seat.order);
        if (!next) {
            show(transaction_, seat.account, family_, method_, after, seat.order.at);
        } else if (is_new) {
            add(*next);
        }
    }

    Transaction& transaction_;
    std::string_view family_;
    Method method_;
    std::set<GameOrder> due_;
};

}  // namespace

std::size_t enter(Transaction& transaction, const RatedGame& game) {
    lock_all(transaction, game.players);
    for (const RatedPlayer& player : game.players) {
        RatedSeat seat;
        seat.order = game.order;
        seat.account = player.account;
        seat.family = game.family;
        seat.seat = player.seat;
        seat.place = player.place;
        seat.is_public = game.is_public;
        // No player has a deviation of 0: the figures count as changed when they are calculated.
        store::add_rated_seat(transaction, seat);
    }
    count_all(transaction, game.family, game.players, 1);
    RatingUpdate update(transaction, game.family);
    update.add(game.order);
    return update.run();
}

std::size_t strike(Transaction& transaction, protocol::GameId game) {
    const std::vector<RatedSeat> seats = store::rated_seats(transaction, game);
    if (seats.empty()) return 0;
    lock_all(transaction, seats);
    const std::string& family = seats.front().family;
    const Method method = method_for(family);
    store::delete_rated_seats(transaction, game);
    count_all(transaction, family, seats, -1);
    RatingUpdate update(transaction, family);
    for (const RatedSeat& seat : seats) {
        const auto next = store::rated_after(transaction, seat.account, family, seat.order);
        if (next) {
            update.add(*next);
            continue;
        }
        const auto last = store::rated_before(transaction, seat.account, family, seat.order);
        if (last) show(transaction, seat.account, family, method, last->after, last->order.at);
    }
    return 1 + update.run();
}

}  // namespace tanbo::rating
