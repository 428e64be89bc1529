import { expect, it } from 'vitest';
import { Process } from '../../api/answers/process.ts';
import {
  ENCODER_TEST_ID,
  egressId,
  ffmpegTrialId,
  ingestId,
  lookId,
  probeId,
  probePictureId,
  renditionId,
  snapshotId,
  uploadId,
} from '../../api/processIds.ts';
import { isAbandoned, orphanedAmong, sentFileOf } from './abandonedProcess.ts';
import { loopProcess, preparedFile, sentFile } from './loopFileProcess.ts';

const channel = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';

it.each<[string, string, string, number | null, boolean]>([
  ['a probe of a closed page', probeId(channel), 'finished', 60, true],
  ['a probe that may continue', probeId(channel), 'finished', 25, false],
  ['an old snapshot of a source', probePictureId(channel), 'finished', 600, true],
  ['a snapshot in progress', probePictureId(channel), 'running', 30, false],
  ['a snapshot that hangs', probePictureId(channel), 'running', 120, true],
  ['a prepared file that was never used', uploadId(channel), 'failed', 61, true],
  ['a long film in preparation', uploadId(channel), 'running', 7200, false],
  ['an encoder test that was killed', ENCODER_TEST_ID, 'killed', 90, true],
  ['a trial of ffmpeg that hangs', ffmpegTrialId(0), 'running', 120, true],
  ['a trial of ffmpeg at work', ffmpegTrialId(1), 'running', 9, false],
  ['an encoder test at work', ENCODER_TEST_ID, 'running', 29, false],
  ['a look of a killed agent', lookId(1), 'finished', 60, true],
  ['a look that hangs', lookId(1), 'running', 60, true],
  ['a look at work', lookId(1), 'running', 20, false],
  ['a probe of unknown age', probeId(channel), 'finished', null, false],
  ['a channel that was stopped', ingestId(channel), 'finished', 9000, false],
  ['its snapshot', snapshotId(channel), 'failed', 9000, false],
  ['a publication', egressId('hls', channel), 'failed', 9000, false],
  ['a rendition without readers', renditionId(channel, channel), 'finished', 9000, false],
  ['a process of another program', 'studio_probe', 'finished', 9000, false],
])('a process is classified as abandoned or in use: %s', (_, id, exec, runtime_seconds, left) =>
  expect(isAbandoned(Process.parse({ id, state: { exec, order: 'stop', runtime_seconds } }))).toBe(left),
);

it('a process without a state is not abandoned', () =>
  expect(isAbandoned({ id: probeId(channel), state: null })).toBe(false));

it.each<[string, string[], boolean]>([
  ['without its channel', [egressId('hls', channel)], true],
  ['with its channel', [ingestId(channel)], false],
  ['if something is unreadable', [''], false],
])('a rendition %s is orphaned: %j', (_, others, left) => {
  const id = renditionId(channel, channel);
  expect(orphanedAmong([...others, id].map((processId) => ({ id: processId })))).toEqual(left ? [id] : []);
});

it('the path of an uploaded file is found, and other inputs are ignored', () => {
  const sent = sentFile(channel, 'abc123-def456');
  const prepared = preparedFile(channel, 'videoloop', 'abc123-def456');
  const made = loopProcess({
    ...{ channel, content: 'video', sent, prepared, seconds: 0, hasAudio: false },
    encode: { video: [], audio: [] },
  });
  expect(sentFileOf(made.input)).toBe(sent);
  for (const address of [`{diskfs}${prepared}`, `${sent}`, '{diskfs}/channels/../upload-x.source', 'rtsp://x/upload-1'])
    expect(sentFileOf([{ address }])).toBeNull();
  expect(sentFileOf([])).toBeNull();
});
