import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Child, ExitStatus } from '../ffmpeg/child.ts';
import { resolveProcess } from './command/resolveProcess.ts';
import { createProcess, type ProcessDeps } from './process.ts';
import { createBlankConfig, type ProcessPatch, patchConfig } from './store/processConfig.ts';
import { placeholders } from './testing.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000_000_000 }));
afterEach(() => vi.useRealTimers());

const FRAME = 'frame=   25 fps= 25 q=29.0 size=N/A time=00:00:01.00 bitrate=N/A speed=1x';

function open(patch: Partial<ProcessPatch> = {}, roomAt?: ProcessDeps['roomAt'], memoryRoomBytes = () => 0) {
  const children: {
    say(line: string): void;
    exit(end: ExitStatus): void;
    interrupts: number;
    args: readonly string[];
  }[] = [];
  const messages: string[] = [];
  const config = patchConfig(createBlankConfig(), {
    id: 'p',
    input: [{ id: 'i', address: 'in' }],
    output: [{ id: 'o', address: '-' }],
    ...patch,
  });
  const launch = (args: readonly string[], onLine: (line: string) => void): Child => {
    let exit: (end: ExitStatus) => void = () => {};
    const ended = new Promise<ExitStatus>((settle) => {
      exit = settle;
    });
    const child = { say: onLine, exit, interrupts: 0, args };
    children.push(child);
    return {
      pid: process.pid,
      ended,
      end: () => {
        child.interrupts += 1;
      },
    };
  };
  const subject = createProcess(
    config,
    resolveProcess(config, placeholders, () => null),
    {
      launch,
      maxLines: 10,
      maxHistory: 3,
      memoryRoomBytes,
      readPlaylistVersions: async () => new Map(),
      onFreshOutput: () => undefined,
      onExec: () => undefined,
      isLive: ({ address }) => address.startsWith('udp:'),
      onUnwatchable: () => undefined,
      signed: (output) => output,
      note: (_, message) => messages.push(message),
      ...(roomAt ? { roomAt } : {}),
    },
  );
  const newest = () => {
    const child = children.at(-1);
    if (child === undefined) throw new Error('nothing was started');
    return child;
  };
  const readState = () => {
    const { order, exec, runtime_seconds, reconnect_seconds } = subject.state();
    return [order, exec, runtime_seconds, reconnect_seconds];
  };
  const exit = async (end: ExitStatus) => {
    newest().exit(end);
    await vi.advanceTimersByTimeAsync(0);
  };
  const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  return { subject, children, newest, shown: readState, exit, advance, messages };
}

const reconnecting = { reconnect: true, reconnect_delay_seconds: 5 };

it('a new process is finished with order stop', async () => {
  const { shown, advance, subject } = open(reconnecting);
  await advance(2.5);
  expect(shown()).toEqual(['stop', 'finished', 2, -1]);
  expect(subject.state()).toMatchObject({
    command: ['-i', 'in', '-'],
    last_logline: '',
    progress: { inputs: [], outputs: [], frame: 0 },
    memory_bytes: 0,
    cpu_usage: 0,
  });
});

it('a failed process counts down and restarts', async () => {
  const { subject, shown, advance, exit, newest, children } = open(reconnecting);
  await subject.command('start');
  expect(shown()).toEqual(['start', 'running', 0, -1]);
  newest().say('in: No such file or directory');
  await advance(1.2);
  await exit('failed');
  expect(shown()).toEqual(['start', 'failed', 0, 5]);
  await advance(0.2);
  expect(shown()).toEqual(['start', 'failed', 0, 4]);
  await advance(4.1);
  expect(shown()).toEqual(['start', 'failed', 4, 0]);
  expect(subject.state().last_logline).toBe('in: No such file or directory');
  await advance(0.7);
  expect(shown()).toEqual(['start', 'running', 0, -1]);
  expect(subject.state().last_logline).toBe('');
  expect(subject.report().history).toHaveLength(1);
  expect(children).toHaveLength(2);
});

