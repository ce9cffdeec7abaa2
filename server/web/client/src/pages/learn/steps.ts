/** The nine steps: a rule each, and what to try on a board. Pure data; the engine judges. */
import type { Opening, SeatName } from '../../engine/types';
import * as figures from './figures';

/** The effect that a stone must have to be the answer. */
export interface Goal {
  /** The root that it extends, by one of its stones. */
  readonly extends?: string;
  /** The roots that it removes, by a stone of each; all others stay. */
  readonly removes?: readonly string[];
}

/** Something to do on a board. */
export type Exercise =
  | {
      readonly kind: 'place';
      readonly name: Name;
      /** The id of a setup, or an opening of its own. */
      readonly setup: string | Opening;
      /** Its stones, top row first; without them, the opening. */
      readonly figure?: string;
      /** Turns that were played on the opening. */
      readonly played?: string;
      readonly toMove: SeatName;
      readonly goal: Goal;
      /** Points to be seen. */
      readonly marked?: readonly string[];
      /** How many stones in a row reach the goal. */
      readonly stones?: number;
    }
  | {
      /** Which of these points are legal? */
      readonly kind: 'find';
      readonly name: Name;
      readonly setup: string;
      readonly figure: string;
      readonly toMove: SeatName;
      readonly points: readonly string[];
    }
  | { readonly kind: 'look'; readonly name: Name; readonly setup: string; readonly figure: string }
  | {
      /** Formations that no game can bring about. */
      readonly kind: 'flaws';
      readonly name: Name;
      readonly setup: string;
      readonly figure: string;
    }
  | { readonly kind: 'game'; readonly name: Name; readonly setup: string };

type Name =
  | 'extend'
  | 'legal'
  | 'legal_too'
  | 'safely'
  | 'own'
  | 'only_own'
  | 'bound'
  | 'several'
  | 'space'
  | 'space_too'
  | 'danger'
  | 'danger_too'
  | 'last_move'
  | 'won'
  | 'midgame'
  | 'late'
  | 'flaws'
  | 'game';

/** A rule with its exercises. */
export interface Step {
  readonly name: StepName;
  readonly exercises: readonly Exercise[];
}

export type StepName =
  'extend' | 'legal' | 'own' | 'bound' | 'several' | 'space' | 'win' | 'read' | 'game';

/** The colours of the first document, and those of the second. */
const first = '19x19-1995';
const second = '19x19';
const small = '9x9';

export const steps: readonly Step[] = [
  {
    name: 'extend',
    exercises: [{ kind: 'place', name: 'extend', setup: small, toMove: 'black', goal: {} }],
  },
  {
    name: 'legal',
    exercises: [
      {
        kind: 'find',
        name: 'legal',
        setup: first,
        figure: figures.legal,
        toMove: 'white',
        points: 'B19 Q13 A15 E6 H9 L17 P7 M10 H12 F2 S10 H2'.split(' '),
      },
      {
        kind: 'find',
        name: 'legal_too',
        setup: second,
        figure: figures.legalToo,
        toMove: 'white',
        points: 'T18 N4 P19 F15 J12 R9 G5 K8 M12 B14 K2 B12'.split(' '),
      },
    ],
  },
  {
    name: 'own',
    exercises: [
      {
        kind: 'place',
        name: 'safely',
        setup: figures.safely.setup,
        played: figures.safely.played,
        toMove: 'black',
        goal: { extends: 'B2', removes: [] },
        marked: ['B2'],
      },
      {
        kind: 'place',
        name: 'own',
        setup: small,
        figure: figures.ownRoot,
        toMove: 'white',
        goal: { removes: ['J2'] },
      },
      {
        kind: 'place',
        name: 'only_own',
        setup: small,
        figure: figures.onlyOwn,
        toMove: 'white',
        goal: { removes: ['A9'] },
      },
    ],
  },
  {
    name: 'bound',
    exercises: [
      {
        kind: 'place',
        name: 'bound',
        setup: first,
        figure: figures.legal,
        toMove: 'white',
        goal: { removes: ['N1'] },
        marked: ['N1'],
      },
    ],
  },
  {
    name: 'several',
    exercises: [
      {
        kind: 'place',
        name: 'several',
        setup: small,
        figure: figures.several,
        toMove: 'white',
        goal: { removes: ['A5', 'F4'] },
      },
    ],
  },
  {
    name: 'space',
    exercises: [
      {
        kind: 'place',
        name: 'space',
        setup: first,
        figure: figures.legal,
        toMove: 'black',
        goal: { extends: 'N1' },
        marked: ['N1'],
      },
      {
        kind: 'place',
        name: 'space_too',
        setup: second,
        figure: figures.legalToo,
        toMove: 'black',
        goal: { extends: 'A7' },
        marked: ['A7'],
      },
      {
        kind: 'place',
        name: 'danger',
        setup: first,
        figure: figures.legal,
        toMove: 'white',
        goal: { removes: ['T1'] },
        marked: ['T1'],
      },
      {
        kind: 'place',
        name: 'danger_too',
        setup: second,
        figure: figures.legalToo,
        toMove: 'white',
        goal: { removes: ['A1'] },
        marked: ['A1'],
      },
    ],
  },
  {
    name: 'win',
    exercises: [
      {
        kind: 'place',
        name: 'last_move',
        setup: small,
        figure: figures.lastMove,
        toMove: 'black',
        goal: {},
      },
      { kind: 'look', name: 'won', setup: first, figure: figures.won },
    ],
  },
  {
    name: 'read',
    exercises: [
      {
        kind: 'place',
        name: 'midgame',
        setup: first,
        figure: figures.midgame,
        toMove: 'black',
        goal: {},
        stones: 3,
      },
      { kind: 'look', name: 'late', setup: first, figure: figures.late },
      { kind: 'flaws', name: 'flaws', setup: first, figure: figures.impossible },
    ],
  },
  { name: 'game', exercises: [{ kind: 'game', name: 'game', setup: small }] },
];
