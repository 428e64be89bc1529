import { type FlvTag, flvPush, isAudio, joinTags } from '../../harness/streams/flvPush.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import type { Wizard } from '../pages/wizard.ts';
import {
  judgeSentences,
  keepRecord,
  type SentenceExpectation,
  untilSecond,
} from '../support/browser/channelPageRecord.ts';
import { longestDarkness, watchFrames } from '../support/browser/darkness.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import {
  type ChangingEncoder,
  type EncodedStream,
  flvClip,
  rtmpEncoder,
  tsEncoder,
} from '../support/changingEncoder.ts';
import { expect, test } from '../test.ts';

const noStream: AllowedError = {
  line: /^(request failed: \S+ \S+ net::ERR_|status 40[14]: )/,
  why: 'The playlist of a channel that nobody sends to is gone.',
};

const plain = () => flvClip();
const TURNED: EncodedStream = { size: '180x320' };
/** By default longer than any journey. */
const repeat = (tags: readonly FlvTag[], times = 60) => joinTags(...Array.from({ length: times }, () => tags));

test('a phone rotated while live: the stream goes on in the new size, and nobody is blamed @embedded', async ({
  operator,
  page,
  pageErrors,
  sources,
  api,
}) => {
  pageErrors.allow(noStream);
  await operator.enter();
  await operator.wizard.begin();
  const encoder = sources.keep(await rtmpEncoder(await operator.wizard.listen(), {}, TURNED));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  const state = page.getByRole('region', { name: 'State of the channel' });
  const kinds = new Set<string>();
  encoder.change();
  await expect(async () => {
    kinds.add((await state.getAttribute('data-fault')) ?? '');
    await expect(state).toContainText('The encoder changed its video at', { timeout: 100 });
  }).toPass({ timeout: PATIENCE_MS });
  expect([...kinds]).toEqual(['nobody']);
  const sizes = async () =>
    (await api.processes({ filter: 'state' })).flatMap(
      ({ state }) =>
        state?.progress?.outputs.flatMap(({ type, width, height }) =>
          type === 'video' ? [`${width}x${height}`] : [],
        ) ?? [],
    );
  await expect.poll(sizes, { timeout: PATIENCE_MS }).toContain('180x320');
  await expect
    .poll(() => operator.player.evaluate((video: HTMLVideoElement) => `${video.videoWidth}x${video.videoHeight}`), {
      timeout: PATIENCE_MS,
    })
    .toBe('180x320');
});

test('a lost microphone: the video goes on with silence until the audio returns @embedded', async ({
  operator,
  page,
  pageErrors,
  sources,
  api,
}) => {
  pageErrors.allow(noStream);
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const first = flvPush(address, repeat(await plain()));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await first[Symbol.asyncDispose]();
  // A second publisher of the same name is rejected.
  await expect.poll(async () => (await api.rtmp()).length, { timeout: PATIENCE_MS }).toBe(0);
  const encoder = sources.keep(await rtmpEncoder(address, { lacks: 'audio' }, {}));
  const state = page.getByRole('region', { name: 'State of the channel' });
  await expect(state).toContainText('The source sends no audio: viewers hear silence.');
  await operator.sees('Live');
  encoder.change();
  await expect(state).not.toContainText('sends no audio');
  await operator.sees('Live');
});

test('late audio is offered in one step @embedded', async ({ operator, page, pageErrors, sources }) => {
  pageErrors.allow(noStream);
  await operator.enter();
  await operator.wizard.begin();
  const encoder = sources.keep(await rtmpEncoder(await operator.wizard.listen(), { lacks: 'audio' }, {}));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  encoder.change();
  const use = page.getByRole('button', { name: 'Use the audio' });
  await use.click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/^Channel ".*" saved$/)).toBeVisible();
  await operator.sees('Live');
  await expect(use).toHaveCount(0);
});

