#include "protocol/people/bots.hpp"

#include "protocol/json/json_writer.hpp"

namespace tanbo::protocol {

std::string encode_bots(std::span<const BotView> bots) {
    JsonWriter out(32 + bots.size() * 64);
    out.begin_object().key("bots").begin_array();
    for (const BotView& bot : bots) {
        out.begin_object().key("handle").text(bot.handle).key("level").number(bot.level);
        out.key("plays").boolean(bot.plays).key("free").boolean(bot.is_free).end_object();
    }
    out.end_array().end_object();
    return out.take();
}

std::string encode_bot_account(const BotAccountView& account) {
    JsonWriter out(192);
    out.begin_object().key("handle").text(account.handle).key("level").number(account.level);
    out.key("token").text(account.token).key("secret").text(account.secret).end_object();
    return out.take();
}

}  // namespace tanbo::protocol
