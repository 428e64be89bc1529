import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Config } from '../config/configSchema.ts';
import type { Log } from '../log/index.ts';
import { messageOf } from '../util/errorMessage.ts';
import { isJsonObject, keptFile, type OnRestored } from '../util/keptFile.ts';
import { LONGEST_TIMER_MS } from '../util/longestTimerMs.ts';
import { createTotals, StoredTotals, type Totals } from './totals.ts';
import { type CollectorName, collectorNames } from './types.ts';

/** The real core stores each viewer name forever; reading more would delay the start. */
const MAX_BYTES = 64 * 1024 * 1024;

interface HistoryDeps {
  readonly config: Pick<Config, 'db' | 'sessions'>;
  readonly totals: Readonly<Record<CollectorName, Totals>>;
  readonly log: Log;
  readonly onRestored: OnRestored;
}

export interface SessionHistory {
  stop(): Promise<void>;
}

export const findHistoryFolder = (dbDir: string): string => join(resolve(dbDir), 'sessions');

const RecordedByCore = z
  .object({
    sessions: z.record(
      z.string(),
      z.object({
        location: z.string(),
        peer: z.string(),
        reference: z.string(),
        total_sessions: z.int().nonnegative(),
        total_rxbytes: z.int().nonnegative(),
        total_txbytes: z.int().nonnegative(),
      }),
    ),
  })
  .transform(({ sessions }): StoredTotals => {
    // Unlimited here; the smallest are merged when they are restored.
    const totals = createTotals(Number.POSITIVE_INFINITY);
    for (const { location, peer, reference, ...sum } of Object.values(sessions)) {
      totals.add(
        { local: location, remote: peer, reference },
        { sessions: sum.total_sessions, rx: sum.total_rxbytes, tx: sum.total_txbytes },
      );
    }
    return totals.stored();
  });

const Stored = z.union([StoredTotals, RecordedByCore]);

const isHistory = (text: string): boolean => isJsonObject(text) && Stored.safeParse(JSON.parse(text)).success;

/** Keeps viewer statistics across restarts (`sessions.persist`), and reads the files of the real core too. */
export async function openSessionHistory({ config, totals, log, onRestored }: HistoryDeps): Promise<SessionHistory> {
  const { enable, persist, persist_interval_sec } = config.sessions;
  if (!enable || !persist) return { stop: async () => undefined };
  const folder = findHistoryFolder(config.db.dir);
  const files = collectorNames.map((name) => {
    const path = join(folder, `${name}.json`);
    const options = { content: 'statistics', isWhole: isHistory, mostBytes: MAX_BYTES, onRestored } as const;
    return { name, path, file: keptFile(path, options) };
  });
  const written = new Map<CollectorName, number>();

  const load = async ({ name, path, file }: (typeof files)[number]) => {
    try {
      const text = await file.read();
      if (text !== null) {
        totals[name].restore(Stored.parse(JSON.parse(text)));
        await file.ensureCopy();
      }
    } catch (error) {
      // The next write sets the foreign file aside.
      log.write('warn', 'Session', 'Stored viewer statistics cannot be read, they begin anew', {
        path,
        error: messageOf(error),
      });
    }
    written.set(name, totals[name].sessions());
  };
  const save = async () => {
    for (const { name, path, file } of files) {
      const sessions = totals[name].sessions();
      if (sessions === (written.get(name) ?? 0)) continue;
      try {
        await file.write(`${JSON.stringify(totals[name].stored())}\n`);
        written.set(name, sessions);
      } catch (error) {
        log.write('warn', 'Session', 'Viewer statistics could not be stored', { path, error: messageOf(error) });
      }
    }
  };

  await Promise.all(files.map(load));
  let saving: Promise<void> = Promise.resolve();
  const saveNext = () => {
    saving = saving.then(save);
    return saving;
  };
  // 0 stores them at the end only, as in the real core.
  const timer =
    persist_interval_sec > 0 ? setInterval(saveNext, Math.min(persist_interval_sec * 1000, LONGEST_TIMER_MS)) : null;
  timer?.unref();
  return {
    stop: () => {
      if (timer !== null) clearInterval(timer);
      return saveNext();
    },
  };
}
