import type { UnknownAction } from '@reduxjs/toolkit';

/** A reducer of any state: the method's type lets each keep its own. */
export type AnyReducer = { reduce(state: unknown, action: UnknownAction): unknown }['reduce'];

/** The card of a room: its parts of the state by their keys, and the saga that serves it. */
export interface Feature {
  reducers: Readonly<Record<string, AnyReducer>>;
  saga?(): Generator;
  /** Its state is about this page, and not about who is logged in. All others begin anew with a logout. */
  outlivesLogout?: true;
}

/** The rooms of a wing. A wing is a chunk: `open` of the store adds it as a whole. */
export type Wing = readonly Feature[];

export const feature = <Card extends Feature>(card: Card): Card => card;
export const wing = <Cards extends Wing>(...cards: Cards): Cards => cards;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type ReducedBy<Reducers> = {
  [Key in keyof Reducers]: Reducers[Key] extends (...args: never) => infer State ? State : never;
};

/** The state that the reducers of a wing hold. */
export type WingState<Cards extends Wing> = Intersection<ReducedBy<Cards[number]['reducers']>>;
