import type { Process } from '../src/api/answers/process.ts';
import { type KnownProcesses, readProcesses, withViewers } from '../src/media/series/readProcesses.ts';
import { RESOLUTIONS, stepBegin } from '../src/media/series/resolutions.ts';
import { joinSamples, type Measurement, type SeriesSample, sampleOf } from '../src/media/series/sample.ts';
import type { SampleSet } from './historyStore.ts';
import type { Bitrates } from './watchBitrates.ts';
import type { Viewers } from './watchViewers.ts';

const [{ seconds: SET_SECONDS }] = RESOLUTIONS;
/** A poll counts for the time since the previous one; a longer pause is a gap. */
const MAX_READING_SECONDS = 10;
const FIRST_READING_SECONDS = 1;

export interface CoreSampler {
  take(processes: ReadonlyMap<string, Process> | null): void;
  latest(): ReadonlyMap<string, Measurement>;
  end(): void;
}

interface SamplerOptions {
  tell: (set: SampleSet) => void;
  viewers: () => Viewers;
  bitrates: () => Bitrates;
  now?: () => number;
  steady?: () => number;
}

/** Combines all polls within ten seconds to one set of samples. */
export function sampleCore({
  tell,
  viewers,
  bitrates,
  now = Date.now,
  steady = () => performance.now(),
}: SamplerOptions): CoreSampler {
  let previous: KnownProcesses = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let time = 0;
  let samples = new Map<string, SeriesSample>();
  let latest: ReadonlyMap<string, Measurement> = new Map();

  function end() {
    if (samples.size > 0) tell({ time, samples });
    samples = new Map();
  }

  return {
    take(processes) {
      const wall = now();
      const stepStart = stepBegin(wall / 1000, SET_SECONDS);
      if (stepStart !== time) end();
      time = stepStart;
      const at = steady();
      const passed = (at - readAt) / 1000;
      readAt = at;
      // Stored in tenths of a second.
      const seconds = passed > MAX_READING_SECONDS ? FIRST_READING_SECONDS : Math.max(1, Math.round(passed * 10)) / 10;
      const found = readProcesses(previous, processes, { at, now: wall, storedKbit: bitrates() });
      previous = found.known;
      latest = withViewers(found.readings, viewers());
      for (const [subject, reading] of latest)
        samples.set(subject, joinSamples(samples.get(subject), sampleOf(reading, seconds)));
    },
    latest: () => (steady() - readAt > MAX_READING_SECONDS * 1000 ? new Map() : latest),
    end,
  };
}
