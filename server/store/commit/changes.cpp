#include "server/store/commit/changes.hpp"

#include <variant>

#include "engine/time/instant.hpp"

namespace tanbo::store {
namespace {

std::optional<Change> line_of(const AccountNotified& told) {
    return Change{std::string(account_notified),
                  static_cast<std::int64_t>(told.account),
                  told.number.value_or(0),
                  engine::number_of(told.at),
                  told.kind,
                  told.data};
}

std::optional<Change> line_of(const TurnBegan& turn) {
    return Change{std::string(turn_began),
                  static_cast<std::int64_t>(turn.account),
                  static_cast<std::int64_t>(turn.game),
                  engine::number_of(turn.at),
                  {},
                  {}};
}

std::optional<Change> line_of(const LobbyChanged& lobby) {
    return Change{std::string(lobby_changed), 0, 0, 0, lobby.type, lobby.challenge};
}

std::optional<Change> line_of(const TournamentMoved& moved) {
    return Change{std::string(tournament_moved),
                  static_cast<std::int64_t>(moved.tournament),
                  moved.seq,
                  0,
                  {},
                  {}};
}

std::optional<Change> line_of(const DeliveryQueued& queued) {
    const auto kind = queued == DeliveryQueued::mail ? mail_queued : webhook_queued;
    return Change{std::string(kind), 0, 0, 0, {}, {}};
}

std::optional<Change> line_of(const SearchNews& news) {
    switch (news) {
        case SearchNews::asked:
            return Change{std::string(search_asked), 0, 0, 0, {}, {}};
        case SearchNews::done:
            return Change{std::string(search_done), 0, 0, 0, {}, {}};
        case SearchNews::attended:
            return Change{std::string(searches_attended), 0, 0, 0, {}, {}};
    }
    return std::nullopt;
}

// The node that did it tells them.
std::optional<Change> line_of(const WatcherNewsQueued&) {
    return std::nullopt;
}
// For the log and the metrics of the node that did it.
std::optional<Change> line_of(const AddressStopped&) {
    return std::nullopt;
}
std::optional<Change> line_of(const BotMoved&) {
    return std::nullopt;
}

}  // namespace

std::optional<Change> change_of(const Announcement& announcement) {
    return std::visit([](const auto& what) { return line_of(what); }, announcement);
}

std::optional<Announcement> announcement_of(const Change& change) {
    if (change.kind == account_notified) {
        AccountNotified told;
        told.account = static_cast<AccountId>(change.id);
        told.kind = change.name;
        if (change.number != 0) told.number = change.number;
        told.at = engine::instant_of(change.at);
        told.data = change.data;
        return told;
    }
    if (change.kind == lobby_changed) return LobbyChanged{change.name, change.data};
    if (change.kind == tournament_moved) {
        return TournamentMoved{static_cast<TournamentId>(change.id), change.number};
    }
    if (change.kind == mail_queued) return DeliveryQueued::mail;
    if (change.kind == webhook_queued) return DeliveryQueued::webhook;
    if (change.kind == search_asked) return SearchNews::asked;
    if (change.kind == search_done) return SearchNews::done;
    if (change.kind == searches_attended) return SearchNews::attended;
    return std::nullopt;
}

}  // namespace tanbo::store
