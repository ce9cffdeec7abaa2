#include "server/club/clubs.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "server/club/club_acts.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/views/cursor.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/clubs.hpp"

namespace tanbo::club {

static_assert(clubs_page_max == store::clubs_page_max);
static_assert(members_page_max == store::club_members_page_max);

namespace {

using protocol::AccountId;
using protocol::ClubId;
using protocol::ClubView;
using protocol::no_such_club;
using protocol::not_an_organiser_of;
using protocol::Result;

ClubView view_of(const store::Club& club, std::optional<store::ClubRole> role) {
    ClubView view;
    view.id = club.id;
    view.name = club.name;
    view.about = club.about;
    view.needs_approval = club.needs_approval;
    view.members = club.members;
    view.created_at = club.created_at;
    if (role) view.role = store::club_role_name(*role);
    return view;
}

std::optional<store::ClubRole> role_of(store::Reader& reader, ClubId id, Clubs::Viewer viewer) {
    if (!viewer) return std::nullopt;
    return store::club_role(reader, id, *viewer);
}

Result<std::string> club_json(store::Reader& reader, ClubId id, Clubs::Viewer viewer) {
    const auto club = store::find_club(reader, id);
    if (!club) return no_such_club(id);
    ClubView view = view_of(*club, role_of(reader, id, viewer));
    view.organisers = store::club_organisers(reader, id);
    return protocol::encode_club(view);
}

// An act of `account` that is answered by the club, done once for each key.
using Act = std::function<Result<ClubId>(ClubActs&)>;
std::function<Result<ClubAnswer>(store::Transaction&, game::GameTransaction&)> answering(
    AccountId account, Clubs::Key key, Act act) {
    return
        [account, key = std::move(key), act = std::move(act)](
            store::Transaction& transaction, game::GameTransaction& games) -> Result<ClubAnswer> {
            // The number of a receipt is the club's.
            const auto work = [&]() -> Result<game::Receipt> {
                ClubActs acts(transaction, account, games.now());
                const auto done = act(acts);
                if (!done) return done.error();
                auto body = club_json(transaction, *done, account);
                if (!body) return body.error();
                game::Receipt receipt;
                receipt.game = protocol::GameId{protocol::number_of(*done)};
                receipt.body = std::make_shared<const std::string>(std::move(*body));
                return receipt;
            };
            const auto receipt = game::once(transaction, key, games.now(), work);
            if (!receipt) return receipt.error();
            return ClubAnswer{ClubId{protocol::number_of(receipt->game)}, *receipt->body};
        };
}

// An act without an answer.
using Silent = std::function<Result<void>(ClubActs&)>;
std::function<Result<bool>(store::Transaction&, game::GameTransaction&)> silently(AccountId account,
                                                                                  Silent act) {
    return [account, act = std::move(act)](store::Transaction& transaction,
                                           game::GameTransaction& games) -> Result<bool> {
        ClubActs acts(transaction, account, games.now());
        const auto done = act(acts);
        if (!done) return done.error();
        return true;
    };
}

base::Awaitable<Result<void>> run(game::Referee& referee, AccountId account, Silent act) {
    const auto done = co_await referee.transact<bool>(silently(account, std::move(act)));
    if (!done) co_return done.error();
    co_return Result<void>();
}

base::Awaitable<Result<std::string>> run_for_club(game::Referee& referee, AccountId account,
                                                  Clubs::Key key, Act act) {
    auto answer =
        co_await referee.transact<ClubAnswer>(answering(account, std::move(key), std::move(act)));
    if (!answer) co_return answer.error();
    co_return std::move(answer->body);
}

Act on(ClubId id, Silent act) {
    return [id, act = std::move(act)](ClubActs& acts) -> Result<ClubId> {
        const auto done = act(acts);
        if (!done) return done.error();
        return id;
    };
}

}  // namespace

base::Awaitable<Result<ClubAnswer>> Clubs::create(AccountId account, protocol::ClubRequest request,
                                                  Key key) {
    const auto act = [request = std::move(request)](ClubActs& acts) {
        return acts.create(request);
    };
    co_return co_await referee_.transact<ClubAnswer>(answering(account, std::move(key), act));
}

Clubs::Read Clubs::change(AccountId account, ClubId id, protocol::ClubRequest request, Key key) {
    const auto act = [id, request = std::move(request)](ClubActs& acts) {
        return acts.change(id, request);
    };
    return run_for_club(referee_, account, std::move(key), on(id, act));
}

Clubs::Read Clubs::join(AccountId account, ClubId id, Key key) {
    return run_for_club(referee_, account, std::move(key),
                        on(id, [id](ClubActs& acts) { return acts.join(id); }));
}

Clubs::Done Clubs::leave(AccountId account, ClubId id, Key key) {
    const auto work = [account, id, key = std::move(key)](store::Transaction& transaction,
                                                          game::GameTransaction& games) {
        return game::once_as_text(transaction, key, games.now(), [&]() -> Result<std::string> {
            const auto done = ClubActs(transaction, account, games.now()).leave(id);
            if (!done) return done.error();
            return std::string();
        });
    };
    const auto done = co_await referee_.transact<std::string>(work);
    if (!done) co_return done.error();
    co_return Result<void>();
}

Clubs::Done Clubs::remove(AccountId account, ClubId id) {
    return run(referee_, account, [id](ClubActs& acts) { return acts.remove(id); });
}

Clubs::Done Clubs::admit(AccountId account, ClubId id, std::string handle) {
    return run(referee_, account,
               [id, handle = std::move(handle)](ClubActs& acts) { return acts.admit(id, handle); });
}

Clubs::Done Clubs::expel(AccountId account, ClubId id, std::string handle) {
    return run(referee_, account,
               [id, handle = std::move(handle)](ClubActs& acts) { return acts.expel(id, handle); });
}

Clubs::Done Clubs::set_organiser(AccountId account, ClubId id, std::string handle, bool is_added) {
    return run(referee_, account, [id, handle = std::move(handle), is_added](ClubActs& acts) {
        return acts.set_organiser(id, handle, is_added);
    });
}

Clubs::Read Clubs::list(Viewer viewer, std::optional<std::string> cursor, int limit) {
    const auto from = game::parse_cursor(game::lists::clubs, 1, cursor);
    if (!from) co_return from.error();
    std::optional<ClubId> before;
    if (*from) before = (*from)->front().id<ClubId>();
    co_return co_await store_.read([=](store::Reader& reader) -> Result<std::string> {
        const auto page = store::list_clubs(reader, before, limit);
        std::vector<ClubView> views;
        views.reserve(page.clubs.size());
        for (const store::Club& club : page.clubs) {
            views.push_back(view_of(club, role_of(reader, club.id, viewer)));
        }
        std::optional<std::string> next;
        if (page.has_more) next = game::format_cursor(game::lists::clubs, {views.back().id});
        return protocol::encode_club_page(views, next);
    });
}

Clubs::Read Clubs::find(Viewer viewer, ClubId id) {
    co_return co_await store_.read(
        [=](store::Reader& reader) { return club_json(reader, id, viewer); });
}

Clubs::Read Clubs::mine(AccountId account) {
    co_return co_await store_.read([=](store::Reader& reader) -> Result<std::string> {
        std::vector<ClubView> views;
        for (const auto& part : store::clubs_of(reader, account, clubs_of_account_max)) {
            views.push_back(view_of(part.club, part.role));
        }
        return protocol::encode_club_page(views, std::nullopt);
    });
}

Clubs::Read Clubs::members(Viewer viewer, ClubId id, bool asked, std::optional<std::string> cursor,
                           int limit) {
    const auto from = game::parse_cursor(game::lists::club_members, 1, cursor);
    if (!from) co_return from.error();
    std::optional<AccountId> after;
    if (*from) after = (*from)->front().id<AccountId>();
    co_return co_await store_.read([=](store::Reader& reader) -> Result<std::string> {
        if (!store::find_club(reader, id)) return no_such_club(id);
        if (asked && role_of(reader, id, viewer) != store::ClubRole::organiser) {
            return not_an_organiser_of(id);
        }
        auto members = store::club_members(reader, id, asked, after, limit + 1);
        std::optional<std::string> next;
        if (members.size() > static_cast<std::size_t>(limit)) {
            members.pop_back();
            next = game::format_cursor(game::lists::club_members, {members.back().account});
        }
        std::vector<protocol::ClubMemberView> views;
        views.reserve(members.size());
        for (const store::ClubMember& member : members) {
            views.push_back({member.handle, store::club_role_name(member.role), member.since});
        }
        return protocol::encode_club_members(views, next);
    });
}

}  // namespace tanbo::club
