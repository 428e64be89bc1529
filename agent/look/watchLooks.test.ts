import { describe, expect, it } from 'vitest';
import { ProcessConfig, Processes, ProcessReport, ProcessState } from '../../src/api/answers/process.ts';
import { CoreError } from '../../src/api/error.ts';
import { agentKey, lookId, lookReportFile } from '../../src/api/processIds.ts';
import { IN_MEMORY } from '../../src/media/edge/delivery.ts';
import type { Storage } from '../../src/media/hls/hlsFiles.ts';
import { parseLookReport } from '../../src/media/look/lookReport.ts';
import { createLooks, type LookEvent } from './watchLooks.ts';

const [ONE, TWO] = ['3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10', '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a11'];
const WALL = 1_700_000_000_000;
const LOUD = ['mean_volume: -20.0 dB', 'max_volume: -3.0 dB'].map((text) => `[Parsed_volumedetect_1 @ 0x1] ${text}`);
const PLAYLIST = `#EXTM3U\n${'#EXTINF:2.0,\nx.ts\n'.repeat(8)}`;
/** What ffmpeg prints about the stream of a channel. */
const PICTURES = {
  moving: [],
  black: ['[blackdetect @ 0x1] black_start:0 black_end:12 black_duration:12'],
  still: ['[freezedetect @ 0x1] lavfi.freezedetect.freeze_start: 0'],
} as const;

interface Scene {
  storage?: Storage;
  settings?: Record<string, object>;
  cpu?: number;
  live?: readonly string[];
  acting?: boolean;
  busyPercent?: number;
}
const ON = { version: 1, look: { on: true } };

