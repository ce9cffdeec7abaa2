#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/http/request_context.hpp"

namespace tanbo::account {
class Accounts;
class Addresses;
class Deletions;
class Profiles;
class Sessions;
class SignUps;
}  // namespace tanbo::account
namespace tanbo::admin {
class Service;
}
namespace tanbo::api {
class Limiter;
}
namespace tanbo::chat {
class Chat;
class Notes;
}  // namespace tanbo::chat
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
class SignedTokens;
class Webhooks;
}  // namespace tanbo::notify
namespace tanbo::rating {
class Reports;
}
namespace tanbo::searches {
class Searches;
}

// A handler answers one route: Awaitable<Reply> name(RequestContext&, what it needs...). Its
// parameters say what that is, by reference; the route table has it as handler<name>.
namespace tanbo::http {

struct Services;
struct ThreadServices;

// --- what handlers can need that is no class of its own ---

// By account.
struct CommandLimit {
    api::Limiter& limiter;
};
// By client address (IPv6: by /64); loopback is free.
struct SignUpLimit {
    api::Limiter& limiter;
};
// By account: what is said beside games.
struct MessageLimit {
    api::Limiter& limiter;
};
// How browsers reach the server; empty: by the Host that they send.
struct PublicUrl {
    std::string text;
};
// Why the server should be given no requests now, or nothing. Thread: any I/O thread.
using Unready = std::function<Awaitable<std::optional<std::string>>()>;
// The answer of /metrics. Errors: overloaded; internal_error. Thread: any I/O thread.
using MetricsText = std::function<Awaitable<protocol::Result<std::string>>()>;

// --- how they get it ---

// A handler as the route table has it.
using HandlerFunction = Awaitable<Reply> (*)(RequestContext&, const Services&,
                                             const ThreadServices&);

// The argument that a handler gets for a parameter of type Need&: one of those below, and no other.
template <class Need>
Need& need(const Services&, const ThreadServices&) = delete;

template <>
account::Accounts& need(const Services&, const ThreadServices&);
template <>
account::Addresses& need(const Services&, const ThreadServices&);
template <>
account::Authenticator& need(const Services&, const ThreadServices&);
template <>
account::Deletions& need(const Services&, const ThreadServices&);
template <>
account::Profiles& need(const Services&, const ThreadServices&);
template <>
account::Sessions& need(const Services&, const ThreadServices&);
template <>
account::SignUps& need(const Services&, const ThreadServices&);
template <>
admin::Service& need(const Services&, const ThreadServices&);
template <>
const base::Clock& need(const Services&, const ThreadServices&);
template <>
chat::Chat& need(const Services&, const ThreadServices&);
template <>
chat::Notes& need(const Services&, const ThreadServices&);
template <>
const MessageLimit& need(const Services&, const ThreadServices&);
template <>
const MetricsText& need(const Services&, const ThreadServices&);
template <>
const PublicUrl& need(const Services&, const ThreadServices&);
template <>
const SignUpLimit& need(const Services&, const ThreadServices&);
template <>
const Unready& need(const Services&, const ThreadServices&);
template <>
game::Feed& need(const Services&, const ThreadServices&);
template <>
game::Referee& need(const Services&, const ThreadServices&);
template <>
game::Views& need(const Services&, const ThreadServices&);
template <>
lobby::Lobby& need(const Services&, const ThreadServices&);
template <>
const notify::Notices& need(const Services&, const ThreadServices&);
template <>
const notify::SignedTokens& need(const Services&, const ThreadServices&);
template <>
notify::Agenda& need(const Services&, const ThreadServices&);
template <>
notify::Feeds& need(const Services&, const ThreadServices&);
template <>
notify::Inbox& need(const Services&, const ThreadServices&);
template <>
notify::MailChoices& need(const Services&, const ThreadServices&);
template <>
notify::Webhooks& need(const Services&, const ThreadServices&);
template <>
rating::Reports& need(const Services&, const ThreadServices&);
template <>
searches::Searches& need(const Services&, const ThreadServices&);

namespace detail {

template <auto Function>
struct Bound;

// A handler as a HandlerFunction: called with what its parameters name.
template <class... Needs, Awaitable<Reply> (*Function)(RequestContext&, Needs&...)>
struct Bound<Function> {
    static Awaitable<Reply> call(RequestContext& context, const Services& services,
                                 const ThreadServices& here) {
        return Function(context, need<Needs>(services, here)...);
    }
};

}  // namespace detail

template <auto Function>
inline constexpr HandlerFunction handler = &detail::Bound<Function>::call;

}  // namespace tanbo::http
