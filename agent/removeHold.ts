import type { Core } from '../src/api/client.ts';
import { slateId } from '../src/api/processIds.ts';

/** Playlist, status, order and image. */
const HOLD_FILE = /^\/hold-([0-9a-f-]{36})[._]/;
const SLATE = slateId('');

/** Removes the files and the slate process of a channel. Ignores failures: the rest is removed with the channel. */
export async function removeHold(core: Core, channel: string): Promise<void> {
  await core.processDelete({ id: slateId(channel) }).catch(() => null);
  const files = await core.memFiles({ glob: `/hold-${channel}{.,_}*` }).catch(() => []);
  for (const { name: path } of files) await core.memDelete({ path }).catch(() => null);
}

/** Removes leftovers of killed agents and of channels without protection. */
export async function removeLeftovers(core: Core, isHeld: (channel: string) => boolean): Promise<void> {
  const files = await core.memFiles({ glob: '/hold-*' }).catch(() => []);
  const processes = await core.processes({ filter: 'state' }).catch(() => []);
  const found = [
    ...files.flatMap(({ name }) => HOLD_FILE.exec(name)?.[1] ?? []),
    ...processes.flatMap(({ id }) => (id.startsWith(SLATE) ? [id.slice(SLATE.length)] : [])),
  ];
  for (const channel of new Set(found)) if (!isHeld(channel)) await removeHold(core, channel);
}
