#include "server/notify/channels/email/mail_links.hpp"

namespace tanbo::notify {

namespace {

std::string link_to(std::string_view public_url, std::string_view path, const std::string& token) {
    std::string link(public_url);
    link.append(path).append("?token=").append(token);
    return link;
}

std::string token_for(const SignedTokens& tokens, TokenPurpose purpose, std::int64_t subject,
                      std::int64_t item, base::Instant now, std::chrono::hours life) {
    TokenClaim claim;
    claim.purpose = purpose;
    claim.subject = subject;
    claim.item = item;
    claim.expires_at = now + life;
    return tokens.make(claim, now);
}

}  // namespace

std::string unsubscribe_link(const SignedTokens& tokens, std::string_view public_url,
                             protocol::AccountId account, std::optional<protocol::GameId> game,
                             base::Instant now) {
    return link_to(public_url, unsubscribe_path,
                   token_for(tokens, TokenPurpose::unsubscribe, number_of(account),
                             number_of(game.value_or(protocol::GameId{})), now, unsubscribe_life));
}

std::string stop_watch_link(const SignedTokens& tokens, std::string_view public_url,
                            protocol::MailWatchId watch, protocol::GameId game, base::Instant now) {
    return link_to(public_url, unsubscribe_path,
                   token_for(tokens, TokenPurpose::unwatch, number_of(watch), number_of(game), now,
                             unsubscribe_life));
}

std::string confirm_watch_link(const SignedTokens& tokens, std::string_view public_url,
                               protocol::MailWatchId watch, protocol::GameId game,
                               base::Instant now) {
    return link_to(public_url, confirm_watch_path,
                   token_for(tokens, TokenPurpose::confirm_watch, number_of(watch), number_of(game),
                             now, confirm_watch_life));
}

std::string renewed_link(const SignedTokens& tokens, const std::string& link) {
    const std::size_t token = link.rfind('=') + 1;
    return link.substr(0, token) + tokens.renew(link.substr(token));
}

std::string bounce_token(const SignedTokens& tokens, protocol::MailId mail, base::Instant now) {
    return token_for(tokens, TokenPurpose::bounce, number_of(mail), 0, now, bounce_life);
}

}  // namespace tanbo::notify
