// Mails about what an account is told, and about games that are watched without one.

#include <algorithm>

#include "protocol/people/mail_rows.hpp"
#include "protocol/records/record.hpp"
#include "protocol/records/sgf.hpp"
#include "server/account/mail_users.hpp"
#include "server/analysis_jobs/turning.hpp"
#include "server/lobby/view.hpp"
#include "server/mail/outbound/draft.hpp"
#include "server/mail/outbound/zone.hpp"
#include "server/notify/channels/email/mail_links.hpp"
#include "server/notify/notifications.hpp"
#include "server/rating/ratings.hpp"
#include "server/tournament/notices.hpp"

namespace tanbo::mail::outbound {

namespace {

using engine::Seat;
using protocol::NoticeKind;

constexpr std::size_t attachment_bytes_max = std::size_t{1} << 20U;  // longer ones are left out
// Longer than a challenge stands: a late reader is told what has become of it.
constexpr std::chrono::hours challenge_token_life{24 * 30};
// So many notifications of one command may come between two about the same account.
constexpr int together_max = 8;

engine::Snapshot present(const engine::Match& match) {
    return engine::snapshot_at(match, match.ply()).value();
}

std::vector<mime::Attachment> record_of(const DraftSources& sources, const GameThen& game) {
    const auto events = game::read_events(sources.reader, game.id);
    const auto record = protocol::assemble_record(game.id, events);
    if (!record) return {};
    const std::string name = "tanbo-game-" + to_string(game.id);
    std::vector<mime::Attachment> attachments;
    std::string json = protocol::encode_record(*record);
    if (json.size() <= attachment_bytes_max) {
        attachments.push_back({name + ".json", "application/json", std::move(json)});
    }
    auto sgf = protocol::encode_sgf(*record);
    if (sgf && sgf->size() <= attachment_bytes_max) {
        attachments.push_back({name + ".sgf", "application/x-go-sgf", std::move(*sgf)});
    }
    return attachments;
}

std::vector<text::RatingChange> ratings_of(const DraftSources& sources, const GameThen& game) {
    std::vector<text::RatingChange> changes;
    for (const auto& [seat, before, after] : rating::changes_of(sources.reader, game.id)) {
        changes.push_back({seat, before, after});
    }
    return changes;
}

void write_result(Draft& draft, const DraftSources& sources, const GameThen& game,
                  const text::GameFacts& facts) {
    constexpr std::size_t forms = 2;
    draft.attachments = record_of(sources, game);
    draft.mail = text::result_mail(
        facts, ratings_of(sources, game),
        {draft.attachments.size() == forms,
         analysis_jobs::turning_point_sentence(sources.reader, game.id, game.then)});
}

// Whether the challenge waits for the account's answer.
bool is_asked_by(store::Reader& reader, protocol::AccountId account,
                 const protocol::NoticeFacts& facts) {
    return lobby::waits_for(reader, facts.challenge.value_or(protocol::ChallengeId{}), account);
}

// Of the challenges that one mail tells of, those that wait for an answer: the newest, and the
// others beside it. If none does, the facts stay as they are.
void choose_challenges(store::Reader& reader, protocol::AccountId account,
                       const protocol::NoticeMail& notice, protocol::NoticeFacts& facts) {
    std::vector<protocol::NoticeFacts> open;
    for (const std::int64_t number : notice.joined) {
        const auto row = notify::find_notification(reader, account, number);
        if (!row) continue;
        auto other = protocol::decode_notice_facts(row->data);
        if (other && is_asked_by(reader, account, *other)) open.push_back(std::move(*other));
    }
    if (is_asked_by(reader, account, facts)) open.push_back(facts);
    if (open.empty()) return;
    facts = std::move(open.back());
    open.pop_back();
    facts.also = std::move(open);
}

// A notice on its way to a mail.
class NoticeDraft {
public:
    NoticeDraft(const DraftSources& sources, const protocol::OutgoingMail& mail,
                protocol::NoticeMail notice, protocol::NoticeFacts facts)
        : sources_(sources),
          mail_(mail),
          account_(mail.account.value()),
          notice_(std::move(notice)),
          facts_(std::move(facts)) {}

