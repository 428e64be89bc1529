import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ENCODER_RESULTS_KEY, ENCODER_TEST_ID } from '../../../api/processIds.ts';
import { chooseBestEncoder } from '../../../catalog/coders/bestEncoder.ts';
import { encodersToTest } from '../../../catalog/coders/chooseCoders.ts';
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

const BENCH = 'bench: utime=0.750s stime=0.000s rtime=0.500s';
const works = { exec: 'finished', log: [BENCH] };
const fails = {
  exec: 'failed',
  log: ['[AVHWDeviceContext @ 0x5] No VA display found for device /dev/dri/renderD128.'],
};
const runs = { exec: 'running', log: [] };

type Run = { exec: string; log: string[]; frame?: number };
type FakeProcess = { id: string; exec: string; seconds: number; tested?: true };

/** A core with two video encoders and one audio encoder; `runOf` decides the outcome of each run. */
function testing(runOf: (coder: string, size: string) => Run, others: FakeProcess[] = []) {
  let processes: FakeProcess[] = [...others];
  let run: Run = runs;
  const stored: Record<string, unknown> = {};
  const answers: FakeAnswers = {
    skills: () => ({
      ...someSkills(),
      codecs: {
        video: [{ id: 'h264', encoders: ['libx264', 'h264_vaapi', 'of another product'], decoders: [] }],
        audio: [{ id: 'aac', encoders: ['aac'], decoders: [] }],
      },
    }),
    processes: () =>
      processes.map(({ id, exec, seconds, tested }) =>
        tested
          ? {
              id,
              state: { exec: run.exec, order: 'start', runtime_seconds: 1, progress: { frame: run.frame ?? 0 } },
              report: { log: run.log.map((line) => ['1', line]) },
            }
          : { id, state: { exec, order: 'start', runtime_seconds: seconds } },
      ),
    processAdd: ({ body }) => {
      const words = (body.output ?? []).flatMap(({ options }) => options);
      if (processes.some(({ id }) => id === body.id)) throw new CoreError(400, 'It exists');
      run = runOf(words[words.indexOf('-codec:v') + 1] ?? '', body.input?.[0]?.address ?? '');
      processes.push({ id: body.id, exec: 'finished', seconds: 0, tested: true });
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
  return { answers, stored, ids: () => processes.map(({ id }) => id) };
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

const tested = ({ getState }: TestStore) => coreInfoOf(getState().session)?.skills.tested;
const deleted = ({ core }: TestStore) =>
  core.calls.filter((call) => call === `processDelete ${ENCODER_TEST_ID}`).length;

it('the encoder test tries all encoders one by one, stores the results, and leaves no process behind', async () => {
  const { answers, stored, ids } = testing((coder, size) =>
    coder === 'h264_vaapi' || (coder === 'libx264' && size.includes('1080')) ? fails : works,
  );
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'encoders', confirmed: false }));
  await pass(500);
  expect(store.getState().encoderTrial).toEqual({
    status: 'running',
    of: 'encoders',
    id: 'libx264',
    height: 720,
    done: 0,
    all: 3,
  });
  await pass(20_000);
  expect(store.getState().encoderTrial).toEqual({ status: 'idle', problem: null });
  const found = tested(store);
  expect(found).toMatchObject({
    libx264: {
      works: true,
      old: false,
      core: '16.14.0',
      ffmpeg: '5.1.9',
      sizes: [
        { height: 720, speed: 6, cpu: 0.25 },
        { height: 1080, speed: 0, cpu: null },
      ],
    },
    h264_vaapi: { works: false, cause: 'hardware-missing', line: expect.stringContaining('No VA display'), sizes: [] },
    aac: { works: true, sizes: [{ height: 0, speed: 6 }] },
  });
  expect(Object.keys(found ?? {})).toHaveLength(3);
  expect(stored[ENCODER_RESULTS_KEY]).toMatchObject({ version: 1, encoders: { aac: { works: true } } });
  expect(ids()).toEqual([]);
  expect(deleted(store)).toBe(4);

  expect(tested(await openTrial(answers))).toEqual(found);
});

