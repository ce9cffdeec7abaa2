#include <utility>

#include "protocol/games/game_link.hpp"
#include "protocol/games/live.hpp"
#include "protocol/records/atom.hpp"
#include "server/http/tournament/handlers.hpp"
#include "server/notify/notices.hpp"
#include "server/tournament/reports.hpp"

// A tournament's news for readers of feeds.
namespace tanbo::http {
namespace {

std::string atom_of(const tournament::News& news, protocol::TournamentId id, std::string_view site,
                    const notify::Feeds& feeds) {
    const std::string name = protocol::topic_name({protocol::Topic::Kind::tournament, {}, id});
    const std::string number = to_string(id);
    const std::string link = std::string(site) + "/tournaments/" + number;
    std::vector<protocol::AtomEntry> entries;
    entries.reserve(news.headlines.size());
    for (const tournament::Headline& headline : news.headlines) {
        entries.push_back({feeds.stable_id(name + ":" + std::to_string(headline.seq), headline.at),
                           headline.at, headline.text,
                           headline.game ? protocol::game_link(site, *headline.game) : link});
    }
    protocol::AtomFeed feed;
    feed.id = feeds.stable_id(name, news.created_at);
    feed.updated = news.updated_at;
    feed.title = news.name + ", a tournament of Tanbo, a game by Mark Steere";
    feed.self = std::string(site) + "/api/v1/tournaments/" + number + "/feed.atom";
    feed.link = link;
    feed.author = news.creator;
    return protocol::encode_atom(feed, entries);
}

}  // namespace

Awaitable<Reply> get_tournament_feed(RequestContext& context, tournament::Reports& reports,
                                     notify::Feeds& feeds, const notify::Notices& notices) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto news = co_await reports.news(*id);
    if (!news) co_return news.error();
    const auto site = notices.site(context.request.host, context.request.is_secure);
    net::Response response = shared_response(atom_of(*news, *id, site, feeds));
    response.content_type = "application/atom+xml; charset=utf-8";
    co_return response;
}

}  // namespace tanbo::http
