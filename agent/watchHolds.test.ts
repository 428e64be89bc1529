import { describe, expect, it, vi } from 'vitest';
import type { ProcessConfig } from '../src/api/answers/process.ts';
import { agentKey } from '../src/api/processIds.ts';
import { parseHoldStatus } from '../src/media/hold/holdStatus.ts';
import { fakeCore } from '../src/testing/fakeCore.ts';
import { createOrderFeed, createProcessFeed } from './coreFeed.ts';
import { createWatch, heldChannels } from './watchHolds.ts';

const X = '11111111-2222-3333-4444-555555555555';
const process = (id: string, input: string, options: string[] = []): ProcessConfig => ({
  id,
  type: 'ffmpeg',
  reference: X,
  input: [{ id: 'input_0', address: input, options: [] }],
  output: [{ id: 'output_0', address: '-', options }],
  options: [],
  reconnect: true,
  reconnect_delay_seconds: 15,
  autostart: true,
  stale_timeout_seconds: 30,
});
const ingest = (...options: string[]) => process(`restreamer-ui:ingest:${X}`, 'rtmp://host/app', options);
const reader = process('restreamer-ui:egress:rtmp:1', `{memfs}/hold-${X}.m3u8`);

it.each<[what: string, processes: ProcessConfig[], held: [string, object][]]>([
  ['a channel with a reader', [ingest('-hls_list_size', '6'), reader], [[X, { readers: [reader.id], window: 5 }]]],
  [
    'a channel with two readers',
    [ingest('-hls_list_size', '6'), reader, { ...reader, id: 'other' }],
    [[X, { readers: [reader.id, 'other'], window: 5 }]],
  ],
  ['none without a reader', [ingest('-hls_list_size', '6'), process('other', `{memfs}/${X}.m3u8`)], []],
  ['none without an ingest', [reader], []],
  [
    'a channel whose playlist is reported as too short',
    [ingest('-hls_list_size', '3'), reader],
    [[X, { readers: [reader.id], window: 'short-list' }]],
  ],
  [
    'a channel that also feeds a server of the core',
    [
      {
        ...ingest('-f', 'tee'),
        output: [
          {
            id: 'output_0',
            address: `[f=hls:hls_time=2:hls_list_size=6]{memfs}/${X}.m3u8|[f=flv]{rtmp,name=x}`,
            options: [],
          },
        ],
      },
      reader,
    ],
    [[X, { readers: [reader.id], window: 5 }]],
  ],
  [
    'a channel reported as unreadable, without HLS',
    [ingest('-f', 'flv'), reader],
    [[X, { readers: [reader.id], window: 'unreadable' }]],
  ],
])('finds the channels to hold: %s', (_, processes, expected) => {
  expect([...heldChannels(processes)]).toEqual(expected);
});

describe('the hold playlist of a channel', () => {
  function scene(listSize: number, settings: unknown = null) {
    const files = new Map([`hold-${X}.m3u8`, `hold-${X}_slate.m3u8`].map((name) => [name, 'before']));
    const inputs = { listSize, updatedAt: 0 };
    let configReads = 0;
    const core = fakeCore({
      processes: (query) => {
        if (query?.filter === 'config') configReads++;
        return [ingest('-hls_list_size', String(inputs.listSize)), reader].map((config) => ({
          id: config.id,
          updated_at: inputs.updatedAt,
          config,
        }));
      },
      processState: () => ({ order: 'start', exec: 'running', runtime_seconds: 60 }),
      processDelete: () => 'OK',
      metadataAll: () => (settings === null ? {} : { [agentKey(X)]: settings }),
      memFiles: () => [...files.keys()].map((name) => ({ name: `/${name}`, last_modified: 0, size_bytes: 1 })),
      memWrite: ({ path, body }) => {
        files.set(path, String(body));
        return 'OK';
      },
      memDelete: ({ path }) => {
        files.delete(path.replace(/^\//, ''));
        return 'OK';
      },
    });
    const feeds = { processes: createProcessFeed(core), orders: createOrderFeed(core) };
    const holds = createWatch(feeds, vi.fn(), () => true);
    const runRound = async () => {
      await feeds.processes.read();
      await holds.look(core);
    };
    const watch = { runRound, stop: holds.stop };
    const status = () => parseHoldStatus(files.get(`hold-${X}.json`) ?? '');
    return { files, inputs, watch, status, definitions: () => configReads };
  }

  it.each<[what: string, listSize: number, settings: unknown, image: string]>([
    ['too few segments', 3, null, 'short-list'],
    ['settings of a newer version', 6, { version: 2 }, 'newer'],
  ])('is removed if an agent starts with %s, and the status shows it', async (_, listSize, settings, image) => {
    const { files, watch, status } = scene(listSize, settings);
    await watch.runRound();
    await vi.waitFor(() => expect(status()).toMatchObject({ onAir: 'nothing', image }));
    expect([...files.keys()]).toEqual([`hold-${X}.json`]);
    await watch.stop();
  });

  it('is removed when the channel keeps too few segments, not when it keeps more', async () => {
    const { files, inputs, watch, status } = scene(6);
    await watch.runRound();
    inputs.listSize = 12;
    await watch.runRound();
    expect([...files.keys()]).toContain(`hold-${X}.m3u8`);
    inputs.listSize = 3;
    await watch.runRound();
    await vi.waitFor(() => expect(status()?.image).toBe('short-list'));
    expect([...files.keys()]).toEqual([`hold-${X}.json`]);
    await watch.stop();
  });

  it('requests no process definitions while none changed for two polls', async () => {
    const { inputs, watch, definitions } = scene(6);
    inputs.updatedAt = 1_700_000_000;
    await watch.runRound();
    await watch.runRound();
    await watch.runRound();
    expect(definitions()).toBe(2);
    inputs.updatedAt++;
    await watch.runRound();
    // A second change within the same second does not change the time.
    inputs.listSize = 3;
    await watch.runRound();
    await watch.runRound();
    expect(definitions()).toBe(4);
    await watch.stop();
  });

  it('requests the definitions each time if the core reports no times of changes', async () => {
    const { watch, definitions } = scene(6);
    for (let round = 0; round < 4; round++) await watch.runRound();
    expect(definitions()).toBe(4);
    await watch.stop();
  });
});