/** Enhanced RTMP video without a real encoder: the server identifies it by its FourCC. */
const enhanced = (tags: readonly FlvTag[]) =>
  tags.map((tag) => {
    if (isAudio(tag)) return tag;
    const [first = 0, packet = 0] = tag.body;
    const head = Buffer.from([0x80 | (first & 0x70) | (packet === 0 ? 0 : 3)]);
    return { ...tag, body: Buffer.concat([head, Buffer.from('hvc1'), tag.body.subarray(5)]) };
  });

test('HEVC that this ffmpeg cannot read is named before the set-up continues @embedded', async ({
  operator,
  page,
  pageErrors,
  sources,
}) => {
  pageErrors.allow(noStream);
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const hevc = flvPush(address, repeat(enhanced(await plain())));
  const warning = page.getByText('The encoder sends HEVC, which this ffmpeg cannot read by RTMP.');
  await expect(warning).toBeVisible();
  await expect(page.getByText('Choose H.264 in the encoder, or send by SRT.')).toBeVisible();
  await hevc[Symbol.asyncDispose]();
  sources.keep(flvPush(address, repeat(await plain())));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
});

test('an audio-only stream gets a picture in one step, at the same address', async ({
  operator,
  page,
  pageErrors,
  sources,
}) => {
  pageErrors.allow(noStream);
  await operator.enter();
  await operator.wizard.begin();
  sources.keep(flvPush(await operator.wizard.listen(), repeat((await plain()).filter(isAudio))));
  await expect(page.getByText('Only audio arrives.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a color' }).click();
  await operator.wizard.acceptAll();
  await operator.sees('Live');
});

