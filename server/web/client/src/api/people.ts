/** The contract's types of accounts, players and what they are told, under short names. */
import type { components } from 'tanbo-client';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Session = Schemas['Session'];
export type Address = Schemas['Address'];
export type Vacations = Schemas['Vacations'];
export type AdminAccount = Schemas['AdminAccount'];
export type AuditEntry = Schemas['AuditEntry'];
export type SiteSettings = Schemas['Site'];
export type Report = Schemas['Report'];
export type Mute = Schemas['Mute'];
export type Player = Schemas['Player'];
export type Bot = Schemas['Bots']['bots'][number];
export type Profile = Schemas['Profile'];
export type PlayerRatings = Schemas['PlayerRatings'];
export type RatedGame = Schemas['RatedGame'];
export type Encounters = Schemas['Encounters'];
export type Standings = Schemas['Standings'];
export type Statistics = Schemas['Statistics'];
export type Analysis = Schemas['Analysis'];
export type AnalysisProgress = Schemas['AnalysisProgress'];
export type Grade = Schemas['Grade'];
export type Hint = Schemas['Hint'];
export type Puzzle = Schemas['Puzzle'];
export type PuzzleList = Schemas['PuzzleList'];
export type PuzzleVerdict = Schemas['PuzzleVerdict'];
export type Notification = Schemas['Notification'];
export type Push = Schemas['Push'];
export type PushKind = Schemas['SetPush']['kinds'][number];
export type NotificationMode = Schemas['NotificationMode']['mode'];
export type ClockExplanation = Schemas['ClockExplanation'];
export type CreateChallenge = Schemas['CreateChallenge'];
export type AcceptChallenge = Schemas['AcceptChallenge'];
