import { describe, expect, it } from 'vitest';
import { ProcessConfig, ProcessState } from '../../api/answers/process.ts';
import { maskText } from '../masking/mask.ts';
import type { Progress } from '../run/progress.ts';
import { diagnoseFailure } from './diagnoseFailure.ts';
import { type FailureContext, failureAfter, isRead, stripLogPrefix } from './processFailure.ts';

const start = { order: 'start', seconds: 2 } as const;
const facts: FailureContext = { role: 'target', channel: 'c', seenAt: 100_000, waiting: false };
const message = 'Conversion failed!';
const failed: Progress = { status: 'error', ...start, message, retryIn: 5 };
const connecting: Progress = { status: 'connecting', ...start };
const first = failureAfter(null, failed, facts);

const running = ProcessState.parse({ order: 'start', exec: 'running' });

const report = (log: string[], history: string[][] = []) => {
  const run = (lines: string[]) => ({
    created_at: 98,
    prelude: [],
    log: lines.map((line, i) => [String(98 + i), line]),
  });
  return { ...run(log), history: history.map(run) };
};

describe('a failure', () => {
  it('consists of its time and line', () =>
    expect(first).toEqual({
      cause: 'unknown',
      evidence: message,
      line: message,
      at: 98_000,
      words: null,
      since: 98_000,
    }));
  it('stays the same object while it lasts, and during the next retry', () => {
    expect(failureAfter(first, { ...failed, seconds: 3 }, { ...facts, seenAt: 101_400 })).toBe(first);
    expect(failureAfter(first, connecting, facts)).toBe(first);
  });
  it('is replaced when the process fails again', () =>
    expect(failureAfter(first, failed, { ...facts, seenAt: 120_000 })).toMatchObject({ at: 118_000, words: null }));
  it('that happens again keeps its texts until the new log is read, and its cause unless there is another', () => {
    const line = '[out @ 0x55aa] Conversion failed!';
    const then = failureAfter(null, { ...failed, message: line }, facts) ?? expect.unreachable();
    const read = diagnoseFailure(then, {}, facts);
    const later = { ...facts, seenAt: 120_000 };
    const again = failureAfter(read, { ...failed, message: '[out @ 0x66bb] Conversion failed!' }, later);
    expect(again).toMatchObject({ words: read.words, at: 118_000, unread: true });
    expect(isRead(again ?? expect.unreachable())).toBe(false);
    expect(isRead(diagnoseFailure(again ?? expect.unreachable(), {}, facts))).toBe(true);
    const named = { ...read, cause: 'refused' } as const;
    const bare = failureAfter(named, { ...failed, message: 'Broken pipe' }, later) ?? expect.unreachable();
    expect(bare).toMatchObject({ cause: 'refused', words: read.words, unread: true });
    expect(diagnoseFailure(bare, { report: report(['Conversion failed!']) }, facts).cause).toBe('refused');
    const lines = ['[rtmp @ 0x5] Server error: Stream key is not valid', 'Broken pipe'];
    expect(diagnoseFailure(bare, { report: report(lines) }, facts).cause).toBe('key-refused');
    const excused = { ...read, cause: 'channel-not-running' } as const;
    expect(failureAfter(excused, { ...failed, message: line }, later)?.words).toBeNull();
  });
  it('lasts since the first of a series of failures, or since the previous run stalled', () => {
    const again = failureAfter(first, failed, { ...facts, seenAt: 120_000 });
    expect(again?.since).toBe(98_000);
    expect(failureAfter(null, failed, { ...facts, movedAt: 70_000 })?.since).toBe(70_000);
  });
  it('ends as soon as frames arrive, ten seconds before the process is live', () => {
    const at = (beganAt: number): FailureContext => {
      const movedAt = beganAt + 2000;
      const readings = [{ frames: 50, sizeKb: 0, seconds: 2, at: movedAt }];
      return { ...facts, flow: { readings, beganAt, movedAt } };
    };
    expect(failureAfter(first, connecting, at(100_000))).toBeNull();
    expect(failureAfter(first, connecting, { ...facts, flow: null })).toBe(first);
  });
  it('ends when the process is live or stopped', () => {
    expect(failureAfter(first, { ...failed, order: 'stop' }, facts)).toBeNull();
    expect(failureAfter(first, { status: 'disconnected', order: 'stop', seconds: 1, retryIn: null }, facts)).toBeNull();
  });
  it('of a publication whose channel sends nothing needs no log', () =>
    expect(failureAfter(null, failed, { ...facts, waiting: true })).toMatchObject({
      cause: 'channel-not-running',
    }));
  it.each([
    ['Error opening input files: Server returned 404 Not Found', 'channel-not-running'],
    ['[in#0 @ 0x5581] Error opening input: Server returned 404 Not Found', 'channel-not-running'],
    ['http://127.0.0.1:8080/memfs/c.m3u8: Server returned 404 Not Found', 'channel-not-running'],
    ['Error opening output files: Server returned 404 Not Found', 'unknown'],
    ['http://192.0.2.1/upload.m3u8: Server returned 404 Not Found', 'unknown'],
  ])('of a publication that cannot read its channel has the cause %s', (message, cause) => {
    const onChannel = { ...facts, channel: 'memfs/c.m3u8' };
    expect(failureAfter(null, { ...failed, message: message }, onChannel)).toMatchObject({ cause, words: null });
    const source = failureAfter(null, { ...failed, message: message }, { ...onChannel, role: 'source' });
    expect(source?.cause).toBe('unknown');
  });
  it('may be an end without a message', () =>
    expect(failureAfter(null, { status: 'disconnected', ...start, retryIn: 5 }, facts)).toMatchObject({
      cause: 'ended',
      line: '',
      words: null,
    }));
});

