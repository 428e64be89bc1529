import type { ProcessConfig } from '../../api/answers/process.ts';
import { ENCODER_TEST_ID } from '../../api/processIds.ts';
import { TEST_RATE, TEST_SECONDS } from '../encoding/encoderTestResults.ts';
import { emptyProfile, inputsAndOutputs, type StreamCoding } from '../encoding/profile.ts';
import { emptyStream, type MediaType, type Stream } from '../encoding/streams.ts';
import { inputFieldsOf } from './processFields.ts';

const WIDTH_TO_HEIGHT = 16 / 9;

/** The stream for testing an encoder. */
export const testStream = (type: MediaType, height: number): Stream =>
  type === 'video'
    ? {
        ...emptyStream,
        ...{ type, codec: 'rawvideo', pix_fmt: 'yuv420p', height, width: Math.round(height * WIDTH_TO_HEIGHT) },
      }
    : { ...emptyStream, type, codec: 'pcm_s16le', sampling_hz: 48_000, layout: 'stereo', channels: 2 };

/** Shapes that move, with grain as a camera has it: without, an encoder has next to nothing to do. */
const generated = ({ type, width, height }: Stream) =>
  type === 'video'
    ? `testsrc2=rate=${TEST_RATE}:size=${width}x${height},noise=alls=8:allf=t`
    : 'anoisesrc=sample_rate=48000:amplitude=0.2,aformat=channel_layouts=stereo';

/** Encodes a few seconds as fast as it can, keeps nothing, and ends. ffmpeg says then what it has cost. */
export function encoderTestProcess(type: MediaType, coding: StreamCoding, height: number): ProcessConfig {
  const stream = testStream(type, height);
  const address = generated(stream);
  const options = ['-f', 'lavfi', '-t', `${TEST_SECONDS}`];
  const source = { type: 'virtual', settings: {}, inputs: [{ address, options }], streams: [stream] };
  const profile = { ...emptyProfile(), [type]: { ...coding, source: 0, stream: 0 } };
  const made = inputsAndOutputs([source], profile);
  return {
    type: 'ffmpeg',
    id: ENCODER_TEST_ID,
    reference: ENCODER_TEST_ID,
    input: inputFieldsOf(made.inputs),
    output: [{ id: 'output_0', address: '-', options: [...made.options, '-f', 'null'] }],
    options: ['-benchmark', ...made.global],
    autostart: false,
    reconnect: false,
    reconnect_delay_seconds: 0,
    stale_timeout_seconds: 0,
  };
}
