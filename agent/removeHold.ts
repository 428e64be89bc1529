import type { Core } from '../src/api/client.ts';
import { channelOfHold, holdFile, slateId } from '../src/api/processIds.ts';

/** Nobody reads it any more. What cannot be removed now goes with the channel. */
export async function removeHold(core: Core, channel: string): Promise<void> {
  await core.processDelete({ id: slateId(channel) }).catch(() => null);
  const files = await core.memFiles({ glob: `/hold-${channel}{.,_}*` }).catch(() => []);
  for (const { name: path } of files) await core.memDelete({ path }).catch(() => null);
}

/** Of an agent that was killed, and of channels that nobody protects any more. */
export async function removeLeftovers(core: Core, isHeld: (channel: string) => boolean): Promise<void> {
  const files = await core.memFiles({ glob: `/${holdFile('*')}` }).catch(() => []);
  for (const { name } of files) {
    const channel = channelOfHold(name);
    if (channel !== null && !isHeld(channel)) await removeHold(core, channel);
  }
}