    Drafted write() {
        Draft draft;
        auto to = account::mail_address_of(sources_.reader, account_);
        if (!to) return NotNeeded{"account-gone"};
        draft.to = std::move(*to);
        if (mail_.game) {
            game_ = read_game(sources_, *mail_.game, notice_.seq);
            if (!game_) return NotNeeded{"game-gone"};
            if (!game_->now->can_see(account())) return NotNeeded{"not-to-be-seen"};
        }
        if (auto why = not_needed()) return NotNeeded{std::string(*why)};
        write_mail(draft);
        const auto number = game_ ? std::optional(game_->id) : std::nullopt;
        draft.game = number;
        draft.list = list_of(sources_, number, unsubscribe_link(number));
        return draft;
    }

private:
    protocol::AccountId account() const { return account_; }

    std::string unsubscribe_link(std::optional<protocol::GameId> game) const {
        return notify::unsubscribe_link(sources_.tokens, sources_.site, account(), game,
                                        mail_.created_at);
    }

    // --- is there still something to tell? ---

    std::optional<std::string_view> not_needed() const {
        if (notice_.kind == NoticeKind::webhook_test) return "not-by-mail";
        if (notice_.kind == NoticeKind::challenge && !is_challenged()) return "answered";
        const bool is_of_players = notice_.kind == NoticeKind::tournament_round ||
                                   notice_.kind == NoticeKind::league_season;
        if (is_of_players && !is_in_tournament()) return "withdrawn";
        if (notice_.kind == NoticeKind::ladder_challenge && is_ladder_question_over()) {
            return "answered";
        }
        if (!game_) return std::nullopt;
        switch (notice_.kind) {
            case NoticeKind::deadline_warning:
                if (is_deadline_moved()) return "deadline-moved";
                [[fallthrough]];
            case NoticeKind::your_turn:
                return is_same_turn() ? std::nullopt : std::optional("turn-over");
            case NoticeKind::ladder_challenge:
            case NoticeKind::tournament_round:
                if (game_->now->status() == engine::Status::finished) return "game-over";
                return told_beside(NoticeKind::your_turn, -1) ? std::optional("told-with-the-turn")
                                                              : std::nullopt;
            case NoticeKind::game_started:
                if (is_told_with_the_round()) return "told-with-the-round";
                [[fallthrough]];
            case NoticeKind::player_left:
            case NoticeKind::plan_dropped:
            case NoticeKind::swapped:
            case NoticeKind::undo:
            case NoticeKind::seat_taken_over:
                return is_told_with_the_turn() ? std::optional("told-with-the-turn") : std::nullopt;
            case NoticeKind::challenge_accepted:
                return is_told_with_the_game() ? std::optional("told-with-the-game") : std::nullopt;
            case NoticeKind::invited:
                return game_->now->reserved_for(account()) ? std::nullopt
                                                           : std::optional("seat-gone");
            case NoticeKind::proposal:
                return is_asked() ? std::nullopt : std::optional("answered");
            case NoticeKind::seat_offered:
                return is_on_offer() ? std::nullopt : std::optional("seat-gone");
            case NoticeKind::watched_move:
            case NoticeKind::watched_finished:
                return is_watching() ? std::nullopt : std::optional("not-watched");
            case NoticeKind::game_finished:
            case NoticeKind::eliminated:
            case NoticeKind::proposal_answered:
            case NoticeKind::paused:
            case NoticeKind::resumed:
            case NoticeKind::challenge:
            case NoticeKind::challenge_declined:
            case NoticeKind::challenge_expired:
            case NoticeKind::league_season:
            case NoticeKind::tournament_finished:
            case NoticeKind::chat_mention:
            case NoticeKind::webhook_disabled:
            case NoticeKind::webhook_test:
                return std::nullopt;
        }
        return std::nullopt;
    }

