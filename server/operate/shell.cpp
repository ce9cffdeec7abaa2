#include "server/operate/shell.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iostream>
#include <map>
#include <optional>

#include "protocol/games/events.hpp"
#include "server/account/access/identity.hpp"
#include "server/account/calendar.hpp"
#include "server/admin/actions.hpp"
#include "server/admin/lists.hpp"
#include "server/base/secrets.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/bots/accounts.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/operate/admin_order.hpp"
#include "server/operate/observers.hpp"
#include "server/operate/owner.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::app {
namespace {

using admin::Command;
using protocol::Code;
using protocol::Result;

protocol::Error bad(std::string detail) {
    return refusal(Code::bad_parameter, std::move(detail));
}

// --- words into orders ---

Result<std::int64_t> number(const std::string& text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec == std::errc() && parsed.ptr == end && value > 0) return value;
    return bad("\"" + text + "\" is not a whole number from 1.");
}

Result<protocol::GameId> game_id(const std::string& text) {
    const auto id = number(text);
    return id ? Result<protocol::GameId>(protocol::GameId{*id}) : id.error();
}

Result<admin::Until> until(const std::string& text) {
    if (text.empty()) return admin::Until();
    constexpr std::size_t day_chars = 10;
    const bool is_day = text.size() == day_chars;
    auto at = protocol::parse_instant(is_day ? text + "T00:00:00.000Z" : text);
    if (!at) return bad("\"" + text + "\" is not a day (2026-12-31) or an instant.");
    return admin::Until(*at);
}

Result<engine::Seat> seat(const std::string& name) {
    const auto found = engine::parse_seat(name);
    if (found) return *found;
    return bad("\"" + name + "\" is not a seat.");
}

template <class Kind>
Result<Command> about_account(const AdminCommand& command) {
    return Command(Kind{command.operands[0]});
}

template <class Kind>
Result<Command> until_then(const AdminCommand& command) {
    const auto end = until(command.until);
    if (!end) return end.error();
    return Command(Kind{command.operands[0], *end});
}

template <class Kind>
Result<Command> about_game(const AdminCommand& command) {
    const auto game = game_id(command.operands[0]);
    if (!game) return game.error();
    return Command(Kind{*game});
}

Result<Command> role(const AdminCommand& command) {
    const auto to = store::parse_role(command.operands[1]);
    if (!to) return bad("The role must be player, moderator or admin.");
    return Command(admin::SetRole{command.operands[0], *to});
}

Result<Command> removal(const AdminCommand& command) {
    const auto game = game_id(command.operands[0]);
    if (!game) return game.error();
    const auto who = seat(command.operands[1]);
    if (!who) return who.error();
    return Command(admin::RemovePlayer{*game, *who});
}

Result<Command> verdict(const AdminCommand& command) {
    const auto game = game_id(command.operands[0]);
    if (!game) return game.error();
    admin::Adjudicate adjudicate{*game, {}};
    if (command.operands[1] == "none") return Command(adjudicate);
    const auto winner = seat(command.operands[1]);
    if (!winner) return winner.error();
    adjudicate.verdict.winner = *winner;
    return Command(adjudicate);
}

Result<Command> deletion(const AdminCommand& command) {
    const auto game = game_id(command.operands[0]);
    if (!game) return game.error();
    const auto message = number(command.operands[1]);
    if (!message) return message.error();
    return Command(admin::DeleteMessage{*game, protocol::ChatMessageId{*message}});
}

Result<Command> resolution(const AdminCommand& command) {
    const auto report = number(command.operands[0]);
    if (!report) return report.error();
    const auto state = protocol::parse_report_state(command.operands[1]);
    if (!state || *state == protocol::ReportState::open) {
        return bad("The verdict must be upheld or dismissed.");
    }
    return Command(admin::ResolveReport{protocol::ReportId{*report}, *state});
}

using Reading = Result<Command> (*)(const AdminCommand&);

const std::map<std::string, Reading>& readings() {
    static const std::map<std::string, Reading> all = {
        {"suspend", until_then<admin::Suspend>},
        {"unsuspend", about_account<admin::Unsuspend>},
        {"mute", until_then<admin::Mute>},
        {"unmute", about_account<admin::Unmute>},
        {"role", role},
        {"remove", removal},
        {"adjudicate", verdict},
        {"abort", about_game<admin::AbortGame>},
        {"void", about_game<admin::VoidRating>},
        {"delete-message", deletion},
        {"resolve", resolution},
    };
    return all;
}

// --- what is not an act ---

// All pages of a list, one a line.
Result<std::string> pages(
    const std::function<Result<admin::Lines>(std::optional<std::string>)>& read) {
    std::string text;
    std::optional<std::string> cursor;
    do {
        auto page = read(cursor);
        if (!page) return page.error();
        for (const std::string& line : page->lines) text += line + "\n";
        cursor = page->next;
    } while (cursor);
    return text;
}

// A token for what moderators and administrators do. Signing in with the usual scopes yields no
// such token.
Result<std::string> new_token(store::Transaction& transaction, const std::string& handle,
                              base::Instant now) {
    const auto account = store::find_account(transaction, store::handle_key(handle));
    if (!account) {
        return protocol::no_such_player(handle);
    }
    if (account->role == store::Role::player) {
        return refusal(Code::forbidden, account->handle + " is not a moderator or admin.");
    }
    constexpr std::size_t last_chars = 4;
    const std::string token = base::random_token("tbo_");
    store::NewToken row;
    row.hash = base::sha256(token);
    row.account = account->id;
    row.label = "tanbod admin token";
    row.last4 = std::string_view(token).substr(token.size() - last_chars);
    row.created_at = now;
    row.scopes = account::scopes_for(account->kind, account->role).bits();
    store::insert_token(transaction, row);
    return token + "\n";
}

