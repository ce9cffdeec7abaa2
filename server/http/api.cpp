#include "server/http/api.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/account/accounts.hpp"
#include "server/account/refusals.hpp"
#include "server/api_common/credentials.hpp"
#include "server/api_common/limiter.hpp"
#include "server/api_common/status.hpp"
#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/http/etag.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/request_checks.hpp"
#include "server/http/request_metrics.hpp"
#include "server/http/routes.hpp"
#include "server/http/stream_form.hpp"

namespace tanbo::http {
namespace {

using net::OriginVerdict;
using protocol::Code;
using Clock = std::chrono::steady_clock;

constexpr std::string_view live_path = "/api/v1/live";
constexpr std::string_view live_allow = "GET, OPTIONS";

// Whether the limit of sign-ups and sign-ins counts it.
bool is_counted(const net::Request& request, const Route& route) {
    return (route.rate == Rate::sign_up || route.rate == Rate::sign_in) && !request.is_local;
}

// Pages have policies of their own. The rest is data, and nothing may run in it; pictures of boards
// have styles. Small answers are mostly headers, so JSON has the short one.
constexpr std::string_view policy_of_json = "default-src 'none'; frame-ancestors 'none'";
constexpr std::string_view policy_of_data =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

void protect(net::Response& response) {
    set_header(response, "X-Content-Type-Options", "nosniff");
    if (find_header(response, "Content-Security-Policy") == nullptr) {
        const bool is_json = response.content_type.ends_with("json");
        set_header(response, "Content-Security-Policy",
                   std::string(is_json ? policy_of_json : policy_of_data));
    }
    if (find_header(response, "Cross-Origin-Resource-Policy") == nullptr) {
        // Other sites show boards and previews.
        const bool is_picture = response.content_type.starts_with("image/");
        set_header(response, "Cross-Origin-Resource-Policy",
                   is_picture ? "cross-origin" : "same-origin");
    }
}

void log_if_forbidden(const net::Request& request, const Route& route,
                      const net::Response& response) {
    if (response.status != 403) return;
    base::log::info("request-forbidden", "request refused",
                    {{"request_id", request.id},
                     {"client", request.peer},
                     {"method", request.method_name},
                     {"path", path_for_log(request, route)},
                     {"status", response.status}});
}

}  // namespace

struct Api::State {
    State(std::vector<Needs> t, api_common::Limiter& c, base::Metrics& m, ApiOptions o,
          LiveUpgrade l)
        : threads(std::move(t)),
          commands(c),
          options(std::move(o)),
          live(std::move(l)),
          metrics(m) {}

    // --- before the body ---
    std::optional<net::Response> refuse(const net::Request& request, const Route& route);
    std::string client_of(const net::Request& request, const Route& route) const;
    net::Response options_answer(const net::Request& request, const std::string& allow,
                                 Origins origins);
    std::size_t body_bytes_max(const Route& route) const;

    // --- after it ---
    const Needs& here() const;
    base::Instant now() const { return std::get<const base::Clock&>(here())(); }
    RequestContext context_of(net::Request& request, std::vector<std::string> arguments) const;
    bool is_shared(const net::Request& request, const Route& route) const;
    Awaitable<protocol::Result<void>> take_shared(const net::Request& request, const Route& route);
    Awaitable<Reply> call(const Route& route, RequestContext& context, bool is_authorized);
    Awaitable<protocol::Result<void>> identify(const Route& route, RequestContext& context,
                                               std::string token);
    protocol::Result<void> take_command(const Route& route, const RequestContext& context);
    protocol::Result<std::optional<std::string>> shown(const net::Request& request) const;
    protocol::Result<std::optional<std::string>> credential(const Route& route,
                                                            const net::Request& request) const;
    protocol::Result<void> check_standing(const Route& route, const net::Request& request,
                                          const account::Identity& identity) const;

    // --- on every answer ---
    net::Response answer(const net::Request& request, const Route& route, Reply reply,
                         Clock::time_point begun);
    void dress(const net::Request& request, Origins origins, net::Response& response);
    static void validate(const net::Request& request, net::Response& response);

