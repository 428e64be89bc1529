import { expect, it } from 'vitest';
import { CoreError } from '../api/error.ts';
import { egressId, ingestId } from '../api/processIds.ts';
import type { HoldStatus } from '../media/hold/holdStatus.ts';
import { CHANNEL } from '../testing/coreAnswers.ts';
import { fakeCore } from '../testing/fakeCore.ts';
import { listChannels } from './listChannels.ts';

const READER = egressId('rtmp', CHANNEL);
const channel = {
  current: CHANNEL,
  list: [
    { id: CHANNEL, name: 'Studio', available: true, egresses: { [READER]: { service: 'rtmp', name: 'Venue A' } } },
  ],
};
const holdCommand = ['-re', '-i', `http://127.0.0.1:8080/memfs/hold-${CHANNEL}.m3u8`, '-f', 'flv', 'rtmp://venue/live'];
const failing = { order: 'start', exec: 'failed', runtime_seconds: 9, reconnect_seconds: 5 };
const live = { order: 'start', exec: 'running', runtime_seconds: 90, progress: { fps: 25, frame: 2250 } };
const processes = (command: readonly string[]) => [
  { id: ingestId(CHANNEL), reference: CHANNEL, state: failing },
  { id: READER, reference: CHANNEL, state: { ...live, command } },
];
const slate: HoldStatus = {
  ...{ version: 1, beat: 0, onAir: 'slate', seconds: 5, why: 'ended', image: 'ready', limitIn: null },
};

it.each<[string, readonly string[], Partial<HoldStatus> | null, boolean, string, number]>([
  ['its publication sends the standby image', holdCommand, {}, true, 'held', 2],
  ['the agent stopped after writing that', holdCommand, {}, false, 'failing', 2],
  ['the source is on the air', holdCommand, { onAir: 'source' }, true, 'failing', 1],
  ['there is no agent', holdCommand, null, true, 'failing', 1],
  ['nothing is protected', ['-i', 'x'], {}, true, 'failing', 0],
])(
  'a channel is listed as held only while its hold is on the air: %s',
  async (_, command, status, beats, state, requests) => {
    let reads = 0;
    const core = fakeCore({
      processes: () => processes(command),
      fileBytes: () => {
        reads += 1;
        if (status === null) throw new CoreError(404, 'Not Found');
        return new TextEncoder().encode(JSON.stringify({ ...slate, beat: beats ? reads : 1, ...status }));
      },
    });
    const [formatList] = await listChannels(core, { channel }, 1);
    expect(formatList).toMatchObject({ state, publications: [{ state: 'live' }] });
    expect(reads).toBe(requests);
  },
);
