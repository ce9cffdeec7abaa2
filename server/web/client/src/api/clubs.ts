/** The contract's types of clubs, under short names. */
import type { components } from 'tanbo-client';

type Schemas = components['schemas'];

export type Club = Schemas['Club'];
export type ClubMember = Schemas['ClubMembers']['members'][number];
export type CreateClub = Schemas['CreateClub'];
