import type { Probe } from '../ffmpeg/probe.ts';
import { limit } from '../util/limits.ts';

export interface Probes {
  /** Its result once it is its turn; the same for all who ask of one process meanwhile. */
  run(process: string, probe: () => Promise<Probe>): Promise<Probe>;
}

/** Each probe is an ffmpeg, and anyone with a token can ask for any number. */
export function createProbes(most = limit('probes')): Probes {
  const asked = new Map<string, Promise<Probe>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = async () => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  /** The next one takes over the place. */
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run(process, probe) {
      const known = asked.get(process);
      if (known !== undefined) return known;
      const result = turn()
        .then(() => probe().finally(leave))
        .finally(() => asked.delete(process));
      asked.set(process, result);
      return result;
    },
  };
}
