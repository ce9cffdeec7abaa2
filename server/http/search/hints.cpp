#include "protocol/records/hints.hpp"

#include <string_view>
#include <utility>

#include "server/analysis_jobs/searches.hpp"
#include "server/game/views/views.hpp"
#include "server/http/search/handlers.hpp"

namespace tanbo::http {

// No cache keeps the answer: it is of one position.
Awaitable<Reply> get_hint(RequestContext& context, game::Views& views,
                          analysis_jobs::Searches& searches) {
    constexpr std::string_view soon = "1";
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const protocol::AccountId account = context.identity->account;
    auto view = co_await views.get(*id, account);
    if (!view) co_return view.error();
    auto match = view->shared_match();
    auto hint = co_await searches.hint(*id, std::move(match), account);
    if (!hint) co_return hint.error();
    if (*hint) co_return unstored_response(200, std::move(**hint));
    net::Response response = unstored_response(202, protocol::encode_hint_progress(*id));
    set_header(response, "Retry-After", std::string(soon));
    co_return response;
}

}  // namespace tanbo::http