it.each(['finished', 'failed', 'killed'] as const)(
  'a %s process without reconnect stays dead with order start',
  async (end) => {
    const { subject, shown, advance, exit, children } = open();
    await subject.command('start');
    await exit(end);
    await advance(100);
    await subject.command('start');
    expect(shown()).toEqual(['start', end, 100, -1]);
    expect(children).toHaveLength(1);
    await subject.command('stop');
    await subject.command('start');
    expect(children).toHaveLength(2);
  },
);

it.each([
  ['with reconnect', reconnecting],
  ['without reconnect', {}],
])('a process rereads its input at once %s, and once for several changes', async (_, config) => {
  const { subject, advance, exit, newest, children } = open(config);
  await subject.command('start');
  await advance(5);
  expect([1, 2, 3].map(() => subject.readAnew({ isOther: true }))).toEqual([true, false, false]);
  expect(newest().interrupts).toBe(1);
  await exit('finished');
  expect(children).toHaveLength(2);
  await advance(5);
  await exit('failed');
  await advance(4);
  expect(children).toHaveLength(2);
});

it('a stopped process does not reread, and a returning input ends the countdown', async () => {
  const { subject, advance, exit, children } = open(reconnecting);
  subject.wake();
  expect(subject.readAnew({ isOther: false })).toBe(false);
  await subject.command('start');
  await advance(2);
  subject.wake();
  await exit('failed');
  await advance(1);
  expect(children).toHaveLength(1);
  subject.wake();
  await advance(0);
  expect(children).toHaveLength(2);
});

it('a process restarts at most once a second, however often its input returns', async () => {
  const { subject, advance, exit, children } = open(reconnecting);
  await subject.command('start');
  for (let i = 0; i < 20; i += 1) {
    await exit('failed');
    subject.wake();
    await advance(0.1);
  }
  expect(children.length).toBeLessThanOrEqual(3);
});

it('a stop resolves after the exit, and shows finishing until then', async () => {
  const { subject, shown, exit, newest, advance, children } = open(reconnecting);
  await subject.command('start');
  let isStopped = false;
  const stopped = subject.command('stop').then(() => {
    isStopped = true;
  });
  await advance(1);
  expect([isStopped, newest().interrupts, ...shown()]).toEqual([false, 1, 'stop', 'finishing', 1, -1]);
  await exit('finished');
  await stopped;
  await advance(60);
  expect(shown()).toEqual(['stop', 'finished', 60, -1]);
  expect(children).toHaveLength(1);
});

it('a stop during the countdown only clears the countdown', async () => {
  const { subject, shown, exit, advance, children } = open(reconnecting);
  await subject.command('start');
  await exit('failed');
  await advance(1);
  await subject.command('stop');
  expect(shown()).toEqual(['stop', 'failed', 1, -1]);
  await advance(60);
  expect(children).toHaveLength(1);
});

describe('the restart command', () => {
  it('interrupts and waits for the whole delay', async () => {
    const { subject, shown, exit, newest, advance, children } = open(reconnecting);
    await subject.command('start');
    await subject.command('restart');
    expect([newest().interrupts, ...shown()]).toEqual([1, 'start', 'finishing', 0, -1]);
    await exit('finished');
    expect(shown()).toEqual(['start', 'finished', 0, 5]);
    await advance(4.9);
    expect(children).toHaveLength(1);
    await advance(0.1);
    expect(children).toHaveLength(2);
  });

  it('does not start again without reconnect', async () => {
    const { subject, shown, exit, advance, children } = open();
    await subject.command('start');
    await subject.command('restart');
    await exit('finished');
    await advance(60);
    expect([children.length, ...shown()]).toEqual([1, 'start', 'finished', 60, -1]);
  });

  it('does nothing during the countdown', async () => {
    const { subject, exit, advance, children } = open(reconnecting);
    await subject.command('start');
    await exit('failed');
    await subject.command('restart');
    await advance(1);
    expect(children).toHaveLength(1);
  });
});

