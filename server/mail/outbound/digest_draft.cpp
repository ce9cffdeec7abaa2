// A day's mail.

#include <algorithm>
#include <map>

#include "protocol/people/mail_rows.hpp"
#include "server/account/mail_users.hpp"
#include "server/mail/outbound/draft.hpp"
#include "server/mail/outbound/zone.hpp"
#include "server/notify/channels/email/mail_links.hpp"
#include "server/notify/notifications.hpp"
#include "server/tournament/notices.hpp"

namespace tanbo::mail::outbound {

namespace {

using protocol::NoticeKind;
using text::DigestGame;

constexpr int games_max = 50;  // that wait for a move; more are on the page

std::string players_of(const engine::Match& match) {
    std::string names;
    for (const engine::SeatHolder& seat : match.seats()) {
        names += names.empty() ? "" : " - ";
        names += seat.player ? seat.player->handle : "?";
    }
    return names;
}

class DigestDraft {
public:
    DigestDraft(const DraftSources& sources, const protocol::OutgoingMail& mail,
                protocol::DigestMail digest)
        : sources_(sources),
          mail_(mail),
          account_(mail.account.value()),
          digest_(std::move(digest)),
          zone_(zone_of(sources.reader, account_, sources.zones)) {}

    Drafted write() {
        auto to = account::mail_address_of(sources_.reader, account_);
        if (!to) return NotNeeded{"account-gone"};
        for (const auto& row :
             notify::unread_notifications(sources_.reader, account_, digest_.from, digest_.to)) {
            add_news(row);
        }
        for (const auto& move : notify::due_moves(sources_.reader, account_, games_max)) {
            add_move(move);
        }
        text::DigestFacts facts{digest_.day, {}, std::move(news_), zone_, sources_.site};
        for (auto& [id, game] : games_) {
            if (game.is_to_move || !game.news.empty()) facts.games.push_back(std::move(game));
        }
        if (facts.games.empty() && facts.news.empty()) return NotNeeded{"nothing-new"};
        Draft draft;
        draft.to = std::move(*to);
        draft.mail = text::digest_mail(facts);
        draft.list = list_of(sources_, {},
                             notify::unsubscribe_link(sources_.tokens, sources_.site, account_, {},
                                                      mail_.created_at));
        return draft;
    }

private:
    void add_news(const notify::Notification& row) {
        const auto kind = protocol::parse_notice_kind(row.kind);
        auto notice = protocol::decode_notice_facts(row.data);
        if (!kind || !notice) return;
        const bool is_of_players =
            kind == NoticeKind::tournament_round || kind == NoticeKind::league_season;
        if (is_of_players && !is_in(*notice)) return;
        // The round is told by a notice of its own.
        if (kind == NoticeKind::game_started && notice->tournament) return;
        if (!row.game) {
            return add(news_, text::notice_sentence(*kind, *notice, nullptr, zone_));
        }
        text::DigestGame* const game = game_of(*row.game);
        if (game == nullptr) return;
        // The list of games tells turns already.
        if (kind == NoticeKind::your_turn || kind == NoticeKind::deadline_warning) return;
        const GameThen& then = logs_.at(game->game);
        const auto seat = then.then.seat_of(account_);
        const text::GameFacts facts = then.facts(sources_, seat, zone_);
        add(game->news, text::notice_sentence(*kind, *notice, &facts, zone_));
    }

    bool is_in(const protocol::NoticeFacts& notice) const {
        return notice.tournament &&
               tournament::is_player(sources_.reader, *notice.tournament, account_);
    }

    // Once, though it may have happened several times.
    static void add(std::vector<std::string>& news, std::string sentence) {
        const bool is_new = std::ranges::find(news, sentence) == news.end();
        if (is_new && !sentence.empty()) news.push_back(std::move(sentence));
    }

    void add_move(const notify::DueMove& move) {
        text::DigestGame* const game = game_of(move.game);
        if (game == nullptr) return;
        game->is_to_move = true;
        game->deadline = move.deadline;
    }

    // Null if they may not see it.
    text::DigestGame* game_of(protocol::GameId id) {
        const auto found = games_.find(id);
        if (found != games_.end()) return &found->second;
        auto log = read_game(sources_, id, 0);
        if (!log || !log->now->can_see(account_)) return nullptr;
        const GameThen& kept = logs_.emplace(id, std::move(*log)).first->second;
        text::DigestGame game;
        game.game = id;
        game.players = players_of(kept.then);
        game.setup = kept.then.setup();
        game.match = &kept.then;
        return &games_.emplace(id, std::move(game)).first->second;
    }

    const DraftSources& sources_;
    const protocol::OutgoingMail& mail_;
    protocol::AccountId account_;
    protocol::DigestMail digest_;
    text::MailZone zone_;
    std::map<protocol::GameId, GameThen> logs_;
    std::map<protocol::GameId, text::DigestGame> games_;
    std::vector<std::string> news_;
};

}  // namespace

Drafted draft_digest(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    auto digest = protocol::decode_digest_mail(mail.data);
    if (!digest || !mail.account) return NotNeeded{"unreadable"};
    return DigestDraft(sources, mail, std::move(*digest)).write();
}

}  // namespace tanbo::mail::outbound
