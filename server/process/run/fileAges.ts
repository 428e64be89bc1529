import type { StoredFile } from '../../storage/types.ts';
import { createClockWatch } from '../../util/clockWatch.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';

export interface AgedFile {
  readonly name: string;
  readonly version: string;
  /** Since when the core knows this version, on the steady clock: no jump of the other one changes the order. */
  readonly seenMs: number;
  readonly lastModified: Date;
  /** The age that is certain: no clock that was set makes it longer. */
  readonly ageMs: number;
}

export interface FileAges {
  /** The files of one listing, each with the age by which it may be removed. */
  of(glob: string, files: readonly StoredFile[]): AgedFile[];
}

/** For so long the clock must not have jumped, and a file have been seen, before its time is believed. */
const TRUST_MS = 3 * 60 * 60 * 1000;
/** What no rule has named for so long is gone. */
const FORGET_MS = 60 * 60 * 1000;
/** A file with an earlier time was written by a machine that did not know the time yet. */
const NO_TIME_BEFORE_MS = Date.UTC(2020, 0);

/** For the order of files only: those of a machine without a time are newer than all of before, as it was off meanwhile. */
export const orderOf = ({ lastModified }: Pick<AgedFile, 'lastModified'>): number =>
  lastModified.getTime() + (lastModified.getTime() < NO_TIME_BEFORE_MS ? Number.MAX_SAFE_INTEGER / 2 : 0);

interface SeenFile {
  readonly version: string;
  readonly sinceMs: number;
  /** It may be older than the first look at it. */
  readonly wasThere: boolean;
  readonly lookedMs: number;
}

/**
 * Files of the disk have a time of the wall clock, which may be wrong for a moment: what it makes old then would be gone
 * for good. So a file is as old as the core has known it. The time of one that was there before is believed after hours.
 */
export function createFileAges(): FileAges {
  const clock = createClockWatch();
  const seen = new Map<string, SeenFile>();
  const globs = new Map<string, { readonly lookedMs: number }>();
  let forgotMs = elapsedMs();

  const forget = (nowMs: number) => {
    if (nowMs - forgotMs < FORGET_MS) return;
    forgotMs = nowMs;
    for (const known of [seen, globs]) {
      for (const [name, { lookedMs }] of known) if (nowMs - lookedMs >= FORGET_MS) known.delete(name);
    }
  };

  const ageOnDisk = ({ sinceMs, wasThere }: SeenFile, lastModified: Date, nowMs: number, steadyMs: number): number => {
    const seenForMs = nowMs - sinceMs;
    const hasTime = wasThere && lastModified.getTime() >= NO_TIME_BEFORE_MS;
    if (!hasTime || Math.min(seenForMs, steadyMs) < TRUST_MS) return seenForMs;
    return Math.max(seenForMs, Date.now() - lastModified.getTime());
  };

  return {
    of(glob, files) {
      const nowMs = elapsedMs();
      const steadyMs = clock.sinceJumpMs();
      forget(nowMs);
      const isFirstLook = !globs.has(glob);
      globs.set(glob, { lookedMs: nowMs });
      return files.map(({ name, version, lastModified, changedAtMs }) => {
        if (changedAtMs !== null) {
          return { name, version, lastModified, seenMs: changedAtMs, ageMs: nowMs - changedAtMs };
        }
        const before = seen.get(name);
        const isKnown = before?.version === version;
        const sighting = {
          version,
          sinceMs: isKnown ? before.sinceMs : nowMs,
          wasThere: isKnown ? before.wasThere : before === undefined && isFirstLook,
          lookedMs: nowMs,
        };
        seen.set(name, sighting);
        const ageMs = ageOnDisk(sighting, lastModified, nowMs, steadyMs);
        return { name, version, lastModified, seenMs: sighting.sinceMs, ageMs };
      });
    },
  };
}
