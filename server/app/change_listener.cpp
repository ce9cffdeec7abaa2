#include "server/app/change_listener.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "server/base/secrets.hpp"
#include "server/chat/chat.hpp"
#include "server/game/log.hpp"
#include "server/game/time/credits.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/messages/chat.hpp"

namespace tanbo::app {

namespace {

constexpr std::size_t matches_kept = 10'000;

std::optional<base::Digest> digest_of(const std::string& hex) {
    const auto bytes = base::from_hex(hex);
    base::Digest digest{};
    if (!bytes || bytes->size() != digest.size()) return std::nullopt;
    std::ranges::copy(*bytes, digest.begin());
    return digest;
}

}  // namespace

ChangeListener::ChangeListener(store::Store& store, base::IoThreads& io, game::Referee& referee,
                               game::Downtimes& downtimes,
                               std::vector<account::Authenticator*> authenticators,
                               Announce announce)
    : store_(store),
      io_(io),
      referee_(referee),
      downtimes_(downtimes),
      authenticators_(std::move(authenticators)),
      announce_(std::move(announce)),
      matches_(matches_kept, std::numeric_limits<std::size_t>::max()) {}

void ChangeListener::receive(const std::vector<store::Change>& changes) {
    const std::lock_guard lock(mutex_);
    forget(changes);
    game::CommittedBatch batch = read_games(changes);
    const auto all = announcements(changes);
    if (!batch.games.empty() || !batch.messages.empty() || batch.has_downtime) {
        referee_.publish(std::move(batch));
    }
    if (!all.empty()) announce_(all);
}

void ChangeListener::forget(const std::vector<store::Change>& changes) {
    std::vector<base::Digest> tokens;
    game::CommittedBatch batch;
    for (const store::Change& change : changes) {
        if (change.kind == store::account_changed) {
            batch.deleted_accounts.push_back(static_cast<protocol::AccountId>(change.id));
        } else if (change.kind == store::token_revoked) {
            if (const auto digest = digest_of(change.name)) tokens.push_back(*digest);
        }
    }
    if (tokens.empty() && batch.deleted_accounts.empty()) return;
    for (std::size_t i = 0; i < authenticators_.size(); ++i) {
        io_.post_to(static_cast<int>(i), [authenticator = authenticators_[i], tokens,
                                          accounts = batch.deleted_accounts] {
            for (const base::Digest& token : tokens) authenticator->forget(token);
            for (const auto account : accounts) authenticator->forget_account(account);
        });
    }
    if (batch.deleted_accounts.empty()) return;
    matches_.erase_if([](protocol::GameId, const auto&) { return true; });  // they have names
    referee_.publish(std::move(batch));
}

void ChangeListener::drop_unchecked() {
    for (std::size_t i = 0; i < authenticators_.size(); ++i) {
        io_.post_to(static_cast<int>(i), [authenticator = authenticators_[i]] {
            if (!authenticator->is_current()) authenticator->drop_unchecked();
        });
    }
}

game::CommittedBatch ChangeListener::read_games(const std::vector<store::Change>& changes) {
    std::map<protocol::GameId, Seqs> games;
    std::vector<std::pair<protocol::GameId, protocol::ChatMessageId>> messages;
    game::CommittedBatch batch;
    for (const store::Change& change : changes) {
        const auto game = static_cast<protocol::GameId>(change.id);
        if (change.kind == store::event_appended) games[game].insert(change.number);
        if (change.kind == store::downtime_added) batch.has_downtime = true;
        if (change.kind == store::message_changed) {
            messages.emplace_back(game, static_cast<protocol::ChatMessageId>(change.number));
        }
    }
    if (games.empty() && messages.empty() && !batch.has_downtime) return batch;
    return store_.read_now([&](store::Reader& reader) {
        if (batch.has_downtime) downtimes_.load(store::downtimes_after(reader, base::Instant()));
        for (const auto& [game, seqs] : games) batch.games.push_back(read(reader, game, seqs));
        for (const auto& [game, message] : messages) {
            const auto row = store::find_message(reader, game, message);
            if (!row) continue;
            batch.messages.push_back(chat::push_of(reader, match(reader, game), *row));
        }
        return std::move(batch);
    });
}

// These events, in order, and the match as it is: what is between them was told by this node.
game::CommittedGame ChangeListener::read(store::Reader& reader, protocol::GameId game,
                                         const Seqs& seqs) {
    game::CommittedGame done{game, game::credited(reader, match(reader, game)), {}};
    for (store::StoredEvent& event : store::read_events(reader, game, *seqs.begin() - 1)) {
        if (!seqs.contains(event.seq)) continue;
        done.frames.push_back(game::to_frame(game, game::to_protocol(std::move(event))));
    }
    return done;
}

// At least as of every event that was heard of.
std::shared_ptr<const engine::Match> ChangeListener::match(store::Reader& reader,
                                                           protocol::GameId game) {
    const auto* const kept = matches_.find(game);
    std::shared_ptr<const engine::Match> match;
    if (kept == nullptr) {
        match = game::load_match(reader, game);
    } else {
        match =
            game::continue_match(game, **kept, store::read_events(reader, game, (*kept)->seq()));
    }
    matches_.put(game, match, 1);
    return match;
}

std::vector<store::Announcement> ChangeListener::announcements(
    const std::vector<store::Change>& changes) {
    std::vector<store::Announcement> all;
    for (const store::Change& change : changes) {
        if (auto announcement = store::announcement_of(change)) {
            all.push_back(std::move(*announcement));
        } else if (change.kind == store::turn_began) {
            const auto game = static_cast<protocol::GameId>(change.number);
            const auto* const match = matches_.find(game);
            if (match == nullptr) continue;
            all.push_back(store::TurnBegan{static_cast<protocol::AccountId>(change.id), game,
                                           engine::instant_of(change.at), *match});
        }
    }
    return all;
}

}  // namespace tanbo::app
