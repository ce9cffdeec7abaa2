/** Questions that are put before something that can't be taken back. */

/** The question. */
export interface Question {
  readonly title: string;
  /** The consequences, a paragraph each. */
  readonly text: readonly string[];
  /** The text of the button that does it; the other one says "Cancel". */
  readonly yes: string;
  /** Whether something is lost by it. */
  readonly isGrave?: boolean;
  /** Whether the account's password is asked for as well. */
  readonly wantsPassword?: boolean;
  /** The label of a line for a reason, if one is asked for. */
  readonly wantsReason?: string;
  /** Whether the reason may be left out. */
  readonly isReasonOptional?: boolean;
}

/** A yes, with the password and the reason if they were asked for. */
export interface Consent {
  readonly password: string;
  readonly reason: string;
}

interface Open {
  readonly question: Question;
  readonly settle: (answer: Consent | undefined) => void;
}

let open = $state.raw<Open>();

/** The question that is open. For the component that shows it. */
export const asked = {
  get open(): Open | undefined {
    return open;
  },
};

/** Puts a question, and yields nothing for a no. A question that was open is answered with no. */
export function ask(question: Question): Promise<Consent | undefined> {
  open?.settle(undefined);
  return new Promise((resolve) => {
    open = {
      question,
      settle(answer) {
        open = undefined;
        resolve(answer);
      },
    };
  });
}

/** Answers an open question with no, since what it was about is gone. */
export function withdraw(): void {
  open?.settle(undefined);
}
