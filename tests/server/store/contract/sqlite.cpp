#include "server/store/sqlite/connection.hpp"
#include "tests/server/store/contract/engine.hpp"
#include "tests/support/faulty_vfs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::store {
namespace {

constexpr const char* schema = R"(
CREATE TABLE promises (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL CHECK (seq >= 1),
    note TEXT,
    share REAL,
    body BLOB,
    UNIQUE (game, seq)
) STRICT)";

// A file on the faulty file system.
class SqliteUnderTest final : public EngineUnderTest {
public:
    SqliteUnderTest() {
        vfs_.reset();
        open()->execute(schema);
    }
    ~SqliteUnderTest() override { vfs_.reset(); }

    std::unique_ptr<Connection> connect() override { return open(); }
    void fill_disk(bool is_full) override { vfs_.disk_is_full = is_full; }

private:
    std::unique_ptr<SqliteConnection> open() {
        return std::make_unique<SqliteConnection>(folder_.path() / "promises.db", Access::write,
                                                  test::FaultyVfs::name);
    }

    test::FaultyVfs& vfs_ = test::FaultyVfs::instance();
    test::TemporaryFolder folder_;
};

}  // namespace

template <>
std::unique_ptr<EngineUnderTest> engine_under_test<Sqlite>() {
    return std::make_unique<SqliteUnderTest>();
}

}  // namespace tanbo::store
