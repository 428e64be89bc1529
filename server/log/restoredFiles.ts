import { basename } from 'node:path';
import type { RestoredFile as RestoredFileAnswer } from '../../src/api/answers/restoredFiles.ts';
import type { OnRestored, RestoredFile } from '../util/keptFile.ts';
import type { Log } from './index.ts';

export interface RestoredFiles {
  readonly note: OnRestored;
  list(): RestoredFileAnswer[];
}

/** Files restored from their copy, until the damaged ones are deleted. Each start logs them. */
export function createRestoredFiles(log: Log): RestoredFiles {
  const found = new Map<string, RestoredFile>();
  return {
    note(restored) {
      const key = restored.setAside ?? restored.path;
      if (found.has(key)) return;
      found.set(key, restored);
      const { path, setAside, copyFromMs, isEarlier } = restored;
      const fields = { path, ...(setAside === null ? {} : { set_aside: setAside }), copy_from: isoOf(copyFromMs) };
      if (isEarlier) log.write('info', 'Core', 'A damaged file was set aside at an earlier start', fields);
      else log.write('warn', 'Core', 'A file was damaged or missing: its last good copy is used', fields);
    },
    list: () =>
      [...found.values()].map(({ path, content, setAside, copyFromMs }) => ({
        file: basename(path),
        content,
        set_aside: setAside === null ? '' : basename(setAside),
        copy_from: isoOf(copyFromMs),
      })),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
