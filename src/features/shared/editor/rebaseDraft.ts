import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';

/** Applies own changes to a version stored by others, entry by entry and within groups. */
export function rebaseDraft<Draft extends object>(base: Draft, mine: Draft, theirs: Draft): Draft {
  const within = (before: unknown, entered: unknown, stored: unknown) =>
    isGroup(before) && isGroup(entered) && isGroup(stored) ? over(before, entered, stored) : entered;
  const changed = Object.entries(mine).filter(([key, value]) => !sameJson(value, Reflect.get(base, key)));
  const merged = changed.map(([key, value]) => [key, within(Reflect.get(base, key), value, Reflect.get(theirs, key))]);
  return { ...theirs, ...Object.fromEntries(merged) };
}

type Group = Record<string, unknown>;

function over(base: Group, mine: Group, theirs: Group): Group {
  const isMine = (key: string) => !sameJson(base[key], mine[key]);
  const keys = Object.keys({ ...theirs, ...mine });
  return Object.fromEntries(
    keys.flatMap((key) => {
      const from = isMine(key) ? mine : theirs;
      return key in from ? [[key, from[key]]] : [];
    }),
  );
}

export interface Difference {
  path: readonly string[];
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

export function differencesOf(base: object, mine: object, theirs: object): Difference[] {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(theirs)])];
  return keys.flatMap((key) => {
    const [before, now, own] = [base, theirs, mine].map((draft): unknown => Reflect.get(draft, key));
    if (sameJson(before, now)) return [];
    if (!isGroup(before) || !isGroup(now) || !isGroup(own))
      return [{ path: [key], base: before, theirs: now, mine: own }];
    return Object.keys({ ...before, ...now }).flatMap((inner) =>
      sameJson(before[inner], now[inner])
        ? []
        : [{ path: [key, inner], base: before[inner], theirs: now[inner], mine: own[inner] }],
    );
  });
}