describe('the stale timeout', () => {
  const stale = { ...reconnecting, stale_timeout_seconds: 4 };

  it('interrupts a process without new frames', async () => {
    const { subject, newest, advance, messages, shown, exit } = open(stale);
    await subject.command('start');
    newest().say(FRAME);
    await advance(3);
    expect(newest().interrupts).toBe(0);
    await advance(1);
    expect([newest().interrupts, ...shown()]).toEqual([1, 'start', 'finishing', 0, -1]);
    await exit('finished');
    // The real core's wording.
    expect(messages).toEqual(['Started', 'Stale timeout after 4s (4.00).', 'Stopping', 'Finished']);
    expect(shown()).toEqual(['start', 'finished', 0, 5]);
  });

  it.each([
    ['frames', (second: number) => FRAME.replace('25', String(25 * second))],
    ['audio only', (second: number) => `size=N/A time=00:00:0${second}.00 bitrate=N/A speed=1x`],
  ])('ignores a process that outputs %s', async (_, line) => {
    const { subject, newest, advance } = open(stale);
    await subject.command('start');
    for (let second = 1; second < 10; second += 1) {
      newest().say(line(second));
      await advance(1);
    }
    expect(newest().interrupts).toBe(0);
  });

  it('does not count repeated frames', async () => {
    const { subject, newest, advance } = open(stale);
    await subject.command('start');
    for (let second = 1; second < 10; second += 1) {
      newest().say(FRAME);
      await advance(1);
    }
    expect(newest().interrupts).toBe(1);
  });
});

it('progress and streams are shown only while the process runs', async () => {
  const { subject, newest, exit } = open();
  await subject.command('start');
  newest().say("Input #0, lavfi, from 'in':");
  newest().say('  Stream #0:0: Video: rawvideo (I420 / 0x30323449), yuv420p, 320x180, 25 tbr, 25 tbn');
  newest().say("Output #0, null, to 'pipe:':");
  newest().say('  Stream #0:0: Audio: aac (LC), 44100 Hz, mono, fltp, 64 kb/s');
  expect(subject.state().progress).toMatchObject({ inputs: [], frame: 0 });
  newest().say(FRAME);
  newest().say('[hls @ 0x1] Opening a.ts');
  expect(subject.stateJson()).toBe(JSON.stringify(subject.state()));
  const { progress, last_logline } = subject.state();
  expect(progress).toMatchObject({ frame: 25, q: 29, time: 1, speed: 1, size_kb: 0 });
  expect(progress.inputs).toMatchObject([{ id: 'i', address: 'in', type: 'video', codec: 'rawvideo', width: 320 }]);
  expect(progress.outputs).toMatchObject([
    { id: 'o', address: 'pipe:', type: 'audio', sampling_hz: 44100, layout: 'mono' },
  ]);
  expect(last_logline).toBe('[hls @ 0x1] Opening a.ts');
  expect(subject.report().prelude).toHaveLength(4);
  await exit('finished');
  expect(subject.state().progress).toMatchObject({ inputs: [], outputs: [], frame: 0 });
  expect(subject.stateJson()).toBe(JSON.stringify(subject.state()));
});

describe('a process whose files do not fit into the memory', () => {
  const MB = 1024 * 1024;
  const messageFor = (file: string) => `/memfs/${file}: No space left in the memory storage`;

  it('ends after some seconds, waits for room and logs the reason', async () => {
    let room = 10_000;
    const { subject, shown, advance, exit, newest, children, messages } = open(reconnecting, undefined, () => room);
    await subject.command('start');
    subject.uploadRefused('/cam_1.ts');
    expect(subject.state().last_logline).toBe(messageFor('cam_1.ts'));
    await advance(4);
    subject.uploadRefused('/cam_2.ts');
    expect(newest().interrupts).toBe(0);
    await advance(2);
    subject.uploadRefused('/cam_3.ts');
    subject.uploadRefused('/cam_4.ts');
    expect(newest().interrupts).toBe(1);
    expect(messages).toContain('Stopping because the memory storage is full');
    newest().say('Exiting normally, received signal 2.');
    await exit('finished');
    expect(subject.state().last_logline).toBe(messageFor('cam_3.ts'));
    await advance(12);
    expect(shown().slice(0, 2)).toEqual(['start', 'failed']);
    expect(messages).toContain('Not started because the memory storage is full');
    expect([subject.state().last_logline, children.length]).toEqual([messageFor('cam_3.ts'), 1]);
    room = MB;
    await advance(6);
    expect([...shown().slice(0, 2), children.length]).toEqual(['start', 'running', 2]);
  });

  it('continues after a few passing rejections', async () => {
    const { subject, advance, newest, exit } = open(reconnecting);
    await subject.command('start');
    for (let hour = 0; hour < 3; hour += 1) {
      subject.uploadRefused('/cam_1.ts');
      await advance(3600);
    }
    expect(newest().interrupts).toBe(0);
    newest().say('in: Connection reset by peer');
    await exit('failed');
    expect(subject.state().last_logline).toBe('in: Connection reset by peer');
  });

  it('logs the reason even if ffmpeg exits by itself', async () => {
    const { subject, newest, exit } = open(reconnecting);
    await subject.command('start');
    subject.uploadRefused('/cam.jpg');
    newest().say('Conversion failed!');
    await exit('failed');
    expect(subject.state().last_logline).toBe(messageFor('cam.jpg'));
    subject.uploadRefused('/late.jpg');
  });
});