function simulate({
  settings = { [ONE]: ON },
  cpu = 10,
  live = [ONE, TWO],
  acting = true,
  storage,
  busyPercent = 90,
}: Scene = {}) {
  let second = 0;
  const calls: string[] = [];
  const events: LookEvent[] = [];
  const files = new Map<string, string | Uint8Array>([ONE, TWO].map((id) => [`${id}.m3u8`, PLAYLIST]));
  const disk = new Set<string>();
  const processes = new Map<string, ProcessConfig>();
  const scene = {
    ...{ cpu, acting, live },
    channels: [ONE, TWO] as readonly string[],
    picture: 'moving' as keyof typeof PICTURES,
    exec: 'finished' as ProcessState['exec'],
    /** Throws for calls that the core rejects. */
    before: (_call: string): void => undefined,
    metadata: {} as Record<string, unknown>,
    lines: [] as string[],
  };
  let running = 0;
  let mostRunning = 0;
  async function call<T>(name: string, act: () => T): Promise<T> {
    calls.push(name);
    scene.before(name);
    await Promise.resolve();
    return act();
  }
  const nameOf = (path: string) => path.replace(/^\//, '');
  const looks = createLooks({
    core: {
      processAdd: ({ body }) =>
        call(`add ${body.id}`, () => {
          if (processes.has(body.id)) throw new CoreError(400, 'exists');
          processes.set(body.id, ProcessConfig.parse(body));
          return 'OK';
        }),
      processCommand: ({ id, body }) =>
        call(`${body.command} ${id}`, () => {
          running++;
          mostRunning = Math.max(mostRunning, running);
          return 'OK';
        }),
      processState: ({ id }) => call(`state ${id}`, () => ProcessState.parse({ exec: scene.exec, order: 'start' })),
      processReport: ({ id }) =>
        call(`report ${id}`, () => {
          const lines = ['Stream mapping:', ...PICTURES[scene.picture], ...LOUD, ...scene.lines];
          const { address = '' } = processes.get(id)?.output[1] ?? {};
          if (address !== '') files.set(nameOf(address.replace('{memfs}', '')), frames(scene.picture));
          return ProcessReport.parse({ log: lines.map((line) => ['1', line]) });
        }),
      processDelete: ({ id }) =>
        call(`delete ${id}`, () => {
          const { address = '' } = processes.get(id)?.output[1] ?? {};
          if (processes.delete(id)) running = 0;
          files.delete(nameOf(address.replace('{memfs}', '')));
          return null;
        }),
      fileBytes: ({ path }) =>
        call(`read ${path}`, () => {
          const found = files.get(nameOf(path));
          if (found === undefined) throw new CoreError(404, 'Not Found');
          return typeof found === 'string' ? new TextEncoder().encode(found) : found;
        }),
      memFiles: () =>
        call('list', () =>
          [...files.keys()]
            .filter((name) => /^look-.*\.(grey|m3u8)$/.test(name))
            .map((name) => ({ name: `/${name}`, size_bytes: 1, last_modified: 1 })),
        ),
      memWrite: ({ path, body }) =>
        call(`write ${path}`, () => {
          files.set(nameOf(path), String(body));
          return 'OK';
        }),
      diskFiles: () => call('list', () => [...disk].map((name) => ({ name, size_bytes: 1, last_modified: 1 }))),
      diskWrite: ({ path }) =>
        call(`write ${path}`, () => {
          disk.add(path);
          return 'OK';
        }),
      diskDelete: ({ path }) =>
        call(`remove ${path}`, () => {
          disk.delete(path);
          return null;
        }),
      memDelete: ({ path }) =>
        call(`remove ${path}`, () => {
          files.delete(nameOf(path));
          return null;
        }),
      metrics: () =>
        call('metrics', () => ({
          metrics: [
            { name: 'cpu_ncpu', labels: {}, values: [[1, 2]] },
            { name: 'cpu_idle', labels: {}, values: [[1, 100 - scene.cpu]] },
          ],
        })),
      metadataAll: () =>
        call('settings', () =>
          Object.fromEntries(Object.entries(settings).map(([id, stored]) => [agentKey(id), stored])),
        ),
      processes: (query) =>
        call('processes', () =>
          query?.id === undefined
            ? Processes.parse([...processes.keys()].map((id) => ({ id })))
            : Processes.parse([{ id: query.id, metadata: { 'restreamer-ui': scene.metadata } }]),
        ),
    },
    channels: () => scene.channels.map((id) => ({ id, ...(storage && { delivery: { ...IN_MEMORY, storage } }) })),
    isLive: (id) => scene.live.includes(id),
    mayAct: () => scene.acting,
    busyPercent,
    tell: (event) => events.push(event),
    now: () => second * 1000,
    wall: () => WALL + second * 1000,
    async pause(ms) {
      second += ms / 1000;
    },
  });
  return {
    ...{ scene, looks, calls, events, files, disk, processes, settings },
    mostRunning: () => mostRunning,
    count: (name: string) => calls.filter((made) => made === name).length,
    report: (channel: string) => parseLookReport(String(files.get(lookReportFile(channel)) ?? '')),
    async advance(seconds: number) {
      const until = second + seconds;
      await looks.run(endIn(() => second >= until));
    },
  };
}

/** A signal that is aborted as soon as the condition is true. */
function endIn(isOver: () => boolean): AbortSignal {
  const { signal } = new AbortController();
  return new Proxy(signal, {
    get: (target, key) => (key === 'aborted' ? isOver() : Reflect.get(target, key, target)),
  });
}

const frames = (picture: keyof typeof PICTURES) => new Uint8Array(1152 * 12).fill(picture === 'black' ? 2 : 90);

describe('looks at channels', () => {
  it('are made every 30 s where they are switched on, and leave nothing behind', async () => {
    const { advance, count, report, processes, files } = simulate();
    await advance(125);
    expect(count(`add ${lookId(1)}`)).toBe(5);
    expect(report(ONE)).toMatchObject({ picture: { status: 'moving' }, sound: { status: 'heard' }, failure: null });
    expect(report(TWO)).toBeNull();
    expect([...processes.keys()]).toEqual([]);
    expect([...files.keys()].filter((name) => /grey|look.*m3u8/.test(name))).toEqual([]);
  });

  it('are not made where nobody asked for them', async () => {
    const { advance, calls, looks } = simulate({ settings: {} });
    await advance(120);
    expect(new Set(calls)).toEqual(new Set(['settings', 'processes', 'list']));
    expect(looks.status()).toBe('off');
  });

  it('are made one at a time', async () => {
    const { advance, mostRunning, report } = simulate({ settings: { [ONE]: ON, [TWO]: ON } });
    await advance(120);
    expect(mostRunning()).toBe(1);
    expect([report(ONE)?.at, report(TWO)?.at]).not.toContain(null);
  });

  it.each<[string, Scene]>([
    ['a channel that is off', { live: [] }],
    ['a machine whose processor is busy', { cpu: 95 }],
    ['another agent that acts', { acting: false }],
    ['settings of a newer version', { settings: { [ONE]: { version: 2, look: { on: true } } } }],
  ])('are not made with %s', async (_, options) => {
    const { advance, count } = simulate(options);
    await advance(120);
    expect(count(`add ${lookId(1)}`)).toBe(0);
  });

  it('pause while the processor is busy, which is told once', async () => {
    const { advance, scene, events, looks, count } = simulate({ cpu: 95 });
    await advance(60);
    expect([events, looks.status()]).toEqual([[{ event: 'looks-paused', percent: 95 }], 'paused']);
    scene.cpu = 20;
    await advance(60);
    expect(events.at(-1)).toEqual({ event: 'looks-resumed' });
    expect(count(`add ${lookId(1)}`)).toBeGreaterThan(0);
  });

  it('do not stay paused once no channel is live', async () => {
    const { advance, scene, events, looks } = simulate({ cpu: 95 });
    await advance(60);
    [scene.live, scene.cpu] = [[], 20];
    await advance(30);
    expect([events.at(-1), looks.status()]).toEqual([{ event: 'looks-resumed' }, 'looking']);
  });

  it('leave nothing of the last channel, even if its report cannot be deleted at first', async () => {
    const { advance, scene, looks, report, settings } = simulate();
    await advance(40);
    expect(report(ONE)).not.toBeNull();
    scene.channels = [];
    delete settings[ONE];
    scene.before = (made) => {
      if (made === `remove ${lookReportFile(ONE)}`) throw new CoreError(503, 'busy');
    };
    await advance(30);
    scene.before = () => undefined;
    await advance(30);
    expect([report(ONE), looks.reports()]).toEqual([null, {}]);
  });

  it('do not pause where the operator allows any load', async () => {
    const { advance, events, count } = simulate({ cpu: 100, busyPercent: 100 });
    await advance(60);
    expect([events, count(`add ${lookId(1)}`) > 0]).toEqual([[], true]);
  });

  it('report black video within 40 s, and its end within 15 s', async () => {
    const { advance, scene, report, looks } = simulate();
    await advance(62);
    scene.picture = 'black';
    await advance(40);
    expect(report(ONE)?.picture?.status).toBe('black');
    scene.picture = 'moving';
    await advance(15);
    expect(looks.report(ONE)?.picture?.status).toBe('moving');
  });

  it('tell a frozen picture from one that never moved', async () => {
    const { advance, scene, looks } = simulate();
    scene.picture = 'still';
    await advance(60);
    expect(looks.report(ONE)?.picture?.status).toBe('still');
    scene.picture = 'moving';
    await advance(40);
    scene.picture = 'still';
    await advance(40);
    expect(looks.report(ONE)?.picture?.status).toBe('frozen');
  });

  it('continue from the report of a killed agent, and remove what it left', async () => {
    const first = simulate();
    await first.advance(40);
    first.scene.picture = 'still';
    await first.advance(40);
    const { advance, scene, files, processes, looks } = simulate();
    scene.picture = 'still';
    files.set(lookReportFile(ONE), JSON.stringify({ ...first.report(ONE), at: WALL - 9000 }));
    files.set('look-0123.grey', 'x');
    processes.set(lookId(1), ProcessConfig.parse({ id: lookId(1) }));
    processes.set(lookId(2), ProcessConfig.parse({ id: lookId(2) }));
    await advance(5);
    expect([[...processes.keys()], files.has('look-0123.grey')]).toEqual([[], false]);
    expect(looks.report(ONE)?.picture?.status).toBe('frozen');
  });

  it('leave no playlist on the disk, neither their own nor that of a killed agent', async () => {
    const { advance, scene, disk, count } = simulate({ storage: 'diskfs' });
    const [left, own] = [`/look-${'0'.repeat(32)}.m3u8`, '/look-of-the-day.m3u8'];
    disk.add(left).add(own);
    await advance(5);
    expect([...disk]).toEqual([own]);
    let deletions = 0;
    scene.before = (made) => {
      // The second one of a look deletes what it has added.
      if (made === `delete ${lookId(1)}` && ++deletions === 2) throw new CoreError(500, 'no');
    };
    await advance(35);
    expect(count(`add ${lookId(1)}`)).toBeGreaterThan(1);
    expect([deletions, [...disk]]).toEqual([2, [own]]);
  });

  it('count a still picture as a failure of the source only if the operator has asked for it', async () => {
    const hold = { limitMinutes: 30, stillSeconds: 20, card: {} };
    const asked = simulate({ settings: { [ONE]: { version: 1, hold } } });
    asked.scene.picture = 'still';
    await asked.advance(5);
    expect(asked.looks.isBlank(ONE)).toBe(false);
    await asked.advance(40);
    expect(asked.looks.isBlank(ONE)).toBe(true);
    asked.scene.picture = 'moving';
    await asked.advance(40);
    expect(asked.looks.isBlank(ONE)).toBe(false);
    const unasked = simulate();
    unasked.scene.picture = 'still';
    await unasked.advance(120);
    expect(unasked.looks.isBlank(ONE)).toBe(false);
  });

  it('take no still picture or silence that the operator has chosen for a fault', async () => {
    const { advance, scene, looks } = simulate();
    scene.metadata = {
      version: 1,
      sources: [
        {
          ...{ type: 'virtualvideo', settings: {}, inputs: [{ address: 'color', options: ['-f', 'lavfi'] }] },
          streams: [{ type: 'video', codec: 'h264', index: 0, stream: 0, width: 640, height: 360 }],
        },
      ],
      profiles: [{ video: { source: 0, stream: 0, encoder: {}, decoder: {} }, audio: { source: -1, stream: -1 } }],
    };
    scene.picture = 'black';
    await advance(70);
    expect(looks.report(ONE)).toMatchObject({ picture: null, sound: { status: 'heard' } });
  });

  it.each<[string, (sim: ReturnType<typeof simulate>) => void, string]>([
    ['is refused by the core', ({ scene }) => (scene.before = refuse(/^start/, 400)), 'refused'],
    ['exceeds the process limit', ({ scene }) => (scene.before = refuse(/^add/, 400)), 'refused'],
    ['fails', ({ scene }) => (scene.exec = 'failed'), 'failed'],
    ['hangs', ({ scene }) => (scene.exec = 'running'), 'slow'],
    ['finds no playlist', ({ files }) => files.clear(), 'unreadable'],
    ['finds a page', ({ files }) => files.set(`${ONE}.m3u8`, '<html>'), 'unreadable'],
    [
      'prints 10 MB',
      ({ scene }) => (scene.lines = Array<string>(10_000).fill(`[h264 @ 0x1] ${'x'.repeat(1000)}`)),
      'unreadable',
    ],
  ])('are tried more and more rarely if one %s, which is told once', async (_, act, cause) => {
    const sim = simulate();
    act(sim);
    await sim.advance(3600);
    expect(sim.events).toEqual([{ event: 'look-failed', channel: ONE, cause }]);
    expect(sim.looks.report(ONE)).toMatchObject({ picture: null, failure: cause });
    expect(sim.count(`read /${ONE}.m3u8`)).toBeLessThan(16);
    expect(sim.processes.size).toBe(0);
  });

  it('look at audio alone after a look without video', async () => {
    const { advance, scene, looks, processes, events } = simulate();
    scene.exec = 'failed';
    scene.lines = ["Stream map '0:v:0' matches no streams."];
    await advance(5);
    scene.exec = 'finished';
    scene.lines = [];
    await advance(30);
    expect(looks.report(ONE)).toMatchObject({ picture: null, sound: { status: 'heard' }, failure: null });
    expect([processes.size, events]).toEqual([0, []]);
    await advance(600);
    expect(looks.report(ONE)?.picture?.status).toBe('moving');
  });

  it.each(['delete', 'add', 'start', 'state', 'report', 'read look', 'write', 'remove'])(
    'go on after the core has not responded to "%s"',
    async (name) => {
      const { advance, scene, report, processes } = simulate();
      let failures = 3;
      scene.before = (made) => {
        if (!made.startsWith(name) && !made.startsWith(`${name.split(' ')[0]} /${name.split(' ')[1]}-`)) return;
        if (failures-- > 0) throw new CoreError(-1, 'network');
      };
      await advance(120);
      expect(report(ONE)?.picture?.status).toBe('moving');
      expect(processes.size).toBe(0);
    },
  );

  it('forget a channel whose looks are switched off', async () => {
    const { advance, settings, files, looks } = simulate();
    await advance(40);
    delete settings[ONE];
    await advance(40);
    expect([files.has(lookReportFile(ONE)), looks.report(ONE)]).toEqual([false, null]);
  });

  it('stop with the agent, without a process or a result of a moment later', async () => {
    const { advance, scene, processes, report } = simulate();
    scene.exec = 'running';
    await advance(3);
    expect([processes.size, report(ONE)]).toEqual([0, null]);
  });

  it('read the newest segments of the channel', async () => {
    const { advance, scene, processes, files } = simulate();
    let seen: ProcessConfig | undefined;
    let list: string | undefined;
    scene.before = (made) => {
      if (made.startsWith('state')) seen = processes.get(lookId(1));
      const [, path = ''] = /^\{memfs\}\/(look-.*)$/.exec(seen?.input[0]?.address ?? '') ?? [];
      list ??= files.has(path) ? String(files.get(path)) : undefined;
    };
    await advance(3);
    expect(seen?.reference).toBe(ONE);
    expect(seen?.input[0]?.address).toMatch(/^\{memfs\}\/look-[0-9a-f]{32}\.m3u8$/);
    expect(seen?.input[0]?.options.join(' ')).toContain('-t 12');
    expect(list?.match(/\.ts/g)).toHaveLength(6);
  });
});

function refuse(pattern: RegExp, code: number) {
  return (call: string) => {
    if (pattern.test(call)) throw new CoreError(code, 'no');
  };
}
