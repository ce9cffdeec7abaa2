/** The contract's types of tournaments, under short names. */
import type { components } from 'tanbo-client';

type Schemas = components['schemas'];

export type TournamentSummary = Schemas['TournamentSummary'];
export type Tournament = Schemas['Tournament'];
export type TournamentPlayer = Schemas['TournamentPlayer'];
export type TournamentRoundHead = Schemas['TournamentRoundHead'];
export type TournamentRound = Schemas['TournamentRound'];
export type TournamentPairing = Schemas['TournamentPairing'];
export type TournamentStandings = Schemas['TournamentStandings'];
export type TournamentStanding = Schemas['TournamentStanding'];
export type TournamentGroups = Schemas['TournamentGroups'];
export type McMahonRules = Schemas['McMahonRules'];
export type GroupRules = Schemas['GroupRules'];
export type TournamentBracket = Schemas['TournamentBracket'];
export type TournamentFairness = Schemas['TournamentFairness'];
export type BracketMatch = Schemas['BracketMatch'];
export type Ladder = Schemas['Ladder'];
export type LadderRules = Schemas['LadderRules'];
export type League = Schemas['League'];
export type ArenaRules = Schemas['ArenaRules'];
export type LeagueRules = Schemas['LeagueRules'];
export type LeagueDivision = Schemas['LeagueDivision'];
export type LadderPlayer = Schemas['LadderPlayer'];
export type LadderChallenge = Schemas['LadderChallenge'];
export type TournamentSeries = Schemas['TournamentSeries'];
export type TournamentResult = Schemas['TournamentResult'];
export type TournamentExplanation = Schemas['TournamentExplanation'];
export type TournamentNextGame = Schemas['TournamentNextGame'];
export type TournamentYou = Schemas['TournamentYou'];
export type CreateTournament = Schemas['CreateTournament'];
export type TournamentStarts = Schemas['TournamentStarts'];
export type TieBreak = Schemas['TieBreak'];
