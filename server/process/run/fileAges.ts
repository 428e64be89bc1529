import type { StoredFile } from '../../storage/types.ts';
import { createClockWatch } from '../../util/clockWatch.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';

export interface AgedFile {
  readonly name: string;
  readonly version: string;
  /** Monotonic time since which the core knows this version. */
  readonly seenMs: number;
  readonly lastModified: Date;
  readonly ageMs: number;
}

export interface FileAges {
  of(glob: string, files: readonly StoredFile[]): AgedFile[];
}

/** File times count after this long without a clock jump and with the file known. */
const TRUST_MS = 3 * 60 * 60 * 1000;
/** Files without a rule are dropped after this. */
const FORGET_MS = 60 * 60 * 1000;
const NO_TIME_BEFORE_MS = Date.UTC(2020, 0);

/** For sorting only: files without a valid time are the newest, because the machine was off before. */
export const orderOf = ({ lastModified }: Pick<AgedFile, 'lastModified'>): number =>
  lastModified.getTime() + (lastModified.getTime() < NO_TIME_BEFORE_MS ? Number.MAX_SAFE_INTEGER / 2 : 0);

interface SeenFile {
  readonly version: string;
  readonly sinceMs: number;
  readonly wasThere: boolean;
  readonly lookedMs: number;
}

/** A wrong wall clock could make files look old, and their deletion is final: a file is as old as the core knows it. */
export function createFileAges(): FileAges {
  const clock = createClockWatch();
  const seenFiles = new Map<string, SeenFile>();
  const globs = new Map<string, { readonly lookedMs: number }>();
  let forgotMs = elapsedMs();

  const forget = (nowMs: number) => {
    if (nowMs - forgotMs < FORGET_MS) return;
    forgotMs = nowMs;
    for (const entries of [seenFiles, globs]) {
      for (const [name, { lookedMs }] of entries) if (nowMs - lookedMs >= FORGET_MS) entries.delete(name);
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
        const before = seenFiles.get(name);
        const isKnown = before?.version === version;
        const sighting = {
          version,
          sinceMs: isKnown ? before.sinceMs : nowMs,
          wasThere: isKnown ? before.wasThere : before === undefined && isFirstLook,
          lookedMs: nowMs,
        };
        seenFiles.set(name, sighting);
        const ageMs = ageOnDisk(sighting, lastModified, nowMs, steadyMs);
        return { name, version, lastModified, seenMs: sighting.sinceMs, ageMs };
      });
    },
  };
}