it('the encoder test marks results as outdated after an ffmpeg update, and ignores them for defaults', async () => {
  const { answers } = testing((coder) => (coder === 'libx264' ? fails : works));
  const { skills } = answers;
  const store = await openTrial({
    ...answers,
    skillsReload: () => ({ ...Object(skills?.({})), ffmpeg: { version: '7.1.1' } }),
  });
  store.dispatch(trialRequested({ of: 'encoders', confirmed: false }));
  await pass(20_000);
  const chosen = () => {
    const skills = coreInfoOf(store.getState().session)?.skills;
    return (
      skills &&
      chooseBestEncoder(
        encodersToTest(skills).filter(({ type }) => type === 'video'),
        720,
        skills,
      )?.id
    );
  };
  expect(tested(store)?.h264_vaapi?.old).toBe(false);
  expect(chosen()).toBe('h264_vaapi');
  store.dispatch(devicesWanted());
  await pass(100);
  expect(Object.values(tested(store) ?? {}).map(({ old }) => old)).toEqual([true, true, true]);
  expect(chosen()).toBe('libx264');
});

it('the encoder test asks for confirmation while processes are running', async () => {
  const live = { id: 'restreamer-ui:ingest:x', exec: 'running', seconds: 100 };
  const { answers, ids } = testing(() => works, [live]);
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'encoders', confirmed: false }));
  await pass(0);
  expect(store.getState().encoderTrial).toEqual({ status: 'asked', of: 'encoders', running: 1 });
  expect(store.core.calls.filter((call) => call.startsWith('processAdd'))).toEqual([]);
  store.dispatch(trialRequested({ of: 'encoders', confirmed: true }));
  await pass(20_000);
  expect(Object.keys(tested(store) ?? {})).toHaveLength(3);
  expect(ids()).toEqual([live.id]);
});

it.each([
  ['is stopped', trialStopped()],
  ['loses its screen', trialClosed()],
  ['loses the login', logoutRequested()],
])('the encoder test leaves no process behind when it %s', async (_, action) => {
  const { answers, ids } = testing(() => runs);
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'encoders', confirmed: false }));
  await pass(2_000);
  expect(ids()).toEqual([ENCODER_TEST_ID]);
  store.dispatch(action);
  await pass(5_000);
  expect(ids()).toEqual([]);
  expect(store.getState().encoderTrial.status).toBe('idle');
  expect(tested(store) ?? {}).toEqual({});
});

it.each([
  ['a closed page has left behind', { exec: 'finished', seconds: 60 }, true],
  ['hangs', { exec: 'running', seconds: 500 }, true],
  ['another browser is running', { exec: 'running', seconds: 2 }, false],
])('the encoder test handles a test process that %s', async (_, process, goes) => {
  const { answers, ids } = testing(() => works, [{ id: ENCODER_TEST_ID, ...process }]);
  const store = openStore({ core: aCore(answers) });
  store.dispatch(sessionStarted());
  await pass(0);
  await vi.dynamicImportSettled();
  await pass(8_000);
  // Waits for the first channel sync.
  expect(ids()).toEqual(goes ? [] : [ENCODER_TEST_ID]);
  store.dispatch(trialOpened());
  await vi.dynamicImportSettled();
  store.dispatch(trialRequested({ of: 'encoders', confirmed: true }));
  await pass(20_000);
  const { encoderTrial } = store.getState();
  if (goes) expect(encoderTrial).toEqual({ status: 'idle', problem: null });
  else expect(encoderTrial).toEqual({ status: 'idle', problem: expect.stringContaining('another browser') });
  expect(ids()).toEqual(goes ? [] : [ENCODER_TEST_ID]);
});

it('the encoder test times out on a slow encoder and reports its speed', async () => {
  const { answers, ids } = testing((coder) => (coder === 'libx264' ? { ...runs, frame: 75 } : { ...runs, frame: 0 }));
  const store = await openTrial(answers);
  store.dispatch(trialRequested({ of: 'encoders', confirmed: false }));
  await pass(200_000);
  const { libx264, h264_vaapi } = tested(store) ?? {};
  expect(libx264?.sizes).toEqual([{ height: 720, speed: expect.closeTo(0.1, 1), cpu: null }]);
  expect(h264_vaapi).toMatchObject({ works: false, cause: 'too-slow' });
  expect(ids()).toEqual([]);
});

it('the encoder test ends with the reason if the core rejects a request', async () => {
  const { answers, ids } = testing(() => works);
  const store = await openTrial({
    ...answers,
    processCommand: () => {
      throw new CoreError(400, 'Too many processes');
    },
  });
  store.dispatch(trialRequested({ of: 'encoders', confirmed: false }));
  await pass(5_000);
  expect(store.getState().encoderTrial).toEqual({ status: 'idle', problem: 'Too many processes' });
  expect(tested(store)).toEqual({});
  expect(ids()).toEqual([]);
});
