#include "server/admin/actions.hpp"

#include <utility>

#include "server/account/accounts.hpp"
#include "server/admin/views.hpp"
#include "server/chat/chat.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/refusals.hpp"
#include "server/lobby/withdrawal.hpp"
#include "server/rating/recorder.hpp"
#include "server/store/tables/accounts/audit.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"
#include "server/store/tables/messages/chat_reports.hpp"
#include "server/tournament/withdrawal.hpp"

namespace tanbo::admin {

namespace {

using protocol::AccountId;
using protocol::Code;
using protocol::Result;
using store::Role;

Role role_needed(const Command& command) {
    const bool is_moderators = std::holds_alternative<Mute>(command) ||
                               std::holds_alternative<Unmute>(command) ||
                               std::holds_alternative<DeleteMessage>(command) ||
                               std::holds_alternative<ResolveReport>(command);
    return is_moderators ? Role::moderator : Role::admin;
}

// One order on its way: checks it, does it and notes it down.
class CommandRunner {
public:
    CommandRunner(store::Transaction& transaction, game::GameTransaction& games, const Actor& actor,
                  Role role)
        : transaction_(transaction), games_(games), actor_(actor), role_(role) {}

    Result<void> operator()(const Mute& command);
    Result<void> operator()(const Unmute& command);
    Result<void> operator()(const DeleteMessage& command);
    Result<void> operator()(const ResolveReport& command);
    Result<void> operator()(const Suspend& command);
    Result<void> operator()(const Unsuspend& command);
    Result<void> operator()(const SetRole& command);
    Result<void> operator()(const RemovePlayer& command);
    Result<void> operator()(const Adjudicate& command);
    Result<void> operator()(const AbortGame& command);
    Result<void> operator()(const VoidRating& command);
    Result<void> operator()(const ChangeSite& command);

    Done record(const std::string& reason);

private:
    Result<AccountId> aim_at(const std::string& handle);
    Result<void> aim_at(const store::Account& account);
    Result<std::shared_ptr<const engine::Match>> aim_at(protocol::GameId game);
    Result<void> apply_to_game(protocol::GameId game, const game::Command& command);
    bool is_actor(AccountId account) const { return actor_ && *actor_ == account; }

