#include "server/lobby/challenge_writer.hpp"

#include <algorithm>
#include <utility>

#include "protocol/challenges.hpp"
#include "server/lobby/view.hpp"
#include "server/notice/notify.hpp"
#include "server/storage/waiting.hpp"

namespace tanbo::lobby {

namespace {

using protocol::NoticeKind;
using storage::ChallengeSeat;
using storage::ChallengeSeatState;
using storage::ChallengeState;

}  // namespace

// --- keeping ---

storage::Challenge ChallengeWriter::add(const storage::Challenge& challenge) {
    const auto id = storage::create_challenge(transaction_, challenge);
    storage::Challenge added = storage::find_challenge(transaction_, id).value();
    for (const ChallengeSeat& seat : added.seats) {
        if (seat.state != ChallengeSeatState::asked) continue;
        notify(added, *seat.account, NoticeKind::challenge);
    }
    write_waiting(added);
    if (storage::is_listed(added)) notify_lobby("challenge-opened", added);
    return added;
}

storage::Challenge ChallengeWriter::save(const storage::Challenge& challenge, bool was_listed) {
    storage::save_challenge(transaction_, challenge);
    storage::Challenge saved = storage::find_challenge(transaction_, challenge.id).value();
    write_waiting(saved);
    const bool is_listed = storage::is_listed(saved);
    if (was_listed && !is_listed) notify_lobby("challenge-closed", saved);
    if (!was_listed && is_listed) notify_lobby("challenge-opened", saved);
    return saved;
}

// It waits for those who are asked, for as long as it is open.
void ChallengeWriter::write_waiting(const storage::Challenge& challenge) {
    const auto id = static_cast<std::int64_t>(challenge.id);
    storage::delete_waiting(transaction_, {}, storage::WaitingKind::challenge, id);
    if (challenge.state != ChallengeState::open) return;
    storage::Waiting waiting;
    waiting.due_at = challenge.expires_at;
    waiting.since_at = challenge.created_at;
    waiting.kind = storage::WaitingKind::challenge;
    waiting.item = id;
    waiting.data = protocol::encode_challenge(to_view(challenge, now_));
    for (const ChallengeSeat& seat : challenge.seats) {
        if (seat.state != ChallengeSeatState::asked) continue;
        waiting.account = *seat.account;
        storage::insert_waiting(transaction_, waiting);
    }
}

// --- the ways it ends ---

storage::Challenge ChallengeWriter::decline(storage::Challenge challenge,
                                            storage::AccountId account, const std::string& reason) {
    const bool was_listed = storage::is_listed(challenge);
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

storage::Challenge ChallengeWriter::withdraw(storage::Challenge challenge) {
    const bool was_listed = storage::is_listed(challenge);
    close(challenge, ChallengeState::withdrawn);
    return save(challenge, was_listed);
}

storage::Challenge ChallengeWriter::expire(storage::Challenge challenge) {
    const bool was_listed = storage::is_listed(challenge);
    close(challenge, ChallengeState::expired);
    notify_takers(challenge, NoticeKind::challenge_expired, std::nullopt);
    return save(challenge, was_listed);
}

void ChallengeWriter::close(storage::Challenge& challenge, ChallengeState state) const {
    challenge.state = state;
    challenge.closed_at = now_;
}

// --- telling ---

void ChallengeWriter::notify_lobby(std::string_view type, const storage::Challenge& challenge) {
    const std::string json = protocol::encode_challenge(to_view(challenge, now_));
    auto message = protocol::encode_challenge_notice(type, json);
    transaction_.announce({std::nullopt, [message = std::move(message)] { return message; }});
}

void ChallengeWriter::notify(const storage::Challenge& challenge, storage::AccountId account,
                             NoticeKind kind) {
    notice::Notice notice;
    notice.account = static_cast<std::int64_t>(account);
    notice.kind = kind;
    if (challenge.game) notice.game = static_cast<std::int64_t>(*challenge.game);
    notice.data = protocol::encode_challenge(to_view(challenge, now_));
    notice::notify(transaction_, now_, notice);
}

void ChallengeWriter::notify_takers(const storage::Challenge& challenge, NoticeKind kind,
                                    std::optional<storage::AccountId> but) {
    for (const ChallengeSeat& seat : challenge.seats) {
        const bool is_taken =
            seat.state == ChallengeSeatState::me || seat.state == ChallengeSeatState::accepted;
        if (is_taken && seat.account != but) notify(challenge, *seat.account, kind);
    }
}

}  // namespace tanbo::lobby