    // Whether the turn that the row is of is the present one, and theirs.
    bool is_same_turn() const {
        const engine::Match& then = game_->then;
        const engine::Match& now = *game_->now;
        const auto seat = then.seat_of(account());
        return seat && now.to_move() == seat && now.seat_of(account()) == seat &&
               now.ply() == then.ply() && now.last_undo() <= then.seq();
    }

    // Whether there is more time than the reminder says: vacation, a pause.
    bool is_deadline_moved() const {
        if (!is_same_turn() || !facts_.deadline || !game_->now->clock().is_on()) return false;
        const auto deadline = game_->now->clock().deadline();
        return !deadline || *deadline > *facts_.deadline;
    }

    // The notice of this game by the same command, before this (by < 0) or after it.
    std::optional<notify::Notification> told_beside(NoticeKind kind, int by) const {
        const auto near = notify::notifications_before(
            sources_.reader, account_, notice_.number + together_max + 1, 2 * together_max + 1);
        const auto found = std::ranges::find_if(near, [&](const notify::Notification& row) {
            return row.kind == protocol::notice_kind_name(kind) && row.game == mail_.game &&
                   row.at == mail_.created_at && (row.number - notice_.number) * by > 0;
        });
        return found == near.end() ? std::nullopt : std::optional(*found);
    }

    // Whether their turn has come by this event: the mail about the turn tells it, too.
    bool is_told_with_the_turn() const { return told_beside(NoticeKind::your_turn, 1).has_value(); }

    // The notice of a round names its game. Those of a league name a season: each of its games is
    // told by itself.
    bool is_told_with_the_round() const {
        const auto& event = game_->now->terms().event;
        return event &&
               !tournament::is_league(sources_.reader, protocol::TournamentId{event->tournament});
    }

    // The game that a challenge has led to is told of by its own first mail.
    bool is_told_with_the_game() const {
        return told_beside(NoticeKind::game_started, -1) || told_beside(NoticeKind::your_turn, -1);
    }

    bool is_ladder_question_over() const {
        return facts_.what == "asked" && facts_.tournament && facts_.table &&
               !tournament::is_challenge_offered(sources_.reader, *facts_.tournament,
                                                 static_cast<int>(*facts_.table));
    }

    bool is_in_tournament() const {
        return facts_.tournament &&
               tournament::is_player(sources_.reader, *facts_.tournament, account_);
    }

    bool is_asked() const {
        const auto seat = game_->now->seat_of(account());
        const auto* const open = game_->now->proposal(facts_.proposal.value_or(0));
        return seat && open != nullptr && open->by != seat && !open->accepted.contains(*seat) &&
               !open->declined.contains(*seat);
    }

    bool is_challenged() const { return is_asked_by(sources_.reader, account_, facts_); }

    // One that was made since is told of by a mail of its own.
    bool is_on_offer() const {
        const engine::OfferedSeat* const offer =
            facts_.seat ? game_->now->offer(facts_.seat) : nullptr;
        return offer != nullptr && offer->seq <= game_->then.seq();
    }

    bool is_watching() const { return notify::is_watching(sources_.reader, account_, *mail_.game); }

    // --- what it says ---

    void write_mail(Draft& draft) const {
        const text::MailZone zone = zone_of(sources_.reader, account_, sources_.zones);
        if (!game_) {
            draft.mail = text::notice_mail(notice_.kind, facts_, nullptr, zone, sources_.site);
            if (notice_.kind == NoticeKind::challenge) draft.reply_token = challenge_token();
            return;
        }
        const auto seat = game_->then.seat_of(account());
        const text::GameFacts game = game_->facts(sources_, seat, zone);
        write_game_mail(draft, game);
        if (draft.mail.has_board) draft.board = present(game_->then);
        const bool is_active = game_->now->status() == engine::Status::active;
        if (seat && is_active && game_->now->is_in(*seat)) draft.reply_token = turn_token();
    }

