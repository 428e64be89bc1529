import { getContainerRuntimeClient } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownEncoders } from '../../src/catalog/coders/index.ts';
import { encoderRows } from '../../src/catalog/trial/coderRows.ts';
import { trialArguments } from '../../src/catalog/trial/trialRow.ts';
import { freePort } from '../tools/launch/ports.ts';
import { quoteForShell } from '../tools/pi/machineFiles.ts';
import { EMBEDDED } from './buildImages.ts';
import type { RunningSluice } from './runningContainer.ts';
import { SluiceContainer } from './sluiceContainer.ts';

/** Unpacked size as reported by the engine. */
const LARGEST_MB = 402;
/** Debian's ffmpeg has them, so a missing one means a missing library. */
const EXPECTED = [
  'aac',
  'libmp3lame',
  'libopus',
  'libvorbis',
  'libaom-av1',
  'librav1e',
  'libsvtav1',
  'libvpx',
  'libvpx-vp9',
  'libx264',
  'libx265',
];
const VERSION = { major: 5, minor: 1 };

/** docker/trim.sh must remove nothing that is loaded. */
describe('the embedded image', () => {
  let running: RunningSluice;
  beforeAll(async () => {
    running = await new SluiceContainer(EMBEDDED, await freePort()).withRtmpPort(await freePort()).start();
  });
  afterAll(() => running.kill());

  const ffmpeg = (args: readonly string[]) =>
    running.sh(['ffmpeg', '-hide_banner', '-nostdin', '-y', ...args].map(quoteForShell).join(' '));
  const software = [...knownEncoders.video, ...knownEncoders.audio].filter(
    ({ id, hardware }) => hardware !== true && id !== 'none',
  );

  it(`has at most ${LARGEST_MB} MB`, async () => {
    const { dockerode } = (await getContainerRuntimeClient()).container;
    expect((await dockerode.getImage(EMBEDDED).inspect()).Size / 1e6).toBeLessThanOrEqual(LARGEST_MB);
  });

  it('has the encoders of its ffmpeg', async () => {
    const output = await ffmpeg(['-encoders']);
    for (const id of EXPECTED) expect(output).toContain(` ${id} `);
    expect(await ffmpeg(['-version'])).toContain(`ffmpeg version ${VERSION.major}.${VERSION.minor}.`);
  });

  it.each(software)('starts the encoder $id, if its ffmpeg has it', async (encoder) => {
    const listed = await ffmpeg(['-encoders']);
    if (!listed.includes(` ${encoder.id} `)) return expect(EXPECTED).not.toContain(encoder.id);
    const { global, inputs, outputs } = trialArguments(encoderRows(encoder, VERSION).slice(0, 1));
    const output = await ffmpeg([
      ...global,
      ...inputs.flatMap(({ address, options }) => [...options, '-i', address]),
      ...outputs.flatMap(({ address, options }) => [...options, address]),
    ]);
    return expect(output).toMatch(/frame= *[1-9]|time=00:00:0[0-9]/);
  });

  it.each(['drawtext', 'subtitles', 'loudnorm', 'scale', 'yadif'])('has the filter %s', async (name) =>
    expect(await ffmpeg(['-filters'])).toMatch(new RegExp(`^ ... ${name} `, 'm')),
  );
});
