#include "server/store/tables/accounts/epochs.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "server/base/log.hpp"
#include "server/base/secrets.hpp"
#include "server/store/connection.hpp"
#include "server/store/tables/accounts/secret_rows.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view epochs_name = "epochs";
constexpr std::string_view mark_name = "epoch-over";
constexpr std::size_t number_bytes = 4;
constexpr std::size_t begin_bytes = number_bytes + 8;

void put(Secret& bytes, std::uint64_t value, std::size_t count) {
    for (std::size_t i = count; i-- > 0;) {
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i) & 0xFFU));
    }
}

std::uint64_t get(std::span<const std::uint8_t> bytes) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes) value = value << 8U | byte;
    return value;
}

Epoch draw(const Epochs& epochs) {
    while (true) {
        std::array<std::uint8_t, number_bytes> bytes{};
        base::random_bytes(bytes);
        const Epoch drawn{static_cast<std::uint32_t>(get(bytes))};
        const bool is_known = std::ranges::find(epochs.begins(), drawn, &Epochs::Begin::epoch) !=
                              epochs.begins().end();
        if (drawn != protocol::first_epoch && !is_known) return drawn;
    }
}

// Draws an epoch if the mark is there, and removes the mark; another node waits here until that is
// committed.
void draw_if_marked(Transaction& transaction, Instant at) {
    if (!delete_secret(transaction, mark_name)) return;
    const Epochs former = read_epochs(transaction);
    // A database that was never served has had no other epoch.
    const bool is_fresh = !has_secrets(transaction);
    const Instant since = is_fresh ? Instant::min() : at;
    const Secret bytes = encode_epochs(with_epoch(former, {draw(former), since}));
    put_secret(transaction, epochs_name, bytes, at);
}

}  // namespace

const char* const is_of_epochs = "name IN ('epochs', 'epoch-over')";
const char* const forget_epochs = "DELETE FROM secrets WHERE name IN ('epochs', 'epoch-over')";
const char* const mark_epoch_over_sqlite =
    "INSERT INTO secrets (name, value, created_at)"
    " VALUES ('epoch-over', zeroblob(0), unixepoch() * 1000) ON CONFLICT (name) DO NOTHING";
const char* const mark_epoch_over_postgres =
    "INSERT INTO secrets (name, value, created_at)"
    " VALUES ('epoch-over', ''::bytea, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
    " ON CONFLICT (name) DO NOTHING";

Epoch Epochs::present() const {
    return begins_.empty() ? protocol::first_epoch : begins_.back().epoch;
}

Instant Epochs::since() const {
    return begins_.empty() ? Instant::min() : begins_.back().at;
}

std::string Epochs::place_tag() const {
    return since() == Instant::min() ? std::string() : protocol::epoch_text(present());
}

Epoch Epochs::at(Instant made_at) const {
    const auto later = std::ranges::upper_bound(begins_, made_at, {}, &Begin::at);
    return later == begins_.begin() ? protocol::first_epoch : std::prev(later)->epoch;
}

Epochs read_epochs(Reader& reader) {
    const auto stored = find_secret(reader, epochs_name);
    return stored ? decode_epochs(*stored) : Epochs();
}

Epochs settle_epochs(Connection& writer, Instant now) {
    writer.begin_reading();
    Epochs epochs;
    bool is_marked = false;
    {
        Reader reader(writer);
        epochs = read_epochs(reader);
        is_marked = find_secret(reader, mark_name).has_value();
    }
    writer.rollback();
    if (!is_marked) return epochs;
    writer.begin();
    try {
        Transaction transaction(writer);
        draw_if_marked(transaction, now);
        epochs = read_epochs(transaction);
        writer.commit();
    } catch (...) {
        writer.rollback();
        throw;
    }
    if (epochs.since() > Instant::min()) {
        base::log::info("epoch-began", "new epoch; references from before it are refused",
                        {{"epoch", protocol::epoch_text(epochs.present())}});
    }
    return epochs;
}

// A clock that was set back makes none begin before the one before it.
Epochs with_epoch(const Epochs& epochs, Epochs::Begin begin) {
    std::vector<Epochs::Begin> begins = epochs.begins();
    if (!begins.empty()) begin.at = std::max(begin.at, begins.back().at);
    begins.push_back(begin);
    if (begins.size() > epochs_kept_max) begins.erase(begins.begin());
    return Epochs(std::move(begins));
}

Secret encode_epochs(const Epochs& epochs) {
    Secret bytes;
    for (const Epochs::Begin& begin : epochs.begins()) {
        put(bytes, static_cast<std::uint32_t>(begin.epoch), number_bytes);
        put(bytes, static_cast<std::uint64_t>(engine::number_of(begin.at)), 8);
    }
    return bytes;
}

Epochs decode_epochs(std::span<const std::uint8_t> bytes) {
    std::vector<Epochs::Begin> begins;
    for (; bytes.size() >= begin_bytes; bytes = bytes.subspan(begin_bytes)) {
        const Epoch epoch{static_cast<std::uint32_t>(get(bytes.first(number_bytes)))};
        const std::uint64_t at = get(bytes.subspan(number_bytes, 8));
        begins.push_back({epoch, engine::instant_of(static_cast<std::int64_t>(at))});
    }
    return Epochs(std::move(begins));
}

}  // namespace tanbo::store