test('the set-up waits for video that starts after the audio, and goes live by itself', async ({
  operator,
  page,
  pageErrors,
  sources,
}) => {
  pageErrors.allow(noStream);
  await operator.enter();
  await operator.wizard.begin();
  sources.keep(flvPush(await operator.wizard.listen(), await flvClip({ pictureAfterS: 10 })));
  await expect(page.getByText('Only audio arrives.')).toBeVisible();
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await expect.poll(() => operator.player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
});

const WAYS = ['RTMP', 'SRT', 'UDP', 'RTSP'] as const;
type Way = (typeof WAYS)[number];

interface EncoderChange extends SentenceExpectation {
  title: string;
  ways?: readonly Way[];
  begins?: EncodedStream;
  sends: EncodedStream;
  restartsClock?: boolean;
  isAnew?: boolean;
  isDark?: boolean;
}

const FOLLOWED = /has changed its stream, which continues in a moment|^Live/;
const tells = (words: RegExp): SentenceExpectation['says'] => ({ 6: FOLLOWED, 30: words });
const NOBODY = ['nobody'];

const ENCODER_CHANGES: readonly EncoderChange[] = [
  {
    title: 'rotates its picture',
    ways: ['RTMP', 'SRT', 'RTSP'],
    sends: TURNED,
    says: tells(/changed its video at/),
    names: NOBODY,
  },
  {
    title: 'sends a larger picture',
    ways: ['RTMP', 'SRT', 'UDP'],
    sends: { size: '640x360' },
    says: tells(/changed its video at/),
    names: NOBODY,
  },
  {
    title: 'changes codec parameters',
    sends: { encoder: ['-profile:v', 'main', '-bf', '0', '-refs', '3'] },
    says: tells(/changed its video at/),
    names: NOBODY,
  },
  {
    title: 'changes its sample rate',
    sends: { rate: 48_000 },
    says: tells(/changed its audio at/),
    names: NOBODY,
  },
  {
    title: 'loses its audio',
    ways: WAYS,
    sends: { lacks: 'audio' },
    says: { 6: /sends no audio: viewers hear silence/, 30: /sends no audio: viewers hear silence/ },
    names: ['nobody', 'source'],
  },
  {
    title: 'starts to send audio',
    begins: { lacks: 'audio' },
    sends: {},
    says: { 6: /^Live/, 30: /sends audio now, in place of which viewers hear silence/ },
    names: NOBODY,
  },
  {
    title: 'starts its video late',
    ways: ['RTMP', 'UDP'],
    isAnew: true,
    isDark: true,
    sends: { pictureAfterS: 10 },
    says: { 6: /sends no video/, 30: /has sent video since/ },
    names: ['nobody', 'source'],
  },
  {
    title: 'starts its video late',
    ways: ['SRT'],
    isAnew: true,
    isDark: true,
    sends: { pictureAfterS: 20 },
    // ffmpeg probes the new stream for three seconds first.
    says: { 16: /sends no video/, 30: /has sent video since|^The encoder has changed its stream/ },
    names: ['nobody', 'source'],
  },
  {
    title: 'loses its video for a while',
    ways: WAYS,
    isDark: true,
    sends: { pictureAfterS: 10 },
    says: { 6: /sends no video/, 30: /has sent video since/ },
    names: ['nobody', 'source'],
  },
  {
    title: 'restarts its clock',
    sends: {},
    restartsClock: true,
    says: tells(/restarted its clock at/),
    names: NOBODY,
  },
];

async function startEncoder(
  way: Way,
  wizard: Wizard,
  { begins = {}, sends, restartsClock = false }: EncoderChange,
): Promise<ChangingEncoder> {
  if (way === 'RTMP') return rtmpEncoder(await wizard.listen(), begins, sends, { restartsClock });
  if (way === 'SRT') return tsEncoder('srt', begins, sends, await wizard.listen('Encoder over SRT'));
  const encoder = await tsEncoder(way === 'UDP' ? 'udp' : 'rtsp', begins, sends);
  await wizard.pullFrom(encoder.address);
  return encoder;
}

const encodeAnew = (way: Way, address: string, sends: EncodedStream): Promise<ChangingEncoder> =>
  way === 'RTMP' ? rtmpEncoder(address, sends, sends) : tsEncoder(way === 'SRT' ? 'srt' : 'udp', sends, sends, address);

const MOST_DARK_S = 10;

for (const way of WAYS) {
  test.describe(`over ${way}`, () => {
    if (way === 'SRT')
      test.use({
        environment: async ({ user: _ }, use) => {
          await use({ CORE_SRT_ENABLE: 'true', CORE_SRT_ADDRESS: `127.0.0.1:${await freePort()}` });
        },
      });

    for (const row of ENCODER_CHANGES.filter(({ ways = ['RTMP'] }) => ways.includes(way))) {
      const { title, isAnew = false, isDark = false } = row;
      test(`an encoder that ${title} is named, and no other party is blamed @embedded`, async ({
        operator,
        page,
        pageErrors,
        sources,
        api,
      }, info) => {
        pageErrors.allow(noStream);
        await operator.enter();
        await operator.wizard.begin();
        const encoder = sources.keep(await startEncoder(way, operator.wizard, row));
        await operator.wizard.acceptAll();
        await operator.sees('Live');
        await expect(operator.player).toPlay();
        await keepRecord(page);
        await watchFrames(page);
        if (isAnew) {
          await encoder[Symbol.asyncDispose]();
          // A second publisher of the same name is rejected.
          const publishers = async () => [
            ...(await api.rtmp()),
            ...(way === 'SRT' ? Object.keys((await api.srt()).publisher) : []),
          ];
          await expect.poll(publishers, { timeout: PATIENCE_MS }).toEqual([]);
          sources.keep(await encodeAnew(way, encoder.address, row.sends));
        } else {
          encoder.change();
          await expect.poll(encoder.changedAt, { timeout: PATIENCE_MS }).not.toBeNull();
        }
        const happenedAt = encoder.changedAt() ?? Date.now();
        await untilSecond(page, happenedAt, 30);
        const { looks, wrong } = await judgeSentences(page, happenedAt, row);
        const darkS = await longestDarkness(page);
        await info.attach('looks', {
          body: JSON.stringify({ darkS, looks }, null, 1),
          contentType: 'application/json',
        });
        expect(wrong).toEqual([]);
        if (!isDark) expect(darkS).toBeLessThan(MOST_DARK_S);
      });
    }
  });
}
