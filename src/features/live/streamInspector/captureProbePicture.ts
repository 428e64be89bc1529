import { call, delay, type SagaGenerator } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { probePictureId } from '../../../api/processIds.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import type { Level } from '../../../media/hls/segment/loudness.ts';
import { probePictureProcess, volumeIn } from '../../../media/process/probePicture.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { withTemporaryProcess } from '../../shared/probe/withTemporaryProcess.ts';

/** A picture and the audio level of a source. `level` null: unknown, or not measured yet. */
export type ProbePicture =
  | { status: 'none' }
  | { status: 'taking' }
  | { status: 'taken'; image: string; level: Level | null }
  | { status: 'failed' };

export const NO_PICTURE: ProbePicture = { status: 'none' };

/** Skips the picture if the operator continues at once, which saves the source a second reader. */
const PAUSE_MS = 300;
const PATIENCE_MS = 25_000;
/** Longer than the client caches an answer. */
const FRESH_MS = 1000;
const SOUND_PATIENCE_MS = 8000;
const ENDED = ['finished', 'failed', 'killed'];

export function imageOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:image/jpeg;base64,${btoa(text)}`;
}

/**
 * Removes its process even on cancellation. Every failure ends as "no picture".
 * @param video position of the video stream in the source
 */
export function* takePicture(
  { channel, source, video }: { channel: string; source: Source; video: number },
  onPicture: (picture: ProbePicture) => SagaGenerator<unknown>,
) {
  const core = yield* host('core');
  const random = yield* host('random');
  const stream = source.streams[video];
  const input = stream && source.inputs[stream.index];
  if (!input) return;
  const id = probePictureId(channel);
  const file = `/${uuidFrom(random)}.jpg`;
  const sound = source.streams.find(({ type, index }) => type === 'audio' && index === stream.index);
  const plan = { channel, input, video: stream.stream, audio: sound?.stream ?? null, file };
  const body = probePictureProcess(plan);
  yield* onPicture({ status: 'taking' });
  yield* delay(PAUSE_MS);
  let image = '';
  try {
    yield* withTemporaryProcess(body, watch);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    if (image === '') yield* onPicture({ status: 'failed' });
  }

  function* watch() {
    yield* call(core.processCommand, { id, body: { command: 'start' as const } });
    let until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      yield* delay(PACE.probePicture.everyMs);
      const { exec } = yield* call(core.processState, { id });
      const hasEnded = ENDED.includes(exec);
      if (image === '') {
        image = yield* call(readPicture);
        if (image === '' && hasEnded) {
          // A cached file listing may be older than the end of the process.
          yield* delay(FRESH_MS);
          image = yield* call(readPicture);
        }
        if (image !== '') {
          yield* onPicture({ status: 'taken', image, level: null });
          until = Math.min(until, performance.now() + (sound ? SOUND_PATIENCE_MS : 0));
        }
      }
      if (hasEnded) break;
    }
    if (image === '') yield* onPicture({ status: 'failed' });
    else if (sound) yield* onPicture({ status: 'taken', image, level: yield* call(readVolume) });
  }

  /** Returns '' if there is no file. Lists first, because the browser would log an error for a missing one. */
  function* readPicture() {
    const [there] = yield* call(core.memFiles, { glob: file });
    const bytes = there && (yield* call(core.fileBytes, { storage: 'mem', path: file }));
    return bytes instanceof Uint8Array && bytes.length > 0 ? imageOf(bytes) : '';
  }

  function* readVolume() {
    const { log } = yield* call(core.processReport, { id });
    return volumeIn(log.map((entry) => entry[1] ?? ''));
  }
}
