#include "server/tournament/log.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "protocol/tournaments/answers.hpp"
#include "server/store/error.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/notices.hpp"

namespace tanbo::tournament {

namespace {

TournamentEvent to_event(TournamentId id, const store::StoredEvent& stored) {
    auto data = protocol::decode_stored_event(stored.type, stored.data);
    if (!data) {
        throw store::StorageError(store::Fault::corrupt,
                                  "Event " + std::to_string(stored.seq) + " of tournament " +
                                      protocol::to_string(id) + ": " + data.error().detail);
    }
    return {stored.seq, stored.at, std::move(*data)};
}

std::optional<Loaded> to_loaded(store::Reader& reader, TournamentId id,
                                const std::optional<store::TournamentHead>& head) {
    if (!head) return std::nullopt;
    Loaded loaded;
    loaded.id = id;
    loaded.secret = head->secret;
    for (const TournamentEvent& event : read_log(reader, id)) apply(loaded.tournament, event);
    return loaded;
}

store::TournamentRow row_of(const Tournament& tournament) {
    store::TournamentRow row;
    row.format = protocol::format_name(tournament.settings.format);
    row.setup = tournament.settings.setup;
    row.is_listed = tournament.settings.is_listed;
    row.is_quiet = tournament.settings.is_quiet;
    row.club = tournament.settings.club;
    row.state = protocol::tournament_state_name(tournament.state);
    row.seq = tournament.seq;
    row.summary = line_of(tournament);
    row.due_at = due(tournament).value_or(store::no_due);
    return row;
}

store::TournamentPart part_of(const Tournament& tournament, AccountId account) {
    store::TournamentPart part;
    const auto player = tournament.find(account);
    part.has_entered = player.has_value();
    part.is_player = player && tournament.player(*player).is_in();
    part.is_organiser = tournament.is_organiser(account);
    part.is_over = tournament.is_over();
    return part;
}

// The account that gets another part by an event; nothing for none.
std::optional<AccountId> account_of(const TournamentEventData& data) {
    if (const auto* const created = std::get_if<protocol::TournamentCreated>(&data)) {
        return created->by;
    }
    if (const auto* const changed = std::get_if<protocol::OrganiserChanged>(&data)) {
        return changed->account;
    }
    if (const auto* const entered = std::get_if<protocol::PlayerEntered>(&data)) {
        return entered->account;
    }
    if (const auto* const left = std::get_if<protocol::PlayerWithdrawn>(&data)) {
        return left->account;
    }
    return std::nullopt;
}

bool is_end(const TournamentEvent& event) {
    return std::holds_alternative<protocol::TournamentFinished>(event.data);
}

void update_parts(store::Transaction& transaction, TournamentId id, const Decision& decision) {
    std::vector<AccountId> accounts;
    for (const TournamentEvent& event : decision.events) {
        if (const auto account = account_of(event.data)) accounts.push_back(*account);
    }
    if (std::ranges::any_of(decision.events, is_end)) {
        for (const Player& player : decision.next.players) accounts.push_back(player.account);
        accounts.insert(accounts.end(), decision.next.organisers.begin(),
                        decision.next.organisers.end());
    }
    std::ranges::sort(accounts);
    accounts.erase(std::unique(accounts.begin(), accounts.end()), accounts.end());
    for (const AccountId account : accounts) {
        store::set_tournament_part(transaction, id, account, part_of(decision.next, account));
    }
}

void append_events(store::Transaction& transaction, TournamentId id, const Decision& decision) {
    for (const TournamentEvent& event : decision.events) {
        const std::string data = protocol::encode_stored(event.data);
        store::NewEvent row;
        row.seq = event.seq;
        row.at = event.at;
        row.type = protocol::event_type(event.data);
        row.account = account_of(event.data);
        row.data = data;
        store::append_tournament_event(transaction, id, row);
    }
    update_parts(transaction, id, decision);
}

}  // namespace

protocol::Error no_such_tournament(TournamentId id) {
    return protocol::refusal(protocol::Code::no_such_tournament,
                             "Tournament " + protocol::to_string(id) + " does not exist.");
}

protocol::Error not_an_organiser(TournamentId id) {
    return protocol::refusal(
        protocol::Code::not_an_organiser,
        "Only organisers of tournament " + protocol::to_string(id) + " can do this.");
}

std::vector<TournamentEvent> read_log(store::Reader& reader, TournamentId id, std::int64_t after,
                                      std::int64_t limit) {
    std::vector<TournamentEvent> events;
    for (const auto& stored : store::tournament_events(reader, id, after, limit)) {
        events.push_back(to_event(id, stored));
    }
    return events;
}

std::string line_of(const Tournament& tournament) {
    protocol::TournamentLine line;
    line.settings = tournament.settings;
    line.state = tournament.state;
    line.players = tournament.players_in();
    line.round = current_round(tournament);
    line.rounds = planned_rounds(tournament);
    line.starts_at = tournament.starts_at;
    line.created_at = tournament.created_at;
    line.started_at = tournament.started_at;
    line.ended_at = tournament.ended_at;
    return protocol::encode_line(line);
}

std::optional<Loaded> load(store::Reader& reader, TournamentId id) {
    return to_loaded(reader, id, store::find_tournament(reader, id));
}

std::optional<Loaded> lock(store::Transaction& transaction, TournamentId id) {
    return to_loaded(transaction, id, store::lock_tournament(transaction, id));
}

TournamentId add(store::Transaction& transaction, const Decision& created,
                 const pairing::Secret& secret) {
    const TournamentId id =
        store::create_tournament(transaction, created.next.creator, secret, row_of(created.next));
    append_events(transaction, id, created);
    return id;
}

void append(store::Transaction& transaction, TournamentId id, const Decision& decision) {
    if (decision.events.empty()) return;
    append_events(transaction, id, decision);
    store::save_tournament(transaction, id, row_of(decision.next));
    notify_players(transaction, id, decision);
    transaction.announce(store::TournamentMoved{id, decision.next.seq});
}

}  // namespace tanbo::tournament
