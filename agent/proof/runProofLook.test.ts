import { expect, it } from 'vitest';
import { ProcessReport, ProcessState } from '../../src/api/answers/process.ts';
import type { LookCore } from '../look/runLook.ts';
import { runProofLook } from './runProofLook.ts';

const WITHOUT_VIDEO = "Stream map '0:v:0' matches no streams.";
const HEARD = [
  'Stream mapping:',
  '[Parsed_volumedetect_1 @ 0x1] mean_volume: -20.0 dB',
  '[Parsed_volumedetect_1 @ 0x1] max_volume: -3.0 dB',
];

/** A core that reads a stream of audio alone. */
function aCore() {
  /** Number of outputs of each process. */
  const added: number[] = [];
  const hasVideo = () => added.at(-1) === 2;
  const core: LookCore = {
    async processAdd({ body }) {
      added.push(body.output?.length ?? 0);
      return 'OK';
    },
    processCommand: async () => 'OK',
    processState: async () => ProcessState.parse({ exec: hasVideo() ? 'failed' : 'finished', order: 'stop' }),
    processReport: async () =>
      ProcessReport.parse({ log: (hasVideo() ? [WITHOUT_VIDEO] : HEARD).map((line) => ['1', line]) }),
    processDelete: async () => null,
    fileBytes: async () => new Uint8Array(),
    memWrite: async () => 'OK',
    memDelete: async () => null,
    diskWrite: async () => 'OK',
    diskDelete: async () => null,
  };
  return { core, added };
}

it('a look at audio alone hears it', async () => {
  const { core, added } = aCore();
  const { look } = await runProofLook({
    ...{ core, kind: 'platform', leave: new AbortController().signal },
    request: { channel: 'c', seconds: 8, pictures: 'second', hasVideo: true },
    input: { address: 'http://radio.example/live.mp3', options: [] },
  });
  expect(look).toMatchObject({ status: 'seen', picture: null, sound: { silent: [] } });
  expect(added).toEqual([2, 1]);
});