describe('a recording', () => {
  const GB = 1_000_000_000;
  const recording = (options: string[], address = '/srv/disk/show.mp4') => ({
    ...{ ...reconnecting, output: [{ id: 'o', address, options }] },
  });
  const SEGMENTS = ['-f', 'segment', '-strftime', '1'];

  it('ends before its disk is full, waits for room and logs the reason', async () => {
    const room = { freeBytes: 30 * GB, totalBytes: 100 * GB };
    const { subject, shown, advance, exit, newest, children, messages } = open(recording(SEGMENTS), async () => room);
    await subject.command('start');
    await advance(12);
    expect(newest().interrupts).toBe(0);
    room.freeBytes = GB - 1;
    await advance(12);
    expect(newest().interrupts).toBe(1);
    expect(messages).toContain('Stopping because the disk is nearly full');
    newest().say('Exiting normally, received signal 2.');
    await exit('finished');
    expect(subject.state().last_logline).toBe('/srv/disk/show.mp4: No space left on device');
    await advance(5);
    expect(shown().slice(0, 2)).toEqual(['start', 'failed']);
    expect(subject.state().last_logline).toBe('/srv/disk/show.mp4: No space left on device');
    expect(children).toHaveLength(1);
    room.freeBytes = 30 * GB;
    await advance(6);
    expect(shown().slice(0, 2)).toEqual(['start', 'running']);
    expect(children).toHaveLength(2);
  });

  it('that ended before the disk responds does not affect the next run', async () => {
    const full = { freeBytes: 0, totalBytes: 100 * GB };
    const answers: ((room: typeof full) => void)[] = [];
    let isSlow = false;
    const roomAt = async () => (isSlow ? new Promise<typeof full>((settle) => answers.push(settle)) : null);
    const { subject, advance, exit, newest, children } = open(recording(SEGMENTS), roomAt);
    await subject.command('start');
    isSlow = true;
    await advance(2);
    expect(answers).toHaveLength(1);
    isSlow = false;
    await exit('finished');
    await advance(6);
    expect(children).toHaveLength(2);
    for (const settle of answers) settle(full);
    await advance(1);
    expect(newest().interrupts).toBe(0);
    newest().say('the last line');
    await exit('finished');
    expect(subject.state().last_logline).toBe('the last line');
  });

  it('that is stopped while the disk is checked does not start', async () => {
    const { subject, advance, shown, children } = open(recording(SEGMENTS), async () => null);
    await Promise.all([subject.command('start'), subject.command('stop')]);
    await advance(1);
    expect(shown().slice(0, 2)).toEqual(['stop', 'finished']);
    expect(children).toHaveLength(0);
  });

  it.each<[string, string[], string, Awaited<ReturnType<NonNullable<ProcessDeps['roomAt']>>>]>([
    ['a share of a small disk is free', SEGMENTS, '/srv/disk/x.mp4', { freeBytes: GB / 2, totalBytes: 20 * GB }],
    ['the free space is unknown', SEGMENTS, '/srv/disk/x.mp4', null],
    ['it replaces its own files', ['-f', 'hls'], '/srv/disk/x.m3u8', { freeBytes: 0, totalBytes: GB }],
    ['it writes to another machine', SEGMENTS, 'http://192.0.2.1/x.mp4', { freeBytes: 0, totalBytes: GB }],
  ])('continues if %s', async (_, options, address, room) => {
    const { subject, advance, newest } = open(recording(options, address), async () => room);
    await subject.command('start');
    await advance(25);
    expect(newest().interrupts).toBe(0);
  });
});

