/** A pattern as a tree. Signs are code points; -1 stands for what is before the first and behind the last of a text. */
export type Node =
  | { readonly kind: 'sign'; accepts(sign: number): boolean }
  | { readonly kind: 'place'; holds(before: number, after: number): boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

/** What a match walks through: `forks` are tried together, so that none is ever gone back to. */
export type Step =
  | { readonly kind: 'sign'; accepts(sign: number): boolean }
  | { readonly kind: 'place'; holds(before: number, after: number): boolean }
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'end' };

export type Program = readonly Step[];

/** The time of a match is at most the number of steps by the length of the text. */
const MOST_STEPS = 4_000;
/** Nodes that are looked at while it is made. */
export const MOST_WRITTEN = 20_000;

/** null: it would become too large. */
export function programOf(tree: Node): Program | null {
  const steps: Step[] = [];
  let written = 0;
  const place = (step: Step): number => {
    if (steps.length >= MOST_STEPS) throw new TooLarge();
    return steps.push(step) - 1;
  };
  const fork = (...to: number[]) => ({ kind: 'fork', to }) as const;

  const choose = (parts: readonly Node[]): void => {
    const start = place(fork());
    const ends: number[] = [];
    const starts = parts.map((part) => {
      const at = steps.length;
      write(part);
      ends.push(place(fork()));
      return at;
    });
    steps[start] = fork(...starts);
    for (const end of ends) steps[end] = fork(steps.length);
  };

  const repeat = ({ part, least, most }: Extract<Node, { kind: 'repeat' }>): void => {
    for (let count = 0; count < least; count += 1) write(part);
    if (most === Number.POSITIVE_INFINITY) {
      const start = place(fork());
      write(part);
      place(fork(start));
      steps[start] = fork(start + 1, steps.length);
      return;
    }
    const starts: number[] = [];
    for (let count = least; count < most; count += 1) {
      starts.push(place(fork()));
      write(part);
    }
    for (const start of starts) steps[start] = fork(start + 1, steps.length);
  };

  const write = (node: Node): void => {
    written += 1;
    // Also what has no steps takes its time, if it is to be repeated often.
    if (written > MOST_WRITTEN) throw new TooLarge();
    if (node.kind === 'choice') choose(node.parts);
    else if (node.kind === 'repeat') repeat(node);
    else if (node.kind === 'sequence') for (const part of node.parts) write(part);
    else place(node);
  };

  try {
    write(tree);
    place({ kind: 'end' });
    return steps;
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

class TooLarge extends Error {}
