#pragma once

#include <memory>

#include "server/store/connection.hpp"

// The demands of the contract suite on an engine under test: one specialisation an engine.
namespace tanbo::store {

// A scratch database with the table below. Two connections see what the other has committed.
//
//     CREATE TABLE promises (id, game, seq, note, share, body), id is given by the engine;
//     UNIQUE (game, seq), seq >= 1; note is a text, share a real number, body bytes
class EngineUnderTest {
public:
    virtual ~EngineUnderTest() = default;

    // A connection that may write.
    virtual std::unique_ptr<Connection> connect() = 0;

    // From now on there is no room for anything more, or there is again.
    virtual void fill_disk(bool is_full) = 0;
};

// The engine that the tests of type `Engine` run on.
template <typename Engine>
std::unique_ptr<EngineUnderTest> engine_under_test();

struct Sqlite {};
template <>
std::unique_ptr<EngineUnderTest> engine_under_test<Sqlite>();

struct Postgres {};
template <>
std::unique_ptr<EngineUnderTest> engine_under_test<Postgres>();

}  // namespace tanbo::store
