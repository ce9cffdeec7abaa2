#include "server/mail/correspondent.hpp"

#include <algorithm>
#include <optional>

#include "server/base/time_zone.hpp"
#include "server/mail/authentication.hpp"
#include "server/mail/zone.hpp"
#include "server/storage/addresses.hpp"

namespace tanbo::mail {
namespace {

using notice::TokenFault;
using notice::TokenPurpose;

// Whether the configured mail server found that the From domain denies the letter.
bool is_disowned(const Letter& letter, std::string_view authserv_id) {
    if (authserv_id.empty()) return false;
    return std::ranges::any_of(letter.authentication_results, [&](const std::string& value) {
        const auto field = read_authentication_results(value);
        if (!field || field->authserv_id != address_key(authserv_id)) return false;
        return std::ranges::any_of(field->results, [](const AuthenticationResult& result) {
            return result.method == "dmarc" && result.result == "fail";
        });
    });
}

bool is_for_players(TokenPurpose purpose) {
    return purpose == TokenPurpose::turn || purpose == TokenPurpose::resign ||
           purpose == TokenPurpose::leave || purpose == TokenPurpose::challenge;
}

std::optional<storage::Account> present_account(storage::Reader& reader, storage::AccountId id) {
    auto account = storage::find_account(reader, id);
    if (account && account->deleted_at) return std::nullopt;
    return account;
}

void become(Writer& writer, storage::Reader& reader, const storage::Account& account, Level level,
            std::string address) {
    writer.level = level;
    writer.address = std::move(address);
    writer.identity = account::identity_of(account);
    writer.zone = zone_of(reader, account.id, base::TimeZones::system());
}

void read_token(Writer& writer, storage::Reader& reader, const std::string& token,
                const notice::SignedTokens& tokens, base::Instant now) {
    const auto claim = tokens.read(token, now);
    if (!claim) {
        writer.token_fault = claim.error();
        return;
    }
    const auto id = static_cast<storage::AccountId>(claim->subject);
    const auto account =
        is_for_players(claim->purpose) ? present_account(reader, id) : std::nullopt;
    const auto address = account ? storage::mail_address(reader, id) : std::nullopt;
    if (!address) {
        writer.token_fault = TokenFault::bad;
        return;
    }
    become(writer, reader, *account, Level::token, address->text);
    writer.claim = *claim;
}

}  // namespace

Correspondent acquaint(storage::Reader& reader, const Letter& letter, const Recipient& recipient,
                       const notice::SignedTokens& tokens, std::string_view authserv_id,
                       base::Instant now) {
    Correspondent who;
    Writer& writer = who.writer;
    if (letter.from) writer.address = letter.from->address;
    writer.is_vouched = is_from_vouched(letter, authserv_id);
    who.is_forged = is_disowned(letter, authserv_id);
    if (recipient.kind == RecipientKind::reply) {
        read_token(writer, reader, recipient.token, tokens, now);
    }
    const auto verified = letter.from
                              ? storage::find_verified(reader, address_key(letter.from->address))
                              : std::nullopt;
    const auto account = verified ? present_account(reader, verified->account) : std::nullopt;
    who.has_account = account.has_value();
    const bool is_another = writer.identity && account &&
                            writer.identity->account != static_cast<std::int64_t>(account->id);
    if (account && writer.is_vouched && !is_another) {
        become(writer, reader, *account, Level::address, letter.from->address);
    }
    return who;
}

}  // namespace tanbo::mail
