import type { Core } from '../../../src/api/client.ts';
import { restsIn } from '../../../src/features/shared/saving/saveJournal.ts';
import { type Headless, openHeadless } from '../../../src/headless.ts';

/** A fixed id, so that a second start finds the channel. */
export const DEMO_CHANNEL = '5155ce00-de30-4000-8000-000000000001';
const PICTURE = { source: 'testsrc2', size: '1280x720', fps: '25' };

export async function startDemoChannel(sluice: Headless, pattern = PICTURE): Promise<string> {
  const { list } = sluice.store.getState().channel;
  if (list.some(({ id, available }) => id === DEMO_CHANNEL && available)) {
    await sluice.startChannel(DEMO_CHANNEL);
    return DEMO_CHANNEL;
  }
  const source = { tile: 'virtualvideo', settings: pattern, audio: 'tone' } as const;
  return sluice.setUpChannel({ id: DEMO_CHANNEL, name: 'Demo', source });
}

export async function ensureDemoChannel(core: Core, pattern = PICTURE): Promise<void> {
  await operate(core, (sluice) => startDemoChannel(sluice, pattern));
}

export async function operate<T>(core: Core, action: (sluice: Headless) => Promise<T>): Promise<T> {
  const sluice = openHeadless({ core });
  try {
    await sluice.enter();
    return await action(sluice);
  } finally {
    sluice.stop();
    // The next client would do the follow-up work of a save, but here is none.
    for (const { key } of restsIn(await core.metadataAll())) await core.metadataSet({ key, body: null });
  }
}