    void write_game_mail(Draft& draft, const text::GameFacts& game) const {
        const bool is_over = game_->then.status() == engine::Status::finished;
        const bool is_end = notice_.kind == NoticeKind::game_finished ||
                            notice_.kind == NoticeKind::watched_finished;
        if (is_end && is_over) {
            write_result(draft, sources_, *game_, game);
        } else if (notice_.kind == NoticeKind::your_turn) {
            draft.mail = text::turn_mail({game, {}, dropped_plan(), {}});
        } else if (notice_.kind == NoticeKind::watched_move) {
            const std::uint32_t since =
                notice_.since_seq > 0 ? notice_.since_seq : game_->then.seq() - 1;
            draft.mail = text::board_mail({game, since, unsubscribe_link(game_->id)});
        } else {
            draft.mail = text::notice_mail(notice_.kind, facts_, &game, game.zone, sources_.site);
        }
    }

    // Why their plan does not answer for them.
    std::optional<protocol::PlanDrop> dropped_plan() const {
        const auto row = told_beside(NoticeKind::plan_dropped, -1);
        if (!row) return std::nullopt;
        const auto told = protocol::decode_notice_facts(row->data);
        return told ? protocol::parse_plan_drop(told->why) : std::nullopt;
    }

    std::string challenge_token() const {
        const base::Instant at = mail_.created_at;
        notify::TokenClaim claim;
        claim.purpose = notify::TokenPurpose::challenge;
        claim.subject = number_of(account());
        claim.item = number_of(facts_.challenge.value_or(protocol::ChallengeId{}));
        claim.expires_at = facts_.expires_at.value_or(at) + challenge_token_life;
        return sources_.tokens.make(claim, at);
    }

    std::string turn_token() const {
        notify::TokenClaim claim;
        claim.purpose = notify::TokenPurpose::turn;
        claim.subject = number_of(account());
        claim.item = number_of(game_->id);
        claim.seq = game_->then.seq();
        const base::Instant at = mail_.created_at;
        claim.expires_at = at + turn_token_life;
        return sources_.tokens.make(claim, at);
    }

    const DraftSources& sources_;
    const protocol::OutgoingMail& mail_;
    protocol::AccountId account_;
    protocol::NoticeMail notice_;
    protocol::NoticeFacts facts_;
    std::optional<GameThen> game_;
};

}  // namespace

Drafted draft_notice(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    auto notice = protocol::decode_notice_mail(mail.data);
    if (!notice || !mail.account) return NotNeeded{"unreadable"};
    auto facts = protocol::decode_notice_facts(notice->data);
    if (!facts) return NotNeeded{"unreadable"};
    if (!notice->joined.empty()) {
        choose_challenges(sources.reader, *mail.account, *notice, *facts);
    }
    return NoticeDraft(sources, mail, std::move(*notice), std::move(*facts)).write();
}

Drafted draft_board(const DraftSources& sources, const protocol::OutgoingMail& mail) {
    const auto board = protocol::decode_board_mail(mail.data);
    if (!board || !mail.game) return NotNeeded{"unreadable"};
    const bool is_watched = notify::is_watched_by_mail(sources.reader, board->watch, *mail.game);
    const auto game = read_game(sources, *mail.game, board->seq);
    if (!game) return NotNeeded{"game-gone"};
    if (!game->now->can_see({})) return NotNeeded{"not-to-be-seen"};
    const bool is_over = game->then.status() == engine::Status::finished;
    // The end of a game ends its watches.
    if (!is_watched && !is_over) return NotNeeded{"not-watched"};

    const std::string stop_link = notify::stop_watch_link(sources.tokens, sources.site,
                                                          board->watch, game->id, mail.created_at);
    const text::GameFacts facts = game->facts(sources, {}, {});
    Draft draft;
    draft.to = mail.address;
    if (is_over) {
        write_result(draft, sources, *game, facts);
    } else {
        draft.mail = text::board_mail({facts, board->since_seq, stop_link});
    }
    if (draft.mail.has_board) draft.board = present(game->then);
    draft.game = game->id;
    draft.list = list_of(sources, game->id, stop_link);
    return draft;
}

}  // namespace tanbo::mail::outbound