Applied new_bot_tokens(store::Transaction& transaction, base::Instant now) {
    bots::create_accounts(transaction, now);
    Applied applied{bots::renew_tokens(transaction, std::nullopt, now), {}};
    for (int level = 1; level <= protocol::bot_levels; ++level) {
        const auto bot = store::find_account(transaction, protocol::bot_handle(level));
        if (bot) applied.accounts.push_back(bot->id);
    }
    return applied;
}

engine::Calendar calendar_of(store::Reader& reader, protocol::AccountId account,
                             base::Instant now) {
    return account::calendar_of(reader, account, now, now + account::calendar_reach);
}

// The server is down since its last sign of life: no game runs out of time by what is done to it
// meanwhile. The time is never before that.
base::Clock stopped_clock(store::Store& store, game::Downtimes& downtimes) {
    downtimes.load(store.read_now(
        [](store::Reader& reader) { return store::downtimes_after(reader, base::Instant()); }));
    const auto seen = store.read_now(store::last_heartbeat);
    if (!seen) return base::system_clock();
    const base::Instant last = *seen;
    downtimes.close(last);
    return [last, now = base::system_clock()] { return std::max(last, now()); };
}

Result<std::string> apply_alone(const Config& config, const AdminCommand& command) {
    store::Database database(existing_database(config));
    store::GroupCommit writer(database);
    store::Store store(database, writer);
    base::IoThreads io(1);  // without clients: it never runs
    base::Metrics metrics;
    Observers observers;
    game::Downtimes downtimes;
    const base::Clock clock = stopped_clock(store, downtimes);
    game::Referee referee(store, io, {}, clock, metrics, {}, observers.all(), calendar_of,
                          &downtimes);
    std::string text;
    const auto work = [&command, &text](store::Transaction& transaction,
                                        game::GameTransaction& games) -> Result<void> {
        auto done = apply_command(transaction, games, command);
        if (!done) return done.error();
        text = std::move(done->text);
        return {};
    };
    if (is_question(command)) {
        return store.read_now(
            [&command](store::Reader& reader) { return answer(reader, command); });
    }
    const auto done = referee.transact_blocking(work);
    writer.stop();
    if (!done) return done.error();
    return text;
}

}  // namespace

bool is_question(const AdminCommand& command) {
    return command.verb == "audit" || command.verb == "reports";
}

Result<std::string> answer(store::Reader& reader, const AdminCommand& command) {
    return pages([&](auto cursor) {
        return command.verb == "audit" ? admin::audit_lines(reader, cursor)
                                       : admin::report_lines(reader, cursor);
    });
}

Result<Applied> apply_command(store::Transaction& transaction, game::GameTransaction& games,
                              const AdminCommand& command) {
    if (command.verb == "bots") return new_bot_tokens(transaction, games.now());
    if (command.verb == "token") {
        auto token = new_token(transaction, command.operands[0], games.now());
        if (!token) return token.error();
        return Applied{std::move(*token), {}};
    }
    const auto read = readings().at(command.verb)(command);
    if (!read) return read.error();
    auto done = admin::apply(transaction, games, std::nullopt, *read, command.reason);
    if (!done) return done.error();
    Applied applied{done->entry + "\n", {}};
    if (done->account) applied.accounts.push_back(*done->account);
    return applied;
}

const std::vector<ShellVerb>& shell_verbs() {
    static const std::vector<ShellVerb> all = {
        {"role",
         "Set the role of a member: player, moderator or admin.",
         {"HANDLE", "ROLE"},
         true,
         false},
        {"token", "Print a new token for a moderator or admin.", {"HANDLE"}, false, false},
        {"bots",
         "Print new tokens for the house bots, for a program that runs elsewhere.",
         {},
         false,
         false},
        {"suspend", "Suspend an account: it can only read.", {"HANDLE"}, true, true},
        {"unsuspend", "End a suspension.", {"HANDLE"}, true, false},
        {"mute", "Mute an account: it can't write anywhere.", {"HANDLE"}, true, true},
        {"unmute", "End a mute.", {"HANDLE"}, true, false},
        {"remove", "Remove a player from a game.", {"GAME", "SEAT"}, true, false},
        {"adjudicate", "End a game: WINNER is a seat or none.", {"GAME", "WINNER"}, true, false},
        {"abort", "End a game without a result.", {"GAME"}, true, false},
        {"void", "Exclude a game from ratings.", {"GAME"}, true, false},
        {"delete-message", "Delete a chat message.", {"GAME", "MESSAGE"}, true, false},
        {"reports", "Print the open reports, newest first.", {}, false, false},
        {"resolve", "Decide a report: upheld or dismissed.", {"REPORT", "VERDICT"}, true, false},
        {"audit", "Print the audit log, newest first.", {}, false, false},
    };
    return all;
}

int administer(const Config& config, const AdminCommand& command) {
    name_database(config);
    become_owner(config);
    if (const auto endpoint = admin_endpoint(config)) {
        if (const auto code = ask_server(*endpoint, command)) return *code;
    }
    try {
        const auto text = apply_alone(config, command);
        if (text) {
            std::cout << *text;
            return exit_ok;
        }
        std::cerr << "tanbod: " << text.error().detail << "\n";
        return exit_refused;
    } catch (const store::StorageError& error) {
        if (error.fault() != store::Fault::locked) throw;
        std::cerr << "tanbod: " << error.what()
                  << " It doesn't listen for tanbod admin: see the setting admin.socket. Or use "
                     "/api/v1/admin with an administrator's token.\n";
        return exit_locked;
    }
}

}  // namespace tanbo::app