describe('the log of a failure', () => {
  const refused = ['Input #0, hls', '[rtmp @ 0x5] Server error: Stream key is not valid', message];
  const failure = first ?? expect.unreachable();
  it.each([
    ['of the run', report(refused), 'key-refused'],
    ['of the previous run, as the next one has started', report(['Input #0, hls'], [['x'], refused]), 'key-refused'],
    ['of a run that ended in another way', report(['Input #0, hls'], [['x', 'Connection refused']]), 'unknown'],
    ['that is empty', report([]), 'unknown'],
    ['a missing log', null, 'unknown'],
  ])('is searched for the cause: %s', (_, log, cause) =>
    expect(diagnoseFailure(failure, { report: log }, facts)).toMatchObject({
      cause,
      line: message,
      words: expect.anything(),
    }),
  );

  it('distinguishes a rejection after the start from a lost connection by the time', () => {
    const lines = (n: number) => [...Array(n).fill('x'), 'av_interleaved_write_frame(): Broken pipe', message];
    expect(diagnoseFailure(failure, { report: report(lines(2)) }, facts).cause).toBe('closed-after-start');
    expect(diagnoseFailure(failure, { report: report(lines(30)) }, facts).cause).toBe('connection-lost');
  });

  it.each([
    [0, 0, null],
    [50, 0, 'The process exceeded its CPU limit.'],
    [0, 200, 'The process exceeded its memory limit.'],
  ])('mentions a limit as an alternative if one is set: %d %%, %d MB', (cpu_usage, memory_mbytes, also) => {
    const line = 'Exiting normally, received signal 2.';
    const config = ProcessConfig.parse({ id: 'x', limits: { cpu_usage, memory_mbytes } });
    const ended = { ...failure, line };
    const log = report(['Input #0, hls', "Output #0, flv, to 'x'", line]);
    expect(diagnoseFailure(ended, { report: log, config }, facts)).toMatchObject({ cause: 'stale', words: { also } });
    expect(diagnoseFailure(failure, { report: report(refused), config }, facts).cause).toBe('key-refused');
  });

  it('of the core is more precise than that of ffmpeg', () => {
    const line = 'rtmp://localhost/live/camera.stream?token=x: Input/output error';
    const config = ProcessConfig.parse({ id: 'x', input: [{ id: 'i', address: '{rtmp,name=camera.stream}' }] });
    const logged = (seconds: number, path: string) =>
      `ts=${new Date((98 + seconds) * 1000).toISOString()} level=INFO component="RTMP" msg="invalid streamkey (x)" action="FORBIDDEN" path="${path}" who="PLAY"`;
    const source = { ...facts, role: 'source' } as const;
    const learnedWith = (core: string[]) =>
      diagnoseFailure({ ...failure, line: maskText(line) }, { report: report([line]), config, core }, source).cause;
    expect(learnedWith([])).toBe('waiting-push');
    // The core reads with the right token, so the rejected client is the encoder.
    expect(learnedWith([logged(0, '/live/camera.stream')])).toBe('push-refused');
    expect(learnedWith([logged(-20, '/live/camera.stream')])).toBe('push-refused');
    expect(learnedWith([logged(0, '/live/another.stream')])).toBe('waiting-push');
    expect(learnedWith([logged(-600, '/live/camera.stream')])).toBe('waiting-push');
  });

  it.each([
    ['right', 0],
    ['a minute ahead', 60],
    ['a minute slow', -60],
  ])("of the core is searched by the core's clock, which is %s", (_, ahead) => {
    const line = 'Exiting normally, received signal 2.';
    const at = (seconds: number) => 98 + ahead + seconds;
    const logged = (seconds: number, text: string) =>
      `ts=${new Date(at(seconds) * 1000).toISOString()} level=INFO component="Process" msg="${text}" id="x"`;
    const report = {
      created_at: at(0),
      prelude: [],
      log: [
        [String(at(1)), "Output #0, flv, to 'x'"],
        [String(at(2)), line],
      ],
    };
    const config = ProcessConfig.parse({ id: 'x', limits: { cpu_usage: 50 } });
    const core = [logged(-30, 'Stopping because limits are exceeded'), logged(2, 'Stale timeout after 10s (10.00).')];
    const runLog = { report: { ...report, history: [] }, config };
    expect(diagnoseFailure({ ...failure, line }, { ...runLog, core }, facts)).toMatchObject({ cause: 'stale' });
    const limited = [
      logged(2, 'Stopping because limits are exceeded'),
      logged(-30, 'Stale timeout after 10s (10.00).'),
    ];
    expect(diagnoseFailure({ ...failure, line }, { ...runLog, core: limited }, facts).cause).toBe('limit-cpu');
  });

  it('shows a rejection although the core reports "finished"', () => {
    // ffmpeg 7 ends with exit code 255.
    const quiet = failureAfter(null, { status: 'disconnected', ...start, retryIn: null }, facts);
    const log = report([
      '[rtmp @ 0x5] Server error: Stream key is not valid',
      'Error opening output files: Operation not permitted',
    ]);
    expect(diagnoseFailure(quiet ?? expect.unreachable(), { report: log }, facts).cause).toBe('key-refused');
    const nothing = diagnoseFailure(
      quiet ?? expect.unreachable(),
      { report: report(["Output #0, flv, to 'x'", 'video:1kB']) },
      facts,
    );
    expect(nothing.words?.title).toBe('{{name}} has stopped.');
  });

  it('of the previous run is used if it ended without a message and the next one has started', () => {
    const quiet = { ...failure, cause: 'ended', line: '' } as const;
    const lost = [
      "Input #0, rtsp, from 'rtsp://cam':",
      "Output #0, hls, to 'x':",
      'rtsp://cam: Connection reset by peer',
    ];
    const runLog = { report: report(["Input #0, rtsp, from 'rtsp://cam':"], [lost]), state: running };
    expect(diagnoseFailure(quiet, runLog, { ...facts, role: 'source' }).cause).toBe('source-lost');
  });
});

it.each([
  ['[rtmp @ 0x55c2d1e0] Server error: NetConnection.Connect.Rejected', 'Server error: NetConnection.Connect.Rejected'],
  ['[out#0/flv @ 0x5581] [error] Broken pipe', 'Broken pipe'],
  ['[error] Conversion failed!', ''],
  ['[aac @ 0x55d0] Qavg: 312.5', ''],
  ['[out#0/hls @ 0x55d0] video:86KiB audio:24KiB subtitle:0KiB', ''],
  ['rtmp://h/live: [::1] refused', 'rtmp://h/live: [::1] refused'],
  ['[in#0 @ 0x5581]', '[in#0 @ 0x5581]'],
  ['', ''],
])('the prefix of a log line is removed: %s', (line, bare) => expect(stripLogPrefix(line)).toBe(bare));
