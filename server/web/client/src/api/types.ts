/** The contract's types under short names. */

import type { components, live } from 'tanbo-client';

type Schemas = components['schemas'];

/** A game as REST and the snapshot give it; `turns` is what stands after undoing. */
export type Game = Schemas['Game'];
export type GameSummary = Schemas['GameSummary'];
export type ClockState = NonNullable<Schemas['ClockState']>;
export type ClockSettings = Schemas['ClockSettings'];
export type Proposal = Schemas['Proposal'];
export type ProposalKind = Schemas['ProposalKind'];
export type Setup = Schemas['Setup'];
export type Challenge = Schemas['Challenge'];
export type Turn = Schemas['Turn'];
export type ChatMessage = Schemas['ChatMessage'];
export type ChatRoom = Schemas['ChatRoom'];
export type RemovedRoot = Schemas['RemovedRoot'];

/** One entry of a game's log. */
export type GameEvent = live['schemas']['Event'];
export type LobbyNotice = live['schemas']['LobbyNotice'];
export type ChallengeNotice = live['schemas']['ChallengeNotice'];
export type PersonalNotice = live['schemas']['PersonalNotice'];
export type LiveChat = live['schemas']['Chat'];
export type Snapshot = live['schemas']['Snapshot'];
