import type { Probe } from '../ffmpeg/probe.ts';
import { limit } from '../util/limits.ts';

export interface Probes {
  run(process: string, probe: () => Promise<Probe>): Promise<Probe>;
}

/** Each probe is an ffmpeg, and any token may request any number. */
export function createProbes(max = limit('probes')): Probes {
  const pending = new Map<string, Promise<Probe>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = async () => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run(process, probe) {
      const existing = pending.get(process);
      if (existing !== undefined) return existing;
      const result = turn()
        .then(() => probe().finally(leave))
        .finally(() => pending.delete(process));
      pending.set(process, result);
      return result;
    },
  };
}
