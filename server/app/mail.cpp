#include "server/app/mail.hpp"

#include <functional>
#include <utility>

#include "server/app/options.hpp"

namespace tanbo::app {
namespace {

std::unique_ptr<mail::outbound::OutboxWorker> make_outbound(Storage& storage, Play& play,
                                                            Nodes& nodes, notify::Notices& notices,
                                                            const Config& config) {
    if (config.mail_domain.empty()) return nullptr;
    mail::outbound::OutboxWorkerServices services{storage.store, notices.mail_choices.tokens(),
                                                  play.presence, storage.clock, storage.metrics};
    if (storage.has_peers) {
        services.is_sender = [&nodes] { return nodes.has(cluster::Duty::outbox); };
    }
    return std::make_unique<mail::outbound::OutboxWorker>(services, outbox_worker_options(config));
}

std::unique_ptr<mail::inbound::InboundService> make_inbound(Storage& storage, Play& play,
                                                            Nodes& nodes, notify::Notices& notices,
                                                            People& people, Doors& doors,
                                                            const Config& config) {
    if (config.mail_domain.empty()) return nullptr;
    account::Accounts& accounts = people.accounts;
    const mail::commands::Needs needs{accounts.profiles(),
                                      accounts.sign_ups(),
                                      play.chat,
                                      doors.admit_message,
                                      notices.mail_choices.tokens(),
                                      play.referee,
                                      play.locals.front()->views,
                                      play.lobby,
                                      notices.agenda,
                                      play.ratings,
                                      play.tournament_reports,
                                      play.tournaments};
    std::function<bool()> is_ours;
    if (storage.has_peers) is_ours = [&nodes] { return nodes.has(cluster::Duty::inbox); };
    return std::make_unique<mail::inbound::InboundService>(
        mail::inbound::InboundServices{storage.store,
                                       {needs,
                                        accounts,
                                        notices.mail_choices,
                                        storage.clock,
                                        {config.mail_domain, config.public_url}},
                                       *storage.io,
                                       storage.metrics,
                                       std::move(is_ours)},
        inbound_options(config));
}

}  // namespace

Mail::Mail(Storage& storage, Play& play, Nodes& nodes, notify::Notices& notices, People& people,
           Doors& doors, const Config& config)
    : outbound_(make_outbound(storage, play, nodes, notices, config)),
      inbound_(make_inbound(storage, play, nodes, notices, people, doors, config)) {}

void Mail::start() {
    if (inbound_) inbound_->start();
    open_outbound_ = outbound_.get();
    // Mails may have been queued meanwhile.
    if (outbound_) outbound_->wake(mail::outbound::mail_threads);
}

void Mail::announce(const std::vector<store::Announcement>& announcements) {
    mail::outbound::OutboxWorker* const open = open_outbound_;
    if (open == nullptr) return;
    open->wake(store::count_queued(announcements, store::DeliveryQueued::mail));
}

void Mail::begin_drain() {
    if (inbound_) inbound_->begin_drain();
}

bool Mail::drain(std::chrono::milliseconds deadline) {
    return !inbound_ || inbound_->drain(deadline);
}

void Mail::stop_sending() {
    if (outbound_) outbound_->stop();
}

void Mail::release() {
    inbound_.reset();
}

}  // namespace tanbo::app
