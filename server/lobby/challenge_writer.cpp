#include "server/lobby/challenge_writer.hpp"

#include <algorithm>
#include <utility>

#include "protocol/json/handles.hpp"
#include "protocol/people/challenges.hpp"
#include "server/lobby/view.hpp"
#include "server/notify/notify.hpp"
#include "server/store/tables/games/waiting.hpp"

namespace tanbo::lobby {

namespace {

using protocol::NoticeKind;
using store::ChallengeSeat;
using store::ChallengeSeatState;
using store::ChallengeState;

}  // namespace

// --- keeping ---

store::Challenge ChallengeWriter::add(const store::Challenge& challenge) {
    const auto id = store::create_challenge(transaction_, challenge);
    store::Challenge added = store::find_challenge(transaction_, id).value();
    for (const ChallengeSeat& seat : added.seats) {
        // House bots accept before anybody could be told.
        const bool is_bots = protocol::is_house_bot(seat.handle);
        if (seat.state != ChallengeSeatState::asked || is_bots) continue;
        notify(added, *seat.account, NoticeKind::challenge);
    }
    write_waiting(added);
    if (store::is_listed(added)) notify_lobby("challenge-opened", added);
    return added;
}

store::Challenge ChallengeWriter::save(const store::Challenge& challenge, bool was_listed) {
    store::save_challenge(transaction_, challenge);
    store::Challenge saved = store::find_challenge(transaction_, challenge.id).value();
    write_waiting(saved);
    const bool is_listed = store::is_listed(saved);
    if (was_listed && !is_listed) notify_lobby("challenge-closed", saved);
    if (!was_listed && is_listed) notify_lobby("challenge-opened", saved);
    return saved;
}

// It waits for those who are asked, for as long as it is open.
void ChallengeWriter::write_waiting(const store::Challenge& challenge) {
    const std::int64_t item = number_of(challenge.id);
    store::delete_waiting(transaction_, {}, store::WaitingKind::challenge, item);
    if (challenge.state != ChallengeState::open) return;
    store::Waiting waiting;
    waiting.due_at = challenge.expires_at;
    waiting.since_at = challenge.created_at;
    waiting.kind = store::WaitingKind::challenge;
    waiting.item = item;
    waiting.data = protocol::encode_challenge(to_view(challenge, now_));
    for (const ChallengeSeat& seat : challenge.seats) {
        if (seat.state != ChallengeSeatState::asked) continue;
        waiting.account = *seat.account;
        store::insert_waiting(transaction_, waiting);
    }
}

// --- the ways it ends ---

store::Challenge ChallengeWriter::decline(store::Challenge challenge, protocol::AccountId account,
                                          const std::string& reason) {
    const bool was_listed = store::is_listed(challenge);
    const auto mine = std::ranges::find_if(
        challenge.seats, [account](const ChallengeSeat& seat) { return seat.account == account; });
    if (!mine->is_named) {
        *mine = ChallengeSeat{};
        return save(challenge, was_listed);
    }
    challenge.declined_by = account;
    challenge.declined_by_handle = mine->handle;
    if (!reason.empty()) challenge.reason = reason;
    close(challenge, ChallengeState::declined);
    notify_takers(challenge, NoticeKind::challenge_declined, account);
    return save(challenge, was_listed);
}

store::Challenge ChallengeWriter::withdraw(store::Challenge challenge) {
    const bool was_listed = store::is_listed(challenge);
    close(challenge, ChallengeState::withdrawn);
    return save(challenge, was_listed);
}

store::Challenge ChallengeWriter::expire(store::Challenge challenge) {
    const bool was_listed = store::is_listed(challenge);
    close(challenge, ChallengeState::expired);
    notify_takers(challenge, NoticeKind::challenge_expired, std::nullopt);
    return save(challenge, was_listed);
}

void ChallengeWriter::close(store::Challenge& challenge, ChallengeState state) const {
    challenge.state = state;
    challenge.closed_at = now_;
}

// --- telling ---

void ChallengeWriter::notify_lobby(std::string_view type, const store::Challenge& challenge) {
    std::string json = protocol::encode_challenge(to_view(challenge, now_));
    transaction_.announce(store::LobbyChanged{std::string(type), std::move(json)});
}

void ChallengeWriter::notify(const store::Challenge& challenge, protocol::AccountId account,
                             NoticeKind kind) {
    notify::Notice notice;
    notice.account = account;
    notice.kind = kind;
    notice.game = challenge.game;
    notice.data = protocol::encode_challenge(to_view(challenge, now_));
    notify::notify(transaction_, now_, notice);
}

void ChallengeWriter::notify_takers(const store::Challenge& challenge, NoticeKind kind,
                                    std::optional<protocol::AccountId> but) {
    for (const ChallengeSeat& seat : challenge.seats) {
        const bool is_taken =
            seat.state == ChallengeSeatState::me || seat.state == ChallengeSeatState::accepted;
        if (is_taken && seat.account != but) notify(challenge, *seat.account, kind);
    }
}

}  // namespace tanbo::lobby