    std::vector<Needs> threads;
    api_common::Limiter& commands;
    ApiOptions options;
    LiveUpgrade live;
    RequestMetrics metrics;
};

std::optional<net::Response> Api::State::refuse(const net::Request& request, const Route& route) {
    if (!is_safe(request.method)) {
        const OriginVerdict verdict = options.origins.judge(request);
        const bool is_foreign =
            verdict == OriginVerdict::foreign ||
            (verdict == OriginVerdict::allowed && route.origins == Origins::own);
        if (is_foreign) return api_common::problem(origin_refusal(request), request.path);
        const auto epoch = request.header("Tanbo-Epoch");
        if (epoch && *epoch != std::get<const Site&>(here()).epoch) {
            return api_common::problem(protocol::server_restored(), request.path);
        }
    }
    if (is_counted(request, route)) {
        const auto taken =
            std::get<const SignUpLimit&>(here()).limiter.take(client_of(request, route), now());
        if (!taken) return api_common::problem(taken.error(), request.path);
    }
    if (route.body == Body::json && has_body(request) &&
        !is_json(request.header("Content-Type").value_or(""))) {
        return api_common::problem(
            refusal(Code::unsupported_media_type,
                    "The body must be JSON. Send Content-Type: application/json."),
            request.path);
    }
    if (route.body == Body::form && !is_form(request.header("Content-Type").value_or(""))) {
        return api_common::problem(
            refusal(Code::unsupported_media_type, "The body must be a submitted form."),
            request.path);
    }
    return std::nullopt;
}

// Whom the limit of sign-ups and sign-ins counts.
std::string Api::State::client_of(const net::Request& request, const Route& route) const {
    const auto cookie = route.rate == Rate::sign_in ? api_common::device_cookie(request)
                                                    : std::optional<std::string>();
    const auto& accounts = std::get<account::Accounts&>(here());
    const auto device = cookie ? accounts.read_device(*cookie) : std::nullopt;
    return device ? "device " + device->id : net::client_network(request.peer);
}

// Documents are as long as the settings say; what a program sends has a size of its own.
std::size_t Api::State::body_bytes_max(const Route& route) const {
    if (route.body_bytes_max > document_bytes_max) return route.body_bytes_max;
    return std::min(options.body_bytes_max, route.body_bytes_max);
}

net::Response Api::State::options_answer(const net::Request& request, const std::string& allow,
                                         Origins origins) {
    const OriginVerdict verdict = options.origins.judge(request);
    const bool is_preflight = request.header("Access-Control-Request-Method").has_value();
    const bool is_allowed = verdict == OriginVerdict::allowed && origins == Origins::configured;
    if (is_preflight && !is_allowed && verdict != OriginVerdict::own) {
        return api_common::problem(origin_refusal(request), request.path);
    }
    net::Response response;
    response.status = 204;
    set_header(response, "Allow", allow);
    if (is_preflight) {
        set_header(response, "Access-Control-Allow-Methods", allow);
        set_header(response, "Access-Control-Allow-Headers",
                   "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, "
                   "Tanbo-Epoch");
        set_header(response, "Access-Control-Max-Age", "600");
    }
    return response;
}

// Of the thread that calls.
const Needs& Api::State::here() const {
    return threads[static_cast<std::size_t>(base::IoThreads::current())];
}

RequestContext Api::State::context_of(net::Request& request,
                                      std::vector<std::string> arguments) const {
    return {request, std::move(arguments), net::Query(), std::nullopt, std::nullopt};
}

// The token that is shown, or the session that a browser sends by itself: with that nothing is done
// but for a page of ours.
protocol::Result<std::optional<std::string>> Api::State::shown(const net::Request& request) const {
    auto token = api_common::bearer_token(request);
    if (!token || *token) return token;
    auto session = api_common::session_cookie(request);
    if (!session) return std::optional<std::string>();
    if (is_safe(request.method)) return session;
    if (api_common::is_same_origin(request, options.origins.judge(request))) return session;
    return refusal(Code::origin_not_allowed,
                   "With a session, only pages of this server can do this. Send Origin.");
}

protocol::Result<void> Api::State::check_standing(const Route& route, const net::Request& request,
                                                  const account::Identity& identity) const {
    const account::Scopes needed = route.scope ? route.also.with(*route.scope) : route.also;
    if (const auto missing = account::first_missing(needed, identity.scopes)) {
        return account::insufficient_scope(*missing);
    }
    const bool acts = !is_safe(request.method) && !route.is_for_suspended;
    if (acts && identity.is_suspended(now())) return account::suspended(identity);
    return {};
}

// The identity of the caller on this route, if by anything.
protocol::Result<std::optional<std::string>> Api::State::credential(
    const Route& route, const net::Request& request) const {
    if (route.caller == Caller::anyone) return std::optional<std::string>();
    auto token = shown(request);
    if (token && !*token && route.caller != Caller::may_sign_in) {
        return refusal(Code::unauthorized,
                       "This needs an account. Send Authorization: Bearer "
                       "with a token, for example of a guest.");
    }
    return token;
}

Awaitable<protocol::Result<void>> Api::State::identify(const Route& route, RequestContext& context,
                                                       std::string token) {
    const bool is_cookie = !context.request.header("Authorization");
    auto identity = co_await std::get<account::Authenticator&>(here()).authenticate(
        std::move(token), net::client_network(context.request.peer));
    if (!identity && is_cookie && route.caller == Caller::may_sign_in) {
        co_return protocol::Result<void>();  // a browser goes on sending what has expired
    }
    if (!identity) co_return identity.error();
    const auto standing = check_standing(route, context.request, *identity);
    if (!standing) co_return standing.error();
    base::current_client.account = protocol::number_of(identity->account);
    context.identity = std::move(*identity);
    co_return protocol::Result<void>();
}

protocol::Result<void> Api::State::take_command(const Route& route, const RequestContext& context) {
    if (route.rate != Rate::command || !context.identity) return {};
    return commands.take_command(context.identity->payer(), context.request.is_local, now());
}

// Whether all nodes together count it, too.
bool Api::State::is_shared(const net::Request& request, const Route& route) const {
    return is_counted(request, route) && std::get<const SignUpLimit&>(here()).shared;
}

Awaitable<protocol::Result<void>> Api::State::take_shared(const net::Request& request,
                                                          const Route& route) {
    return std::get<const SignUpLimit&>(here()).shared(client_of(request, route));
}

// A token may have ended since the request was authorized, so it is looked at again.
Awaitable<Reply> Api::State::call(const Route& route, RequestContext& context, bool is_authorized) {
    auto token = credential(route, context.request);
    if (!token) co_return token.error();
    if (*token) {
        const auto identified = co_await identify(route, context, std::move(**token));
        if (!identified) co_return identified.error();
    }
    if (!is_authorized) {
        auto taken = take_command(route, context);
        if (taken && is_shared(context.request, route)) {
            taken = co_await take_shared(context.request, route);
        }
        if (!taken) co_return taken.error();
    }
    auto query = query_of(context.request, route);
    if (!query && !route.is_page) co_return query.error();
    context.query =
        query ? std::move(*query) : net::Query::parse(context.request.query).value_or(net::Query());
    if (route.repeat == Repeat::keyed) {
        auto key = api_common::idempotency_key(context.request);
        if (!key) co_return key.error();
        context.idempotency_key = std::move(*key);
    }
    co_return co_await route.handler(context, here());
}

// Answers a conditional request, and gives every 200 of a GET a validator.
void Api::State::validate(const net::Request& request, net::Response& response) {
    const bool is_read = request.method == net::Method::get || request.method == net::Method::head;
    if (!is_read || response.status != 200) return;
    const auto* text = std::get_if<std::string>(&response.body);
    const std::string* cache = find_header(response, "Cache-Control");
    const bool is_kept = cache == nullptr || *cache != "no-store";
    if (text != nullptr && is_kept && find_header(response, "ETag") == nullptr) {
        set_header(response, "ETag", etag_of(*text));
    }
    const std::string* etag = find_header(response, "ETag");
    if (etag == nullptr || !is_unchanged(request, *etag)) return;
    response.status = 304;
    response.content_type.clear();
    response.body = std::string();
}

void Api::State::dress(const net::Request& request, Origins origins, net::Response& response) {
    validate(request, response);
    protect(response);
    if (origins == Origins::own || !options.origins.is_configured()) return;
    set_header(response, "Vary", "Origin");
    if (options.origins.judge(request) != OriginVerdict::allowed) return;
    set_header(response, "Access-Control-Allow-Origin", std::string(*request.header("Origin")));
    set_header(response, "Access-Control-Expose-Headers",
               "Allow, ETag, Location, Retry-After, X-Request-Id");
}

Api::Api(std::vector<Needs> threads, api_common::Limiter& commands, base::Metrics& metrics,
         ApiOptions options, LiveUpgrade live)
    : state_(std::make_unique<State>(std::move(threads), commands, metrics, std::move(options),
                                     std::move(live))) {}
Api::~Api() = default;

net::Admission Api::admit(const net::Request& request) {
    net::Admission admission;
    const Route* route = nullptr;
    Origins origins = Origins::configured;
    auto found = find_route(request.method, request.path);
    if (request.path == live_path) {
        admission.is_websocket = true;
        if (request.method == net::Method::get) return admission;
        found = WrongMethod{std::string(live_allow)};
    }
    if (std::holds_alternative<NoSuchPath>(found) && is_lost(request)) {
        found = Found{&missing_page_route(), {}};
    }
    if (auto* match = std::get_if<Found>(&found)) {
        route = match->route;
        origins = route->origins;
        admission.refusal = state_->refuse(request, *route);
        if (route->body != Body::none) {
            admission.body_bytes_max = state_->body_bytes_max(*route);
        }
        admission.may_take_long = route->may_take_long;
        admission.found = std::move(*match);
    } else if (const auto* wrong = std::get_if<WrongMethod>(&found)) {
        if (!admission.is_websocket) origins = origins_of(request.path);
        admission.refusal = request.method == net::Method::options
                                ? state_->options_answer(request, wrong->allow, origins)
                                : method_refusal(request, wrong->allow);
    } else {
        admission.refusal = api_common::problem(no_such_route(request), request.path);
    }
    if (admission.refusal) {
        state_->dress(request, origins, *admission.refusal);
        state_->metrics.observe(route, admission.refusal->status, Clock::duration::zero());
        if (route != nullptr) log_if_forbidden(request, *route, *admission.refusal);
    }
    return admission;
}

Awaitable<std::optional<net::Response>> Api::authorize(net::Request& request,
                                                       net::Admission& admission) {
    const Route& route = *std::any_cast<Found&>(admission.found).route;
    RequestContext context = state_->context_of(request, {});
    std::optional<net::Response> refusal;
    protocol::Result<void> outcome;
    auto token = state_->credential(route, request);
    if (!token) {
        outcome = token.error();
    } else if (*token) {
        outcome = co_await state_->identify(route, context, std::move(**token));
    }
    if (outcome) outcome = state_->take_command(route, context);
    if (outcome && state_->is_shared(request, route)) {
        outcome = co_await state_->take_shared(request, route);
    }
    if (outcome) co_return refusal;
    refusal = api_common::problem(outcome.error(), request.path);
    state_->dress(request, route.origins, *refusal);
    state_->metrics.observe(&route, refusal->status, Clock::duration::zero());
    log_if_forbidden(request, route, *refusal);
    co_return refusal;
}

Awaitable<net::Response> Api::handle(net::Request& request, net::Admission& admission) {
    const auto begun = Clock::now();
    auto& found = std::any_cast<Found&>(admission.found);
    const Route& route = *found.route;
    RequestContext context = state_->context_of(request, std::move(found.arguments));
    context.pattern = route.pattern;
    co_return state_->answer(request, route,
                             co_await state_->call(route, context, admission.is_authorized), begun);
}

net::Response Api::State::answer(const net::Request& request, const Route& route, Reply reply,
                                 Clock::time_point begun) {
    net::Response response =
        reply ? std::move(*reply) : api_common::problem(reply.error(), request.path);
    dress(request, route.origins, response);
    const auto took = Clock::now() - begun;
    metrics.observe(&route, response.status, took);
    log_if_forbidden(request, route, response);
    if (base::log::is_enabled(base::log::Level::debug)) {
        base::log::debug("request-served", "request",
                         {{"request_id", request.id},
                          {"client", request.peer},
                          {"method", request.method_name},
                          {"path", path_for_log(request, route)},
                          {"status", response.status},
                          {"code", reply ? "" : protocol::code_name(reply.error().code)},
                          {"seconds", std::chrono::duration<double>(took).count()}});
    }
    return response;
}

Awaitable<std::variant<net::Response, net::Upgrade>> Api::upgrade(net::Request& request) {
    return state_->live(request);
}

net::Response Api::late(const net::Request& request) {
    const bool is_command = !is_safe(request.method);
    net::Response response = api_common::problem(api_common::late(is_command), request.path);
    state_->dress(request, origins_of(request.path), response);
    return response;
}

net::Response Api::fault(const net::Fault& fault) {
    protocol::Error error = refusal(code_of_fault(fault.status), fault.detail);
    if (error.code == Code::rate_limited) error.retry_after_s = 1;
    net::Response response = api_common::problem(error, {});
    response.status = fault.status;
    response.body = protocol::encode_problem(error, fault.status);
    if (fault.request != nullptr) {
        state_->dress(*fault.request, origins_of(fault.request->path), response);
    } else {
        protect(response);
    }
    response.close = true;
    state_->metrics.observe(nullptr, fault.status, Clock::duration::zero());
    return response;
}

}  // namespace tanbo::http
