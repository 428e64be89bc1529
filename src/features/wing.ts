import type { UnknownAction } from '@reduxjs/toolkit';

/** The method syntax makes parameters bivariant, so that reducers of any state fit. */
export type AnyReducer = { reduce(state: unknown, action: UnknownAction): unknown }['reduce'];

export interface Feature {
  reducers: Readonly<Record<string, AnyReducer>>;
  saga?(): Generator;
  /** Keeps its state after a logout, because it concerns the page and not the login. */
  outlivesLogout?: true;
}

/** The rooms of a chunk, which the store opens as a whole. */
export type Wing = readonly Feature[];

export const feature = <Card extends Feature>(card: Card): Card => card;
export const wing = <Cards extends Wing>(...cards: Cards): Cards => cards;

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type ReducedBy<Reducers> = {
  [Key in keyof Reducers]: Reducers[Key] extends (...args: never) => infer State ? State : never;
};

export type WingState<Cards extends Wing> = Intersection<ReducedBy<Cards[number]['reducers']>>;
