import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { volumeIn } from '../../../media/process/probePicture.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openWizard } from '../../../testing/openWizard.ts';
import { aac, aProbe, h264, hevc } from '../../../testing/probes.ts';
import {
  coderChanged,
  steppedBack,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsChanged,
  wizardClosed,
} from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const ADDRESS = 'rtsp://admin:hunter2@192.0.2.10/s';
const VOLUME = ['[Parsed_volumedetect_0 @ 0x5] mean_volume: -21.0 dB', '[…] max_volume: -18.1 dB'];
const THERE = [{ name: '/there.jpg', size_bytes: 3, last_modified: 0 }];
const fail = () => {
  throw new CoreError(404, 'not found');
};

/** Probes the source of a channel; by default the core can take pictures. */
async function probed(answers: FakeAnswers = {}) {
  const stored = new Map<string, string>();
  const bodies: string[] = [];
  const { store, wizard } = await openWizard(
    aCore({
      processAdd: ({ body }) => {
        stored.set(body.id, '');
        bodies.push(JSON.stringify(body));
        return 'OK';
      },
      processDelete: ({ id }) => {
        stored.delete(id);
        return 'OK';
      },
      processCommand: () => 'OK',
      processProbe: () => aProbe(hevc, h264, aac),
      processState: () => ({ order: 'start', exec: 'running' }),
      processReport: () => ({ log: VOLUME.map((line) => ['1000', line]) }),
      memFiles: () => THERE,
      fileBytes: () => new Uint8Array([0xff, 0xd8, 0xff]),
      rtmp: () => [],
      ...answers,
    }),
    { id: CHANNEL, name: 'Studio A', available: false },
  );
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: ADDRESS }));
  store.dispatch(videoProbeRequested());
  await advance();
  const pictures = () => bodies.filter((body) => body.includes('_probe_picture'));
  return { store, stored, pictures, picture: () => wizard().picture };
}

it.each<[string, FakeAnswers, string]>([
  ['is available at once', {}, 'taken'],
  ['comes late', { memFiles: vi.fn(() => THERE).mockImplementationOnce(() => []) }, 'taken'],
  // The file was listed before the process ended, seen in a journey on a busy machine.
  [
    'appears only after the process has ended',
    {
      memFiles: vi.fn(() => THERE).mockImplementationOnce(() => []),
      processState: () => ({ order: 'start', exec: 'finished' }),
    },
    'taken',
  ],
  ['never comes', { memFiles: () => [] }, 'failed'],
  ['cannot be taken', { memFiles: () => [], processState: () => ({ order: 'start', exec: 'failed' }) }, 'failed'],
  ['the core rejects', { processCommand: fail }, 'failed'],
  ['disappears', { fileBytes: fail }, 'failed'],
  ['does not fit into memory', { memFiles: () => [], processState: fail }, 'failed'],
])('the probe result handles a picture that %s', async (_, answers, status) => {
  const { store, stored, picture } = await probed(answers);
  // The step does not wait for it.
  expect(store.getState().wizard).toMatchObject({ at: { step: 'videoResult' } });
  await advance(40_000);
  expect(picture()).toMatchObject({ status });
  expect([...stored]).toEqual([]);
  expect(JSON.stringify(store.getState().notice)).not.toContain('error');
});

it('the probe result shows the picture first, then the volume of the audio', async () => {
  const { picture } = await probed({ processState: () => ({ order: 'start', exec: 'running' }) });
  expect(picture()).toEqual({ status: 'taking' });
  await advance(900);
  expect(picture()).toEqual({ status: 'taken', image: 'data:image/jpeg;base64,/9j/', level: null });
  await advance(20_000);
  expect(picture()).toMatchObject({ status: 'taken', level: { rms: -21, peak: -18.1 } });
});

it('the probe result gives the picture a random name that does not contain the source', async () => {
  const { pictures } = await probed();
  await advance(900);
  const [body = ''] = pictures();
  const { id, output } = JSON.parse(body);
  expect(JSON.stringify([id, output])).not.toMatch(/hunter2|192\.0\.2/);
  expect(output[0].address).not.toContain(CHANNEL);
});

it.each([
  ['goes on', videoAccepted()],
  ['goes back', steppedBack()],
  ['leaves', wizardClosed()],
])('the probe result removes the process when the operator %s', async (_, leave) => {
  const { store, stored } = await probed({ memFiles: () => [] });
  await advance(900);
  expect(stored.size).toBe(1);
  store.dispatch(leave);
  await advance();
  expect([...stored]).toEqual([]);
  await advance(60_000);
  expect(stored.size).toBe(0);
});

it('the probe result takes one picture, and another for another stream', async () => {
  const { store, pictures } = await probed();
  await advance(20_000);
  store.dispatch(videoAccepted());
  await advance();
  store.dispatch(steppedBack());
  await advance(5000);
  expect(pictures()).toHaveLength(1);
  store.dispatch(coderChanged({ type: 'video', stream: 1 }));
  await advance(5000);
  expect(pictures()).toHaveLength(2);
  expect(pictures()[1]).toContain('"0:1"');
});

it.each([
  ['both', VOLUME, { rms: -21, peak: -18.1 }],
  ['nothing', [], null],
  ['one', VOLUME.slice(0, 1), null],
  ['no figure', ['mean_volume: -. dB', 'max_volume: - dB'], null],
])('the probe result reads the volume from %s', (_, lines, level) => expect(volumeIn(lines)).toEqual(level));
