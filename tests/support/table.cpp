#include "tests/support/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tanbo::tests {

using engine::Calendar;
using engine::ClockKind;
using engine::Command;
using engine::Event;
using engine::Instant;
using engine::Match;
using engine::Millis;
using engine::ProposalKind;
using engine::Seat;
using engine::Terms;
using std::chrono::seconds;

Instant utc(int year, unsigned month, unsigned day, int hour, int minute) {
    const std::chrono::sys_days date =
        std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
    return Instant(date) + std::chrono::hours(hour) + std::chrono::minutes(minute);
}

Terms fischer(seconds initial, seconds increment, seconds maximum) {
    Terms terms;
    terms.clock = {ClockKind::fischer, initial, increment, maximum};
    return terms;
}

Terms per_move(seconds time) {
    Terms terms;
    terms.clock.kind = ClockKind::per_move;
    terms.clock.initial = time;
    return terms;
}

Terms total(seconds time) {
    Terms terms;
    terms.clock.kind = ClockKind::total;
    terms.clock.initial = time;
    return terms;
}

namespace {

engine::Player player(int number) {
    return {engine::AccountId{number}, "player" + std::to_string(number)};
}

Event opening_event(std::string_view setup, const Terms& terms, Instant at) {
    engine::GameOpened opened;
    opened.setup = setup;
    opened.opening = engine::find_setup(setup)->opening;
    opened.seats.resize(static_cast<std::size_t>(opened.opening->seats()));
    opened.creator = player(1);
    opened.terms = terms;
    return {1, at, std::move(opened)};
}

}  // namespace

Table::Table(std::string_view setup, const Terms& terms,
             std::vector<engine::PlayerCalendar> calendars, int players)
    : now_(utc(2026, 3, 2, 12)),
      log_{opening_event(setup, terms, now_)},
      match_(Match::open(log_.front()).value()) {
    const int seats = std::min(players, match_.opening().seats());
    for (int i = 1; i <= seats; ++i) submit(engine::Join{player(i), {}, calendars});
    if (match_.status() == engine::Status::open)
        submit(engine::Start{engine::AccountId{1}, calendars});
}

Table& Table::wait(Millis time) {
    now_ += time;
    return *this;
}

Table& Table::wait_until(Instant at) {
    now_ = at;
    return *this;
}

Table& Table::submit(const Command& command) {
    engine::Decision decision = engine::decide(match_, command, now_);
    auto* const decided = std::get_if<engine::Decided>(&decision);
    if (decided == nullptr) throw std::logic_error("the command was refused");
    log_.insert(log_.end(), decided->events.begin(), decided->events.end());
    match_ = *decided->next;
    return *this;
}

std::optional<engine::RefusalCode> Table::refusal(const Command& command) const {
    const engine::Decision decision = engine::decide(match_, command, now_);
    const auto* const refused = std::get_if<engine::Refusal>(&decision);
    return refused == nullptr ? std::nullopt : std::optional(refused->code);
}

Table& Table::place(int stones) {
    for (int i = 0; i < stones; ++i) {
        const Seat seat = match_.to_move().value();
        const auto points = match_.position().legal_points(seat);
        submit(engine::Place{account(seat), *std::ranges::min_element(points), match_.ply()});
    }
    return *this;
}

Table& Table::propose(engine::AccountId account, ProposalKind kind) {
    return submit(engine::Propose{account, kind});
}

Table& Table::answer(engine::AccountId account, bool accepts) {
    return submit(engine::AnswerProposal{account, match_.proposals().front().id, accepts});
}

engine::AccountId Table::account(Seat seat) const {
    return match_.seats()[static_cast<std::size_t>(engine::index_of(seat))].player.value().account;
}

// --- at random ---

