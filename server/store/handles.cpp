#include "server/store/handles.hpp"

#include "protocol/handles.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql select_one = "SELECT 1 FROM handles WHERE likeness = ?1";
const Sql insert_row =
    "INSERT INTO handles (likeness) VALUES (?1) ON CONFLICT (likeness) DO NOTHING";

}  // namespace

bool is_handle_free(Reader& reader, std::string_view handle) {
    const std::string likeness = protocol::handle_likeness(handle);
    Query select = reader.read(select_one);
    return !select.bind(likeness).step();
}

void keep_handle(Transaction& transaction, std::string_view handle) {
    const std::string likeness = protocol::handle_likeness(handle);
    transaction.write(insert_row).run(likeness);
}

}  // namespace tanbo::store
