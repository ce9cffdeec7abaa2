#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

struct NewIdempotentAnswer {
    std::string_view scope = {};  // the key's owner, for example one account and one route
    Digest key_hash{};
    Digest request_hash{};
    int status = 0;                                 // HTTP
    std::optional<std::string_view> location = {};  // the Location header
    std::string_view body = {};
    Instant created_at{};
    std::optional<InboundMailId> mail = {};  // that asked: it is kept until that is finished
};

struct IdempotentAnswer {
    Digest request_hash{};  // differs: the key was used for another request
    int status = 0;
    std::optional<std::string> location = {};
    std::string body = {};
    Instant created_at{};
    bool is_of_mail = false;
};

// How long answers are kept that are of no mail.
inline constexpr std::chrono::hours answer_retention{24};

// The answer that the key got before, as long as it is kept. Nothing: among all nodes only the
// caller handles the key until the transaction ends. A repeat in the meantime waits, and isn't
// refused for what the first has changed. A handler with a key calls this before it looks at
// anything else. Forgets some answers that are too old.
std::optional<IdempotentAnswer> claim_key(Transaction& transaction, std::string_view scope,
                                          const Digest& key_hash, Instant now);

// Nothing if the key is new, or its answer was pruned.
std::optional<IdempotentAnswer> find_answer(Reader& reader, std::string_view scope,
                                            const Digest& key_hash);

// False if this key has an answer already, which stays.
bool insert_answer(Transaction& transaction, const NewIdempotentAnswer& answer);

// Deletes up to `limit` answers created before `before` and not of mails, the oldest first;
// returns how many.
int prune_answers(Transaction& transaction, Instant before, int limit);

}  // namespace tanbo::store
