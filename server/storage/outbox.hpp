#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

// Mail to be sent: rows written in the transaction that causes them.
namespace tanbo::storage {

enum class MailId : std::int64_t {};

struct NewMail {
    std::string_view message = {};  // left part of its Message-ID, unique for ever
    std::string_view kind = {};
    std::optional<AccountId> account = {};
    std::string_view address = {};
    std::optional<GameId> game = {};
    std::string_view data = "{}";
    Instant created_at = 0;
};

struct Mail {
    MailId id{};
    std::string message = {};
    std::string kind = {};
    std::optional<AccountId> account = {};
    std::string address = {};
    std::optional<GameId> game = {};
    std::string data = {};
    Instant created_at = 0;
    Instant due_at = 0;
    std::int64_t attempts = 0;
    std::optional<Instant> sent_at = {};
    std::optional<Instant> failed_at = {};
    std::optional<std::string> fault = {};
};

// False where a mail of that `message` was written before: it is not written again.
bool put_mail(Transaction& transaction, const NewMail& mail);

// All of them, in the order of writing, from behind `after` on, at most `limit`.
std::vector<Mail> mails(Reader& reader, std::optional<MailId> after, int limit);

// What waits for its attempt at `now`, the longest due first.
std::vector<Mail> due_mails(Reader& reader, Instant now, int limit);

// The account's that were not sent are dropped, and the others forget their address and data.
void erase_mails_of(Transaction& transaction, AccountId account);

}  // namespace tanbo::storage
