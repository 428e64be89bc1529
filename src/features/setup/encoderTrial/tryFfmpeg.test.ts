import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProcessConfig } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { FFMPEG_TRIAL_KEY, ffmpegTrialId } from '../../../api/processIds.ts';
import { aCore, someSkills } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore, type TestStore } from '../../../testing/openStore.ts';
import { logoutRequested, sessionStarted } from '../../gate/session/actions.ts';
import { coreInfoOf } from '../../gate/session/slice.ts';
import { devicesWanted } from '../source/lookForDevices.ts';
import { trialClosed, trialOpened, trialRequested, trialStopped } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Run = { exec: string; log: string[] };
type HeldProcess = { id: string; exec: string; seconds: number; log?: string[] };

const takes: Run = { exec: 'finished', log: [] };
const runs: Run = { exec: 'running', log: [] };
const refuses = (line: string): Run => ({ exec: 'failed', log: [line] });

const wordsOf = ({ input, output, options }: ProcessConfig) => [
  ...options,
  ...input.flatMap((entry) => [...entry.options, entry.address]),
  ...output.flatMap((entry) => [...entry.options, entry.address]),
];

function trying(runOf: (words: readonly string[]) => Run, others: HeldProcess[] = [], version = '10.0.0') {
  let processes: HeldProcess[] = [...others];
  const stored: Record<string, unknown> = {};
  const most = { processes: 0 };
  const answers: FakeAnswers = {
    skills: () => ({
      ...someSkills(),
      ffmpeg: { version },
      codecs: {
        video: [
          { id: 'h264', encoders: ['libx264', 'h264_nvenc'], decoders: ['h264', 'h264_cuvid'] },
          { id: 'mjpeg', encoders: ['mjpeg'], decoders: [] },
        ],
        audio: [{ id: 'aac', encoders: ['aac'], decoders: [] }],
      },
      filter: [{ id: 'scale' }, { id: 'hflip' }],
    }),
    processes: ({ id = '' } = {}) =>
      processes
        .filter((process) => id === '' || id.split(',').includes(process.id))
        .map(({ id: processId, exec, seconds, log = [] }) => ({
          id: processId,
          state: { exec, order: 'start', runtime_seconds: seconds },
          report: { log: log.map((line) => ['1', line]) },
        })),
    processAdd: ({ body }) => {
      if (processes.some(({ id }) => id === body.id)) throw new CoreError(400, 'It exists');
      const { exec, log } = runOf(wordsOf(ProcessConfig.parse(body)));
      processes.push({ id: body.id, exec, seconds: 0, log });
      most.processes = Math.max(most.processes, processes.length);
      return body;
    },
    processCommand: () => 'OK',
    processDelete: ({ id }) => {
      processes = processes.filter((process) => process.id !== id);
      return 'OK';
    },
    metadataAll: () => stored,
    metadataSet: ({ key, body }) => {
      stored[key] = body;
      return body;
    },
  };
  return { answers, stored, most, ids: () => processes.map(({ id }) => id) };
}

async function openTrial(answers: FakeAnswers) {
  const store = openStore({ core: aCore(answers) });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(trialOpened());
  await vi.dynamicImportSettled();
  await pass(0);
  return store;
}

const skillsIn = ({ getState }: TestStore) => {
  const { skills } = coreInfoOf(getState().session) ?? {};
  if (!skills) throw new Error('Nobody is in');
  return skills;
};

it('the ffmpeg trial withholds no option if ffmpeg accepts all, a few processes at a time', async () => {
  const { answers, stored, most, ids } = trying(() => takes);
  const store = await openTrial(answers);
  const before = skillsIn(store);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  await pass(200);
  expect(store.getState().encoderTrial).toMatchObject({ status: 'running', all: null });
  await pass(2_000);
  expect(store.getState().encoderTrial).toMatchObject({ status: 'running', all: expect.any(Number) });
  await pass(55_000);
  expect(store.getState().encoderTrial).toEqual({ status: 'idle', problem: null });
  const { trial, ...after } = skillsIn(store);
  expect(trial).toMatchObject({ core: '16.14.0', ffmpeg: '10.0.0', refused: [], spellings: {}, absent: [] });
  expect(trial?.done).toBe(trial?.all);
  expect(after).toEqual({ ...before, ffmpeg: { ...before.ffmpeg, spellings: {}, absent: [] } });
  expect(ids()).toEqual([]);
  expect(most.processes).toBe(6);
  expect(stored[FFMPEG_TRIAL_KEY]).toMatchObject({ version: 1, trial: { ffmpeg: '10.0.0' } });
});

