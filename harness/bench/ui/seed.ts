import type { Core } from '../../../src/api/client.ts';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../../src/api/processIds.ts';
import { isLiveIn } from '../../../src/features/live/status/slice.ts';
import { type Headless, openHeadless } from '../../../src/headless.ts';
import { parseIngestMetadata } from '../../../src/media/stored/metadata.ts';
import { channelForViewers } from '../../../src/viewer/player/channelForViewers.ts';
import { playerFiles } from '../../../src/viewer/player/playerFiles.ts';
import type { PlayerType } from '../../../src/viewer/player/settings.ts';
import { startDemoChannel } from '../../tools/demo/demoChannel.ts';

/** Cheap to encode and decode, because only the interface is measured. */
const PICTURE = { source: 'testsrc2', size: '320x180', fps: '10' };

const TIMEOUT_MS = 60_000;

export const seedChannel = (core: Core): Promise<void> =>
  withSluice(core, async (sluice) => {
    await startDemoChannel(sluice, PICTURE);
    await sluice.until(isLiveIn, TIMEOUT_MS);
  });

/** Returns whether the interface has written a player to the core. */
export const hasPlayer = async (core: Core): Promise<boolean> =>
  (await core.diskFiles({ glob: '/player/**' })).length > 0;

/** Writes the player page of the only channel, with autoplay, and returns its address. */
export async function seedPlayerPage(core: Core, address: string, player: PlayerType): Promise<string> {
  const [channel] = (await core.processes({})).flatMap(({ id }) => channelOfIngest(id) ?? []);
  if (channel === undefined) throw new Error('There is no channel yet');
  const stored = parseIngestMetadata(await core.processMetadata({ id: ingestId(channel), key: METADATA_KEY }));
  const viewed = channelForViewers(channel, stored);
  const files = playerFiles({ ...viewed, player: { ...viewed.player, player, autoplay: true, mute: true } }, address);
  for (const { path, body } of files) await core.diskWrite({ path, body });
  return `${address}/${channel}.html`;
}

/** `count` includes the existing channel. */
export const seedChannels = (core: Core, count: number): Promise<void> =>
  withSluice(core, async (sluice) => {
    for (let n = 2; n <= count; n++) {
      const source = { tile: 'virtualvideo', settings: PICTURE, audio: 'tone' } as const;
      await sluice.setUpChannel({ name: `Stage ${n}`, source });
    }
  });

/** Adds stopped publications up to a count, RTMP and SRT alternating. `existing`: the number already there. */
export const seedPublications = (core: Core, count: number, existing = 0): Promise<void> =>
  withSluice(core, async (sluice) => {
    for (let n = existing + 1; n <= count; n++) {
      const service = n % 2 === 0 ? 'srt' : 'rtmp';
      const address = service === 'srt' ? `127.0.0.1:${6000 + n}` : `127.0.0.1:9/live/key${n}`;
      await sluice.addPublication({ service, name: `${service.toUpperCase()} ${n}`, settings: { address } });
    }
  });

async function withSluice(core: Core, work: (sluice: Headless) => Promise<void>): Promise<void> {
  const sluice = openHeadless({ core });
  try {
    await sluice.enter();
    await work(sluice);
  } finally {
    sluice.stop();
  }
}
