#pragma once

#include "server/base/async.hpp"
#include "server/mail/errand.hpp"
#include "server/mail/letter_work.hpp"
#include "server/mail/settlement.hpp"

namespace tanbo::mail {

// What is to become of a letter whose commands were carried out, with its answer, where it has one.
// Errors: faults. Thread: the clerk's I/O thread.
base::Awaitable<protocol::Result<Settlement>> answer_letter(const Rooms& rooms, LetterWork& work);

}  // namespace tanbo::mail