namespace {

bool chance(Random& random, std::uint32_t one_in) {
    return random.below(one_in) == 0;
}

seconds random_time(Random& random) {
    constexpr std::uint32_t scales[] = {10, 600, 5000, 86400, 604800};
    return seconds(1 + random.below(random.pick(std::span<const std::uint32_t>(scales))));
}

Seat random_seat(Random& random, const Match& match) {
    const auto seats = static_cast<std::uint32_t>(match.opening().seats());
    return engine::seat_at(static_cast<int>(random.below(seats)));
}

engine::AccountId random_account(Random& random, const Table& table) {
    if (chance(random, 8)) return engine::AccountId{1 + random.below(20)};
    const Seat seat = random_seat(random, table.match());
    return table.match().is_in(seat) ? table.account(seat) : engine::AccountId{1};
}

Command random_proposal(const Table& table, engine::AccountId account, Random& random) {
    const std::uint32_t id =
        table.match().proposals().empty() ? 1 : table.match().proposals().front().id;
    if (chance(random, 3)) {
        const auto kind = static_cast<ProposalKind>(random.below(4));
        const bool has_target = kind == ProposalKind::remove && chance(random, 2);
        if (!has_target) return engine::Propose{account, kind};
        return engine::Propose{account, kind, random_seat(random, table.match())};
    }
    return engine::AnswerProposal{account, id, !chance(random, 8)};
}

Command random_request(const Table& table, Random& random) {
    const engine::AccountId account = random_account(random, table);
    const int stranger = 10 + static_cast<int>(table.match().seq());
    switch (random.below(20)) {
        case 0:
        case 1:
            return engine::Swap{account};
        case 2:
            return engine::Resume{account};
        case 3:
        case 4:
            return engine::TakeOver{player(stranger), {}, {}};
        case 5:
            return engine::SetCalendar{account, random_calendar(random)};
        case 6:
            return engine::Credit{{table.now() - Millis(random.below(100'000)), table.now()}};
        case 7:
            if (chance(random, 10)) return engine::Abort{};
            return engine::Leave{account};
        case 8:
            return engine::Remove{random_seat(random, table.match())};
        default:
            return random_proposal(table, account, random);
    }
}

Millis random_wait(const Table& table, Random& random) {
    const seconds scale = std::max(seconds(1), table.match().terms().clock.initial);
    const auto most = static_cast<std::uint32_t>(
        std::min<std::int64_t>(scale.count() * (chance(random, 40) ? 1500 : 100), 2'000'000'000));
    return Millis(random.below(most));
}

}  // namespace

Calendar random_calendar(Random& random) {
    Calendar calendar;
    calendar.zone = "Test/Zone";
    Instant at = utc(2026, 1, 1);
    for (std::uint32_t i = random.below(5); i > 0; --i) {
        at += std::chrono::minutes(1 + random.below(60 * 24 * 90));
        const int offset = static_cast<int>(random.below(96)) * 15 - 720;
        calendar.offsets.push_back({at, std::chrono::minutes(offset)});
    }
    if (!chance(random, 3)) {
        const std::chrono::minutes from(random.below(1440));
        const std::chrono::minutes length(1 + random.below(600));
        calendar.sleep = {from, (from + length) % std::chrono::minutes(1440)};
    }
    at = utc(2026, 2, 20);
    for (std::uint32_t i = random.below(4); i > 0; --i) {
        const Instant from = at + std::chrono::minutes(random.below(60 * 24 * 20));
        at = from + std::chrono::minutes(1 + random.below(60 * 24 * 9));
        calendar.vacations.push_back({from, at});
    }
    return calendar;
}

Terms random_terms(Random& random, int seats) {
    Terms terms;
    engine::ClockSettings& clock = terms.clock;
    clock.kind = static_cast<ClockKind>(random.below(4));
    if (clock.kind != ClockKind::none) clock.initial = random_time(random);
    if (clock.kind == ClockKind::fischer) {
        clock.increment = random_time(random);
        clock.maximum = std::max(clock.initial, clock.increment) + random_time(random);
    }
    if (clock.kind != ClockKind::none && !engine::is_live(clock)) {
        clock.weekends_off = chance(random, 2);
        clock.sleep_off = chance(random, 2);
        clock.vacations = chance(random, 2);
    }
    terms.swap = seats == 2 && chance(random, 2);
    const bool has_substitutes = seats > 2 && chance(random, 2);
    if (has_substitutes) terms.leaver_policy = engine::LeaverPolicy::substitute;
    return terms;
}

void act(Table& table, Random& random) {
    table.wait(random_wait(table, random));
    if (table.match().due() && *table.match().due() <= table.now()) {
        table.submit(engine::FallDue{});
        return;
    }
    const Match& match = table.match();
    const auto mover = match.to_move();
    const bool may_swap = match.terms().swap && match.ply() == 1 && !match.has_swapped();
    if (may_swap && chance(random, 2)) {
        table.submit(engine::Swap{table.account(*mover)});
        return;
    }
    const bool is_asked = !match.proposals().empty() && !chance(random, 3);
    if (mover && match.is_in(*mover) && !is_asked && !chance(random, 4)) {
        const auto points = match.position().legal_points(*mover);
        std::vector<engine::Point> sorted(points.begin(), points.end());
        std::ranges::sort(sorted);
        const auto point = random.pick(std::span<const engine::Point>(sorted));
        table.submit(engine::Place{table.account(*mover), point, match.ply()});
        return;
    }
    const Command request = random_request(table, random);
    if (!table.refusal(request)) table.submit(request);
}

Table random_table(Random& random) {
    constexpr std::string_view ids[] = {"9x9", "line31", "19x19-4p"};
    const std::string_view setup = random.pick(std::span<const std::string_view>(ids));
    const int seats = engine::find_setup(setup)->opening->seats();
    std::vector<engine::PlayerCalendar> calendars;
    for (int i = 1; i <= seats; ++i) {
        calendars.push_back({engine::AccountId{i}, random_calendar(random)});
    }
    const int players = 2 + static_cast<int>(random.below(3));
    const Terms terms = random_terms(random, seats);
    return Table(setup, terms, std::move(calendars), std::max(players, engine::seats_min));
}

}  // namespace tanbo::tests