it('an invalid stored process is empty and cannot start', async () => {
  const config = patchConfig(createBlankConfig(), {
    id: 'p',
    input: [{ address: '#x:output=y' }],
    output: [{ address: '-' }],
  });
  const deps = {
    launch: vi.fn(),
    signed: vi.fn(),
    maxLines: 1,
    maxHistory: 1,
    onExec: vi.fn(),
    memoryRoomBytes: vi.fn(),
    readPlaylistVersions: vi.fn(),
    onFreshOutput: vi.fn(),
    isLive: vi.fn(),
    onUnwatchable: vi.fn(),
    note: vi.fn(),
  };
  const subject = createProcess(config, null, deps);
  await expect(subject.command('start')).rejects.toThrow('invalid process definition');
  expect(subject.state()).toMatchObject({ order: '', exec: '', reconnect_seconds: 0, command: null });
  expect(subject.stateJson()).toBe(JSON.stringify(subject.state()));
  expect(JSON.parse(subject.reportJson())).toEqual({
    created_at: -62135596800,
    prelude: null,
    log: [],
    history: [],
  });
  expect(await subject.probe()).toEqual({ streams: [], log: [] });
  expect(deps.launch).not.toHaveBeenCalled();
});

it('without a delay, a process restarts at most once a second, or at once after a longer run', async () => {
  const { subject, advance, exit, children } = open({ reconnect: true, reconnect_delay_seconds: 0 });
  await subject.command('start');
  await advance(0.4);
  await exit('failed');
  await advance(0.5);
  expect(children).toHaveLength(1);
  await advance(0.2);
  expect(children).toHaveLength(2);
  await advance(1.5);
  await exit('failed');
  await advance(0.1);
  expect(children).toHaveLength(3);
});

it('late video of a live source is awaited, and watched again afterwards', async () => {
  const hls = ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy', '-f', 'hls'];
  const udp = {
    input: [{ id: 'i', address: 'udp://h:1', options: [] }],
    output: [{ id: 'o', address: '{memfs}/x.m3u8', options: hls }],
  };
  const { subject, advance, exit, newest, children } = open({ ...reconnecting, ...udp });
  const isWatched = () => newest().args.at(-1) === 'pipe:1';
  const change = () => JSON.parse(subject.stateJson()).stream_change?.what;
  await subject.command('start');
  expect(isWatched()).toBe(true);
  await advance(3);
  newest().say('[framehash @ 0x559d734c6600] dimensions not set');
  await exit('failed');
  await advance(1);
  expect([children.length, isWatched(), change()]).toEqual([2, false, 'video-lost']);
  newest().say(FRAME.replace(/frame= *\d+/, 'frame=    0'));
  expect(newest().interrupts).toBe(0);
  newest().say(FRAME);
  expect([newest().interrupts, change()]).toEqual([1, 'video-added']);
  await exit('killed');
  await advance(1);
  expect([children.length, isWatched()]).toEqual([3, true]);
});

describe('a change of the system clock', () => {
  it.each([3_600_000, -3_600_000])(
    'by %d ms makes nothing stale and does not affect the countdown',
    async (shiftMs) => {
      const { shown, advance, exit, newest, children, subject } = open({ ...reconnecting, stale_timeout_seconds: 10 });
      await subject.command('start');
      newest().say(FRAME);
      await advance(2);
      vi.setSystemTime(Date.now() + shiftMs);
      await advance(2);
      expect(shown()).toEqual(['start', 'running', 4, -1]);
      expect(newest().interrupts).toBe(0);
      await exit('failed');
      vi.setSystemTime(Date.now() - shiftMs);
      await advance(2.5);
      expect(shown()).toEqual(['start', 'failed', 2, 2]);
      await advance(2.5);
      expect(shown()).toEqual(['start', 'running', 0, -1]);
      expect(children).toHaveLength(2);
    },
  );
});
