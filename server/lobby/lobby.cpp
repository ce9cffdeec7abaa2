#include "server/lobby/lobby.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "server/game/game_transaction.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/views/cursor.hpp"
#include "server/lobby/challenges.hpp"
#include "server/lobby/players.hpp"
#include "server/lobby/view.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/players.hpp"

namespace tanbo::lobby {

static_assert(challenges_page_max == store::challenges_page_max);
static_assert(players_page_max == store::players_page_max);

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;
using Step = std::function<Result<store::Challenge>(Challenges&)>;

constexpr int swept_at_once = 200;

using Viewer = std::optional<protocol::AccountId>;

std::string to_json(const store::Challenge& challenge, base::Instant now, Viewer viewer) {
    return protocol::encode_challenge(to_view(challenge, now, viewer));
}

protocol::Error no_such_challenge(protocol::ChallengeId challenge) {
    return refusal(Code::no_such_challenge,
                   "Challenge " + to_string(challenge) + " does not exist.");
}

// The receipt for a key: the game's number is the challenge's.
game::Receipt to_receipt(const store::Challenge& challenge, base::Instant now,
                         protocol::AccountId account) {
    game::Receipt receipt;
    receipt.game = protocol::GameId{number_of(challenge.id)};
    receipt.body = std::make_shared<const std::string>(to_json(challenge, now, account));
    return receipt;
}

ChallengeAnswer to_answer(const game::Receipt& receipt) {
    return {protocol::ChallengeId{number_of(receipt.game)}, receipt.body};
}

// The account's step as a job of the writer, done once for each key.
std::function<Result<ChallengeAnswer>(store::Transaction&, game::GameTransaction&)> job_of(
    protocol::AccountId account, Step step, Lobby::Key key) {
    return [account, step = std::move(step), key = std::move(key)](
               store::Transaction& transaction,
               game::GameTransaction& games) -> Result<ChallengeAnswer> {
        const auto decide = [&]() -> Result<game::Receipt> {
            Challenges challenges(transaction, games);
            const auto challenge = step(challenges);
            if (!challenge) return challenge.error();
            return to_receipt(*challenge, games.now(), account);
        };
        const auto receipt = game::once(transaction, key, games.now(), decide);
        if (!receipt) return receipt.error();
        return to_answer(*receipt);
    };
}

store::ChallengesQuery::Which stored(ChallengeFilter::Which which) {
    switch (which) {
        case ChallengeFilter::Which::listed:
            return store::ChallengesQuery::Which::listed;
        case ChallengeFilter::Which::mine:
            return store::ChallengesQuery::Which::taking;
        case ChallengeFilter::Which::for_me:
            return store::ChallengesQuery::Which::asked_for;
    }
    return store::ChallengesQuery::Which::listed;
}

std::string challenge_page(store::Reader& reader, const store::ChallengesQuery& query,
                           base::Instant now) {
    const store::ChallengesPage page = store::list_challenges(reader, query);
    std::vector<protocol::ChallengeView> views;
    for (const store::Challenge& challenge : page.challenges) {
        if (is_open(challenge, now)) {
            views.push_back(to_view(challenge, now, query.account));
        }
    }
    std::optional<std::string> next;
    if (page.next) {
        next = game::format_cursor(game::lists::challenges, {*page.next});
    }
    return protocol::encode_challenge_page(views, next);
}

template <protocol::Id Type>
Result<std::optional<Type>> cursor_id(std::string_view list,
                                      const std::optional<std::string>& cursor) {
    const auto numbers = game::parse_cursor(list, 1, cursor);
    if (!numbers) return numbers.error();
    if (!*numbers) return std::optional<Type>();
    return std::optional((**numbers).front().id<Type>());
}

}  // namespace

struct Lobby::State {
    game::Referee& referee;
    store::Store& store;
    const game::Presence& presence;
    base::Clock clock;

    Attendance attendance() const { return {presence, clock()}; }

    base::Awaitable<Result<ChallengeAnswer>> submit(protocol::AccountId account, Step step,
                                                    Key key) {
        auto job = job_of(account, std::move(step), std::move(key));
        co_return co_await referee.transact<ChallengeAnswer>(std::move(job));
    }
};

Lobby::Lobby(game::Referee& referee, store::Store& store, const game::Presence& presence,
             base::Clock clock)
    : state_(new State{referee, store, presence, std::move(clock)}) {}

Lobby::~Lobby() = default;

Lobby::Answer Lobby::create(protocol::AccountId account, protocol::CreateChallenge request,
                            Key key) {
    Step step = [account, request = std::move(request)](Challenges& challenges) {
        return challenges.create(account, request);
    };
    return state_->submit(account, std::move(step), std::move(key));
}

Lobby::Answer Lobby::accept(protocol::AccountId account, protocol::ChallengeId challenge,
                            protocol::AcceptChallenge request, Key key) {
    Step step = [account, challenge, request](Challenges& challenges) {
        return challenges.accept(account, challenge, request);
    };
    return state_->submit(account, std::move(step), std::move(key));
}

