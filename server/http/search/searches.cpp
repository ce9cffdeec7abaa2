#include "server/analysis_jobs/searches.hpp"

#include <utility>

#include "protocol/games/requests.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/records/searches.hpp"
#include "server/http/search/handlers.hpp"

// For the programs that search: what there is to do, and what came of it.
namespace tanbo::http {
namespace {

using protocol::Code;
using protocol::SearchId;

// A search tells of games that few may see, so the scope alone does not do: it is for the server's
// own bots, and for administrators who have asked for a token with it.
protocol::Result<void> check_caller(const account::Identity& identity) {
    if (protocol::is_house_bot(identity.handle) || identity.is_admin()) return {};
    return refusal(Code::wrong_kind, "Only house bots and administrators can do searches.");
}

protocol::Result<SearchId> search_argument(const RequestContext& context) {
    const auto allowed = check_caller(*context.identity);
    if (!allowed) return allowed.error();
    return id_argument<SearchId>(context, 0, Code::no_such_search, "search");
}

}  // namespace

Awaitable<Reply> post_search(RequestContext& context, analysis_jobs::Searches& searches) {
    const auto allowed = check_caller(*context.identity);
    if (!allowed) co_return allowed.error();
    const auto claim = protocol::decode_claim(context.request.body);
    if (!claim) co_return claim.error();
    auto job = co_await searches.claim(*claim);
    if (!job) co_return job.error();
    if (!*job) co_return no_content();
    co_return unstored_response(200, std::move(**job));
}

Awaitable<Reply> post_search_extend(RequestContext& context, analysis_jobs::Searches& searches) {
    const auto id = search_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    const auto extended = co_await searches.extend(*id);
    if (!extended) co_return extended.error();
    co_return no_content();
}

Awaitable<Reply> post_search_result(RequestContext& context, analysis_jobs::Searches& searches) {
    const auto id = search_argument(context);
    if (!id) co_return id.error();
    std::string text = std::move(context.request.body);
    const auto finished = co_await searches.finish(*id, std::move(text));
    if (!finished) co_return finished.error();
    co_return no_content();
}

}  // namespace tanbo::http
