import type { CoreFacts } from '../../../media/bundle/importPlan.ts';

/** Gives each plan of one file the same new ids and stream keys, so that a preview can be compared with the next one. */
export function repeatDraws(): (facts: CoreFacts) => CoreFacts {
  const ids: string[] = [];
  const bytes: Uint8Array[] = [];
  return (facts) => {
    let [id, at] = [0, 0];
    return {
      ...facts,
      newId: () => {
        const drawn = ids[id] ?? facts.newId();
        ids[id] = drawn;
        id += 1;
        return drawn;
      },
      random: (length) => {
        const known = bytes[at];
        const drawn = known?.length === length ? known : facts.random(length);
        bytes[at] = drawn;
        at += 1;
        return drawn;
      },
    };
  };
}
