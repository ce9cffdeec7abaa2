#pragma once

#include <functional>
#include <optional>
#include <string>
#include <tuple>

#include "server/base/clock.hpp"
#include "server/base/type_list.hpp"
#include "server/http/request_context.hpp"

namespace tanbo::account {
class Accounts;
class Additions;
class Addresses;
class Deletions;
class Profiles;
class Sessions;
class SignUps;
}  // namespace tanbo::account
namespace tanbo::admin {
class Service;
}
namespace tanbo::api_common {
class Limiter;
}
namespace tanbo::chat {
class Chat;
class Notes;
}  // namespace tanbo::chat
namespace tanbo::club {
class Clubs;
}
namespace tanbo::game {
class Feed;
class Referee;
class Views;
}  // namespace tanbo::game
namespace tanbo::lobby {
class Lobby;
}
namespace tanbo::notify {
class Agenda;
class Feeds;
class Inbox;
class MailChoices;
class Notices;
class PushSubscriptions;
class SignedTokens;
class Webhooks;
}  // namespace tanbo::notify
namespace tanbo::rating {
class Reports;
}
namespace tanbo::tournament {
class Feed;
class Reports;
class Tournaments;
}  // namespace tanbo::tournament
namespace tanbo::analysis_jobs {
class Searches;
}

// A handler answers one route: Awaitable<Reply> name(RequestContext&, what it needs...). Its
// parameters say what that is, by reference; the route table has it as handler<name>.
namespace tanbo::http {

// --- what handlers can need that is no class of its own ---

// By client address (IPv6: by /64); loopback is free. What this node admits counts besides for all
// nodes, if there are others.
struct SignUpLimit {
    // Errors: rate_limited; storage_unavailable, overloaded, shutting_down. Thread: any I/O thread.
    using Shared = std::function<Awaitable<protocol::Result<void>>(std::string client)>;

    api_common::Limiter& limiter;
    Shared shared = {};
};
// By account: what is said beside games.
struct MessageLimit {
    api_common::Limiter& limiter;
};
// The server, as its pages have to know it.
struct Site {
    std::string url;  // how browsers reach it; empty: by the Host that they send
    bool sends_mail = false;
    std::string epoch = {};  // protocol/json/epoch.hpp
    // By the site's own settings, for one page.
    std::string name = "Tanbo";
    std::string front_page = {};
    std::string pages = {};  // that have a text: "imprint contact"
};
// Why the server should be given no requests now, or nothing. Thread: any I/O thread.
using Unready = std::function<Awaitable<std::optional<std::string>>()>;
// The answer of /metrics. Errors: overloaded; internal_error. Thread: any I/O thread.
using MetricsText = std::function<Awaitable<protocol::Result<std::string>>()>;

// --- how they get it ---

// All that a parameter can name. The authenticator, the feeds and the views are of the I/O thread
// that serves the request.
using Needs =
    std::tuple<account::Accounts&, account::Additions&, account::Addresses&,
               account::Authenticator&, account::Deletions&, account::Profiles&, account::Sessions&,
               account::SignUps&, admin::Service&, const base::Clock&, chat::Chat&, chat::Notes&,
               const MessageLimit&, const MetricsText&, const Site&, const SignUpLimit&,
               const Unready&, game::Feed&, game::Referee&, game::Views&, lobby::Lobby&,
               const notify::Notices&, const notify::SignedTokens&, notify::Agenda&, notify::Feeds&,
               notify::Inbox&, notify::MailChoices&, notify::PushSubscriptions&, notify::Webhooks&,
               rating::Reports&, analysis_jobs::Searches&, tournament::Tournaments&,
               tournament::Feed&, tournament::Reports&, club::Clubs&>;

// A handler as the route table has it.
using HandlerFunction = Awaitable<Reply> (*)(RequestContext&, const Needs&);

namespace detail {

template <auto Function>
struct Bound;

// A handler as a HandlerFunction: called with what its parameters name.
template <base::ContainedIn<Needs>... Parameters,
          Awaitable<Reply> (*Function)(RequestContext&, Parameters...)>
struct Bound<Function> {
    static Awaitable<Reply> call(RequestContext& context, const Needs& needs) {
        return Function(context, std::get<Parameters>(needs)...);
    }
};

}  // namespace detail

template <auto Function>
inline constexpr HandlerFunction handler = &detail::Bound<Function>::call;

}  // namespace tanbo::http
