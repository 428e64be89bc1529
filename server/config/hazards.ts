import { resolve } from 'node:path';
import type { Config } from './schema.ts';

/** Files that it serves are public. */
const isRoot = (folder: string): boolean => resolve(folder) === '/';
const WHOLE_DISK = 'this would make every file of the machine public';

const rows: readonly (readonly [field: string, text: string, isHazard: (config: Config) => boolean])[] = [
  // A token that somebody has seen is enough then to guess the password with, at any speed.
  ['api.auth.jwt.secret', 'must be non-empty', ({ api: { auth } }) => auth.enable && auth.jwt.secret === ''],
  ['storage.disk.dir', WHOLE_DISK, ({ storage }) => isRoot(storage.disk.dir)],
  [
    'router.routes',
    WHOLE_DISK,
    ({ router }) => Object.entries(router.routes).some(([from, to]) => from.endsWith('/*') && isRoot(to)),
  ],
  [
    'rtmp.address',
    'this is the address of the HTTP server',
    // At port 0 each takes a free one.
    ({ rtmp, address }) => rtmp.enable && rtmp.address === address && !address.endsWith(':0'),
  ],
];

/**
 * Values that nobody means, by dotted field. They are refused when somebody stores them, and not where they are stored
 * already: a core that ran with them goes on, and its other settings can be changed.
 */
export function newHazards(config: Config, before: Config): Record<string, string[]> {
  return Object.fromEntries(
    rows.flatMap(([field, text, isHazard]) => (isHazard(config) && !isHazard(before) ? [[field, [text]]] : [])),
  );
}