Lobby::Answer Lobby::decline(protocol::AccountId account, protocol::ChallengeId challenge,
                             std::string reason, Key key) {
    Step step = [account, challenge, reason = std::move(reason)](Challenges& challenges) {
        return challenges.decline(account, challenge, reason);
    };
    return state_->submit(account, std::move(step), std::move(key));
}

Lobby::Answer Lobby::rematch(protocol::AccountId account, protocol::GameId game, Key key) {
    Step step = [account, game](Challenges& challenges) {
        return challenges.rematch(account, game);
    };
    return state_->submit(account, std::move(step), std::move(key));
}

base::Awaitable<Result<void>> Lobby::withdraw(protocol::AccountId account,
                                              protocol::ChallengeId challenge) {
    game::GamesWork work = [account, challenge](store::Transaction& transaction,
                                                game::GameTransaction& games) {
        return Challenges(transaction, games).withdraw(account, challenge);
    };
    return state_->referee.transact<void>(std::move(work));
}

Lobby::Answer Lobby::find(std::optional<protocol::AccountId> account,
                          protocol::ChallengeId challenge, std::optional<std::string> invitation) {
    auto look = [account, challenge, invitation = std::move(invitation),
                 now = state_->clock()](store::Reader& reader) -> Result<ChallengeAnswer> {
        const auto found = store::find_challenge(reader, challenge);
        if (!found || !can_see(*found, account, invitation)) return no_such_challenge(challenge);
        auto json = to_json(*found, now, account);
        return ChallengeAnswer{challenge, std::make_shared<const std::string>(std::move(json))};
    };
    return state_->store.read(std::move(look));
}

base::Awaitable<Result<protocol::ChallengeView>> Lobby::view(protocol::ChallengeId challenge) {
    const base::Instant now = state_->clock();
    return state_->store.read([=](store::Reader& reader) -> Result<protocol::ChallengeView> {
        const auto found = store::find_challenge(reader, challenge);
        if (!found) return no_such_challenge(challenge);
        return to_view(*found, now);
    });
}

base::Awaitable<Result<std::string>> Lobby::list(ChallengeFilter filter,
                                                 std::optional<std::string> cursor, int limit) {
    if (filter.setup && engine::find_setup(*filter.setup) == nullptr) {
        co_return protocol::no_such_setup(*filter.setup, Code::bad_parameter);
    }
    const auto before = cursor_id<protocol::ChallengeId>(game::lists::challenges, cursor);
    if (!before) co_return before.error();
    store::ChallengesQuery query;
    query.which = stored(filter.which);
    query.account = filter.viewer.value_or(protocol::AccountId{});
    query.setup = std::move(filter.setup);
    query.rated = filter.rated;
    query.before = *before;
    query.limit = limit;
    auto look = [query = std::move(query), now = state_->clock()](store::Reader& reader) {
        return Result<std::string>(challenge_page(reader, query, now));
    };
    co_return co_await state_->store.read(std::move(look));
}

base::Awaitable<Result<std::string>> Lobby::players(std::string prefix,
                                                    std::optional<std::string> cursor, int limit) {
    const auto after = cursor_id<protocol::AccountId>(game::lists::players, cursor);
    if (!after) co_return after.error();
    auto look = [prefix = std::move(prefix), after = *after, limit,
                 attendance = state_->attendance()](store::Reader& reader) {
        return Result<std::string>(player_page(reader, attendance, prefix, after, limit));
    };
    co_return co_await state_->store.read(std::move(look));
}

base::Awaitable<Result<std::string>> Lobby::named_players(std::vector<std::string> handles) {
    return state_->store.read(
        [handles = std::move(handles), attendance = state_->attendance()](store::Reader& reader) {
            return Result<std::string>(lobby::named_players(reader, attendance, handles));
        });
}

base::Awaitable<Result<std::string>> Lobby::bots() {
    return state_->store.read(
        [rules = state_->referee.bot_rules(), now = state_->clock()](store::Reader& reader) {
            return Result<std::string>(bot_list(reader, rules, now));
        });
}

base::Awaitable<Result<std::string>> Lobby::profile(std::string handle) {
    return state_->store.read(
        [handle = std::move(handle), attendance = state_->attendance()](store::Reader& reader) {
            return lobby::profile(reader, attendance, handle);
        });
}

base::Awaitable<Result<void>> Lobby::expire_due() {
    game::GamesWork work = [](store::Transaction& transaction, game::GameTransaction& games) {
        const base::Instant now = games.now();
        ChallengeWriter writer(transaction, games.now());
        for (const auto id : store::expired_challenges(transaction, now, swept_at_once)) {
            auto challenge = store::lock_challenge(transaction, id);
            const bool is_open = challenge && challenge->state == store::ChallengeState::open;
            if (is_open) writer.expire(std::move(*challenge));
        }
        const base::Instant old = games.now() - closed_challenge_retention;
        store::prune_challenges(transaction, old, swept_at_once);
        return Result<void>();
    };
    return state_->referee.transact<void>(std::move(work));
}

}  // namespace tanbo::lobby