    store::Transaction& transaction_;
    game::GameTransaction& games_;
    const Actor& actor_;
    Role role_;
    store::NewAuditEntry entry_;
    protocol::AuditDetails details_;
    std::optional<AccountId> changed_;
};

// --- whom it concerns ---

Result<void> CommandRunner::aim_at(const store::Account& account) {
    if (is_actor(account.id)) {
        return refusal(Code::forbidden, "You can't do this to your own account.");
    }
    if (account.role > role_) {
        return refusal(Code::forbidden, account.handle + " has a higher role than you.");
    }
    entry_.account = account.id;
    return {};
}

Result<AccountId> CommandRunner::aim_at(const std::string& handle) {
    const auto account = store::find_account(transaction_, store::handle_key(handle));
    if (!account) {
        return protocol::no_such_player(handle);
    }
    if (auto aimed = aim_at(*account); !aimed) return aimed.error();
    return account->id;
}

Result<std::shared_ptr<const engine::Match>> CommandRunner::aim_at(protocol::GameId game) {
    auto match = games_.match(game);
    if (match == nullptr) return game::no_such_game(game);
    if (actor_ && chat::is_player(*match, *actor_)) {
        return refusal(Code::forbidden, "You can't moderate a game that you play in.");
    }
    entry_.game = game;
    return match;
}

// --- moderators ---

Result<void> CommandRunner::operator()(const Mute& command) {
    entry_.act = "mute";
    details_.until = command.until;
    const auto account = aim_at(command.handle);
    if (!account) return account.error();
    store::ModeratorMute mute;
    mute.until = command.until;
    store::mute_account(transaction_, *account, mute, games_.now());
    return {};
}

Result<void> CommandRunner::operator()(const Unmute& command) {
    entry_.act = "unmute";
    const auto account = aim_at(command.handle);
    if (!account) return account.error();
    store::unmute_account(transaction_, *account);
    return {};
}

Result<void> CommandRunner::operator()(const DeleteMessage& command) {
    entry_.act = "delete-message";
    entry_.game = command.game;
    const auto message = store::find_message(transaction_, *entry_.game, command.message);
    if (message) {
        entry_.message = command.message;
        const auto author = store::find_account(transaction_, message->author);
        if (auto aimed = aim_at(*author); !aimed) return aimed.error();
    }
    return chat::erase(transaction_, games_, command.game, command.message);
}

Result<void> CommandRunner::operator()(const ResolveReport& command) {
    entry_.act = "resolve-report";
    const auto report = store::find_report(transaction_, command.report);
    if (!report) {
        return refusal(Code::no_such_report,
                       "Report " + protocol::to_string(command.report) + " does not exist.");
    }
    const auto author = store::find_account(transaction_, report->message.author);
    if (auto aimed = aim_at(*author); !aimed) return aimed.error();
    if (report->state != protocol::ReportState::open) {
        return refusal(Code::already_answered,
                       "Report " + protocol::to_string(command.report) + " is already resolved.");
    }
    store::resolve_reports(transaction_, report->message.id, command.verdict, actor_, games_.now());
    entry_.game = report->message.game;
    entry_.message = report->message.id;
    details_.report = command.report;
    details_.resolution = command.verdict;
    return {};
}

// --- administrators ---

Result<void> CommandRunner::operator()(const Suspend& command) {
    entry_.act = "suspend";
    details_.until = command.until;
    const auto account = aim_at(command.handle);
    if (!account) return account.error();
    store::set_suspended(transaction_, *account, command.until ? *command.until : store::for_ever);
    lobby::withdraw_all(transaction_, *account, games_.now());
    tournament::withdraw_all(transaction_, *account, games_.now());
    for (const auto& bot : store::bots_of(transaction_, *account, account::bots_of_account_max)) {
        lobby::withdraw_all(transaction_, bot.id, games_.now());
        tournament::withdraw_all(transaction_, bot.id, games_.now());
    }
    changed_ = *account;
    return {};
}

Result<void> CommandRunner::operator()(const Unsuspend& command) {
    entry_.act = "unsuspend";
    const auto account = aim_at(command.handle);
    if (!account) return account.error();
    store::set_suspended(transaction_, *account, std::nullopt);
    changed_ = *account;
    return {};
}

Result<void> CommandRunner::operator()(const SetRole& command) {
    entry_.act = "role";
    const auto id = aim_at(command.handle);
    if (!id) return id.error();
    const auto account = store::find_account(transaction_, *id);
    if (account->kind != store::AccountKind::member) {
        return refusal(Code::wrong_kind, "Only members can have roles, not guests or bots.");
    }
    details_.role.emplace(store::role_name(account->role), store::role_name(command.role));
    store::set_role(transaction_, *id, command.role);
    changed_ = *id;
    return {};
}

Result<void> CommandRunner::apply_to_game(protocol::GameId game, const game::Command& command) {
    auto step = games_.command(game, command);
    if (!step) return step.error();
    return {};
}

Result<void> CommandRunner::operator()(const RemovePlayer& command) {
    entry_.act = "remove";
    const auto match = aim_at(command.game);
    if (!match) return match.error();
    const auto seat = static_cast<std::size_t>(engine::index_of(command.seat));
    if (seat < (*match)->seats().size() && (*match)->seats()[seat].player) {
        const auto id = (*match)->seats()[seat].player->account;
        const auto account = store::find_account(transaction_, id);
        if (auto aimed = aim_at(*account); !aimed) return aimed.error();
    }
    details_.seat = command.seat;
    return apply_to_game(command.game, engine::Remove{command.seat});
}

// A winner alone: they are first, and all others who took part share the second place.
std::vector<int> places_of(const protocol::Verdict& verdict, const engine::Match& match) {
    std::vector<int> places(match.seats().size(), 0);
    if (verdict.places.empty() && !verdict.winner) return {};
    for (std::size_t i = 0; i < places.size() && verdict.places.empty(); ++i) {
        const bool has_won = engine::index_of(*verdict.winner) == static_cast<int>(i);
        if (match.seats()[i].player) places[i] = has_won ? 1 : 2;
    }
    for (const auto& [seat, place] : verdict.places) {
        const auto index = static_cast<std::size_t>(engine::index_of(seat));
        if (index >= places.size()) places.resize(index + 1, 0);  // no verdict: the game says so
        places[index] = place;
    }
    return places;
}

Result<void> CommandRunner::operator()(const Adjudicate& command) {
    entry_.act = "adjudicate";
    const auto match = aim_at(command.game);
    if (!match) return match.error();
    details_.verdict = command.verdict;
    return apply_to_game(command.game, engine::Adjudicate{command.verdict.winner,
                                                          places_of(command.verdict, **match)});
}

Result<void> CommandRunner::operator()(const AbortGame& command) {
    entry_.act = "abort";
    const auto match = aim_at(command.game);
    if (!match) return match.error();
    return apply_to_game(command.game, engine::Abort{});
}

Result<void> CommandRunner::operator()(const VoidRating& command) {
    entry_.act = "void-rating";
    const auto match = aim_at(command.game);
    if (!match) return match.error();
    const auto game = command.game;
    if (rating::void_game(transaction_, game, games_.now())) return {};
    return refusal(Code::already_answered,
                   "Game " + to_string(command.game) + " is already excluded from ratings.");
}

// The names of the settings that differ, as JSON names them.
std::vector<std::string> changed_settings(const store::SiteSettings& before,
                                          const store::SiteSettings& after) {
    std::vector<std::string> names;
    const auto compare = [&names](std::string_view name, bool is_same) {
        if (!is_same) names.emplace_back(name);
    };
    compare("name", before.name == after.name);
    compare("front_page", before.front_page == after.front_page);
    compare("imprint", before.imprint == after.imprint);
    compare("privacy", before.privacy == after.privacy);
    compare("contact", before.contact == after.contact);
    compare("conduct", before.conduct == after.conduct);
    compare("sign_up", before.is_sign_up_open == after.is_sign_up_open);
    compare("guests", before.has_guests == after.has_guests);
    return names;
}

Result<void> CommandRunner::operator()(const ChangeSite& command) {
    entry_.act = "site";
    const auto present = store::find_site_settings(transaction_);
    details_.changed = changed_settings(present, command.settings);
    if (present.seq == command.settings.seq &&
        store::save_site_settings(transaction_, command.settings, games_.now())) {
        return {};
    }
    return refusal(Code::stale_seq, "The settings were changed since: they are at seq " +
                                        std::to_string(present.seq) + " now.");
}

// --- the log ---

Done CommandRunner::record(const std::string& reason) {
    entry_.at = games_.now();
    entry_.actor = actor_;
    entry_.reason = reason;
    entry_.details = protocol::encode_audit_details(details_);
    const auto id = store::insert_audit(transaction_, entry_);
    return {protocol::encode_audit(to_view(*store::find_audit(transaction_, id))), changed_};
}

// The actor's present role, whatever they were when their token was looked up. The shell is an
// administrator.
Role role_of(store::Transaction& transaction, const Actor& actor, base::Instant now) {
    if (!actor) return Role::admin;
    const auto account = store::find_account(transaction, *actor);
    if (!account || account->is_suspended(now)) return Role::player;
    return account->role;
}

}  // namespace

Result<void> require_role(Role has, Role needs) {
    if (has >= needs) return {};
    return refusal(Code::forbidden, needs == Role::admin ? "Only administrators can do this."
                                                         : "Only moderators can do this.");
}

Result<Done> apply(store::Transaction& transaction, game::GameTransaction& games,
                   const Actor& actor, const Command& command, const std::string& reason) {
    const Role role = role_of(transaction, actor, games.now());
    if (auto may = require_role(role, role_needed(command)); !may) return may.error();
    CommandRunner act(transaction, games, actor, role);
    if (auto done = std::visit(act, command); !done) return done.error();
    return act.record(reason);
}

}  // namespace tanbo::admin