it('the ffmpeg trial withholds rejected options with the ffmpeg message, in later sessions too', async () => {
  const { answers, stored, ids } = trying((words) => {
    if (words.includes('-fps_mode')) return refuses("Unrecognized option 'fps_mode'.");
    if (words.includes('mjpeg')) return refuses("Unknown encoder 'mjpeg'");
    if (words.includes('superfast')) return refuses('[libx264 @ 0x5] Unable to parse option value "superfast"');
    if (words.includes('p6')) return refuses('[h264_nvenc @ 0x5] Unable to parse option value "p6"');
    if (words.includes('h264_nvenc')) return refuses('[h264_nvenc @ 0x5] Cannot load libcuda.so.1');
    if (words.includes('hflip')) return refuses("[AVFilterGraph @ 0x5] No such filter: 'hflip'");
    return takes;
  });
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  await pass(60_000);
  const skills = skillsIn(store);
  expect(
    skills.trial?.refused.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name)),
  ).toEqual([
    {
      ...{ kind: 'encoder', name: 'h264_nvenc', setting: { key: 'preset', value: 'p6' } },
      line: expect.stringContaining('p6'),
    },
    {
      ...{ kind: 'encoder', name: 'libx264', setting: { key: 'preset', value: 'superfast' } },
      line: expect.stringContaining('superfast'),
    },
    { kind: 'encoder', name: 'mjpeg', setting: null, line: "Unknown encoder 'mjpeg'" },
    { kind: 'filter', name: 'hflip', setting: null, line: expect.stringContaining('hflip') },
  ]);
  expect(skills.trial?.done).toBe(skills.trial?.all);
  expect(skills.ffmpeg.spellings).toEqual({ frameMode: 'before' });
  expect(skills.encoders.video).toEqual(['copy', 'none', 'libx264', 'h264_nvenc']);
  expect(skills.filters).toEqual(['scale']);
  expect(ids()).toEqual([]);

  const next = await openTrial(answers);
  expect(skillsIn(next)).toEqual(skills);
  // A new device list does not drop the result.
  next.dispatch(devicesWanted());
  await pass(100);
  expect(skillsIn(next)).toMatchObject({ filters: ['scale'], trial: skills.trial });

  // The result does not apply to another ffmpeg version.
  const other = trying(() => takes, [], '10.1.0');
  other.stored[FFMPEG_TRIAL_KEY] = stored[FFMPEG_TRIAL_KEY];
  const later = await openTrial(other.answers);
  expect(skillsIn(later).trial).toBeUndefined();
  expect(skillsIn(later).encoders.video).toContain('mjpeg');
});

it('the ffmpeg trial stops after a minute and reports its progress', async () => {
  const { answers, ids } = trying((words) => (words.includes('mjpeg') ? refuses("Unknown encoder 'mjpeg'") : runs));
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  await pass(60_000);
  expect(store.getState().encoderTrial).toEqual({ status: 'idle', problem: null });
  const { done = 0, all = 0 } = skillsIn(store).trial ?? {};
  expect(done).toBeLessThan(all);
  expect(ids()).toEqual([]);
});

it('the ffmpeg trial asks for confirmation while processes are running', async () => {
  const live = { id: 'restreamer-ui:ingest:x', exec: 'running', seconds: 100 };
  const { answers, ids } = trying(() => takes, [live]);
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  await pass(0);
  expect(store.getState().encoderTrial).toEqual({ status: 'asked', of: 'ffmpeg', running: 1 });
  expect(store.core.calls.filter((call) => call.startsWith('processAdd'))).toEqual([]);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: true }));
  await pass(60_000);
  expect(skillsIn(store).trial?.refused).toEqual([]);
  expect(ids()).toEqual([live.id]);
});

it.each([
  ['is stopped', trialStopped()],
  ['loses its screen', trialClosed()],
  ['loses the login', logoutRequested()],
])('the ffmpeg trial leaves no process behind when it %s', async (_, action) => {
  const { answers, stored, ids } = trying(() => runs);
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  await pass(2_500);
  expect(ids()).toHaveLength(6);
  store.dispatch(action);
  await pass(5_000);
  expect(ids()).toEqual([]);
  expect(store.getState().encoderTrial.status).toBe('idle');
  expect(stored).toEqual({});
});

it.each([
  ['a closed page has left behind', { exec: 'finished', seconds: 60 }, true],
  ['hangs', { exec: 'running', seconds: 500 }, true],
  ['another browser is running', { exec: 'running', seconds: 2 }, false],
])('the ffmpeg trial handles a trial process that %s', async (_, process, goes) => {
  const { answers, ids } = trying(() => takes, [{ id: ffmpegTrialId(1), ...process }]);
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: true }));
  await pass(60_000);
  const problem = goes ? null : expect.stringContaining('another browser');
  expect(store.getState().encoderTrial).toEqual({ status: 'idle', problem });
  expect(ids()).toEqual(goes ? [] : [ffmpegTrialId(1)]);
});

it('the ffmpeg trial ends with the reason if the core rejects a request', async () => {
  const { answers, ids } = trying(() => takes);
  const store = await openTrial({
    ...answers,
    processCommand: () => {
      throw new CoreError(400, 'Too many processes');
    },
  });
  store.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  await pass(5_000);
  expect(store.getState().encoderTrial).toEqual({ status: 'idle', problem: 'Too many processes' });
  expect(skillsIn(store).trial).toBeUndefined();
  expect(ids()).toEqual([]);
});
