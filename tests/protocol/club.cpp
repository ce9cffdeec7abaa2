#include "tests/protocol/club.hpp"

namespace tanbo::protocol {

using tests::Table;
using namespace std::chrono_literals;
using engine::ProposalKind;

namespace {

engine::Calendar berlin() {
    engine::Calendar calendar;
    calendar.zone = "Europe/Berlin";
    calendar.offsets = {{tests::utc(2025, 10, 26, 1), 1h}, {tests::utc(2026, 3, 29, 1), 2h}};
    calendar.sleep = engine::SleepHours{23h, 7h + 30min};
    calendar.vacations = {{tests::utc(2026, 4, 1), tests::utc(2026, 4, 8)}};
    return calendar;
}

}  // namespace

Table club_game_of_two() {
    engine::Terms terms = tests::fischer(72h, 24h, 168h);
    terms.clock.weekends_off = terms.clock.sleep_off = terms.clock.vacations = true;
    terms.swap = terms.rated = true;
    Table table("9x9", terms, {{AccountId{1}, berlin()}});
    table.wait(2h).place().wait(3h).submit(engine::Swap{AccountId{2}});
    table.wait(20h).place(2).submit(engine::SetCalendar{AccountId{2}, berlin()});
    table.propose(AccountId{1}, ProposalKind::undo).wait(1h).answer(AccountId{2}).place();
    table.propose(AccountId{2}, ProposalKind::pause)
        .answer(AccountId{1})
        .wait(50h)
        .submit(engine::Resume{AccountId{1}});
    table.propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2}).wait(1h).place();
    table.propose(AccountId{2}, ProposalKind::pause).answer(AccountId{1}, false).wait(2h);
    table.submit(engine::Credit{{table.now() - 1h, table.now()}});
    table.propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2});
    table.wait_until(table.match().due().value()).submit(engine::FallDue{});
    return table.wait_until(table.match().due().value()).submit(engine::FallDue{});
}

Table club_game_of_four() {
    engine::Terms terms = tests::total(240h);
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    Table table("19x19-4p", terms);
    table.place(2).submit(engine::Leave{AccountId{3}}).wait(5h);
    table.submit(engine::TakeOver{{AccountId{9}, "nina"}, {}, {}}).place(2);
    table.wait(80h).propose(AccountId{2}, ProposalKind::remove).answer(AccountId{4});
    table.wait(72h).submit(engine::FallDue{}).place();
    return table.submit(engine::Adjudicate{engine::Seat::green, {4, 2, 2, 1}});
}

std::vector<StoredEvent> stored(const Table& table) {
    std::vector<StoredEvent> events;
    for (const engine::Event& event : table.log()) {
        events.push_back(stored(event, table.match().opening().lattice()));
    }
    return events;
}

}  // namespace tanbo::protocol
