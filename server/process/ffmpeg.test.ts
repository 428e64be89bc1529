import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { readFfmpegVersion } from '../ffmpeg/ffmpegVersion.ts';
import { createSkills } from '../ffmpeg/skills.ts';
import { createProcesses, type Processes } from './index.ts';
import { processesDeps } from './testing.ts';

const deps = processesDeps(testTempDir());
let processes: Processes;
beforeAll(async () => {
  processes = await createProcesses(deps);
  processes.resume();
});
afterAll(() => processes.stop());

const input = [
  { id: 'v', address: 'testsrc2=size=320x180:rate=25', options: ['-re', '-f', 'lavfi'] },
  { id: 'a', address: 'sine=frequency=440:sample_rate=44100', options: ['-re', '-f', 'lavfi'] },
];
const output = [{ id: 'o', address: '-', options: ['-codec:v', 'mpeg2video', '-codec:a', 'aac', '-f', 'null'] }];
const progress = (id: string) => processes.get(id).process.state().progress;

it('a process reports progress and streams, and finishes', async () => {
  await processes.add({ id: 'live', input, output });
  await expect.poll(() => progress('live').frame).toBeGreaterThan(25);
  const { progress: reached, ...state } = processes.get('live').process.state();
  expect(state).toMatchObject({ order: 'start', exec: 'running', reconnect_seconds: -1 });
  expect(reached.time).toBeGreaterThan(0);
  expect(reached.inputs).toMatchObject([
    // rawvideo before ffmpeg 6
    { id: 'v', type: 'video', codec: expect.stringMatching(/^(rawvideo|wrapped_avframe)$/), width: 320, height: 180 },
    { id: 'a', type: 'audio', codec: 'pcm_s16le', sampling_hz: 44100, layout: 'mono' },
  ]);
  expect(reached.outputs).toMatchObject([
    { id: 'o', format: 'null', type: 'video', codec: 'mpeg2video', width: 320 },
    { id: 'o', format: 'null', type: 'audio', codec: 'aac' },
  ]);
  await expect.poll(() => processes.get('live').process.state().memory_bytes).toBeGreaterThan(1e6);
  await processes.command('live', 'stop');
  expect(processes.get('live').process.state()).toMatchObject({ order: 'stop', exec: 'finished', memory_bytes: 0 });
  expect(processes.get('live').process.report().prelude[0]).toMatch(/^ffmpeg version /);
});

it('an audio-only process reports progress', async () => {
  await processes.add({ id: 'audio', input: input.slice(1), output: [{ address: '-', options: ['-f', 'null'] }] });
  await expect.poll(() => progress('audio').time).toBeGreaterThan(0);
  await processes.remove('audio');
});

it('a failed process has the reason as its last log line', async () => {
  await processes.add({ id: 'bad', input: [{ address: 'does-not-exist.mp4' }], output });
  await expect.poll(() => processes.get('bad').process.exec()).toBe('failed');
  expect(processes.get('bad').process.state().last_logline).toMatch(
    /^(does-not-exist\.mp4|Error opening input files?( does-not-exist\.mp4\.)?): No such file or directory$/,
  );
});

it('a process continues with silence if its source loses audio, and returns to the audio later', async () => {
  const folder = testTempDir();
  const file = join(folder, 'source.ts');
  const record = async (...inputs: string[]) => {
    const video = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25'];
    const coders = ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-t', '60'];
    await promisify(execFile)('ffmpeg', [
      '-y',
      '-loglevel',
      'error',
      ...video,
      ...inputs,
      ...coders,
      '-f',
      'mpegts',
      `${file}.next`,
    ]);
    await rename(`${file}.next`, file);
  };
  await record();
  const mapped = ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy', '-f', 'null'];
  await processes.add({
    id: 'silent',
    reconnect: true,
    reconnect_delay_seconds: 15,
    input: [{ id: 'i', address: file, options: ['-re'] }],
    output: [{ id: 'o', address: '-', options: mapped }],
  });
  const inputs = () => progress('silent').inputs.map(({ id, type }) => `${id} ${type}`);
  await expect.poll(inputs).toEqual(['i video', 'silence audio']);
  expect(processes.get('silent').process.state().command).toContain('anullsrc=r=44100:cl=stereo');
  await record('-f', 'lavfi', '-i', 'sine');
  processes.readAnew('silent', 'the stream has changed');
  await expect.poll(inputs).toEqual(['i video', 'i audio']);
  await processes.remove('silent');
});

it('a probe lists the streams', async () => {
  await processes.add({ id: 'probe', autostart: false, input, output });
  const { streams, log } = await processes.probe('probe');
  expect(streams).toMatchObject([
    { url: 'testsrc2=size=320x180:rate=25', format: 'lavfi', index: 0, type: 'video', width: 320, language: 'und' },
    { url: 'sine=frequency=440:sample_rate=44100', index: 1, type: 'audio', bitrate_kbps: 705, layout: 'mono' },
  ]);
  expect(log.at(-1)).toBe('At least one output file must be specified');
});

it('the skills are read once', async () => {
  const skills = createSkills({ binary: () => 'ffmpeg', log: deps.log });
  const found = await skills.get();
  expect(found.ffmpeg.version).toBe(await readFfmpegVersion('ffmpeg'));
  expect(found.codecs.video.find(({ id }) => id === 'mpeg2video')?.encoders).toContain('mpeg2video');
  expect(found.formats.muxers.map(({ id }) => id)).toEqual(expect.arrayContaining(['hls', 'flv', 'null']));
  expect(found.protocols.input.map(({ id }) => id)).toContain('file');
  expect(found.filter.map(({ id }) => id)).toContain('anullsrc');
  expect(found.devices.demuxers.map(({ id }) => id)).toContain('lavfi');
  expect(await skills.get()).toBe(found);
  expect(await skills.reload()).not.toBe(found);
});

it('a missing ffmpeg is reported', async () => {
  const skills = createSkills({ binary: () => '/no/such/ffmpeg', log: deps.log });
  await expect(skills.get()).rejects.toThrow('/no/such/ffmpeg');
  expect(await readFfmpegVersion('/no/such/ffmpeg')).toBeNull();
});
