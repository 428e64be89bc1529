import type { Core } from '../src/api/client.ts';
import { channelOfHold, holdFile, slateId } from '../src/api/processIds.ts';

/** Removes the files and the slate process of a channel. What cannot be removed now is removed with the channel. */
export async function removeHold(core: Core, channel: string): Promise<void> {
  await core.processDelete({ id: slateId(channel) }).catch(() => null);
  const files = await core.memFiles({ glob: `/hold-${channel}{.,_}*` }).catch(() => []);
  for (const { name: path } of files) await core.memDelete({ path }).catch(() => null);
}

/** Removes what a killed agent left, and what channels without protection still have. */
export async function removeLeftovers(core: Core, isHeld: (channel: string) => boolean): Promise<void> {
  const files = await core.memFiles({ glob: `/${holdFile('*')}` }).catch(() => []);
  for (const { name } of files) {
    const channel = channelOfHold(name);
    if (channel !== null && !isHeld(channel)) await removeHold(core, channel);
  }
}
