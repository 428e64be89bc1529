import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { type FlvTag, flvPush, flvTags, isAudio, joinTags } from '../../harness/streams/flvPush.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import {
  judgeSentences,
  keepRecord,
  type SentenceExpectation,
  untilSecond,
} from '../support/browser/channelPageRecord.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { expect, test } from '../test.ts';

const away: AllowedError = {
  line: /^(request failed: \S+ \S+ net::ERR_|status 40[14]: )/,
  why: 'The playlist of a channel that nobody sends to is gone.',
};

const CLIP_S = 5;
const clips = new Map<string, FlvTag[]>();

async function clip(name: string, size: string, { rate = 44_100, encoder = [] as string[] } = {}): Promise<FlvTag[]> {
  const known = clips.get(name);
  if (known) return known;
  const folder = await mkdtemp(path.join(tmpdir(), 'encoder-changes-'));
  try {
    const file = path.join(folder, 'clip.flv');
    const inputs = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`, '-f', 'lavfi', '-i', `sine=440:r=${rate}`];
    const video = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'zerolatency',
      '-g',
      '25',
      '-pix_fmt',
      'yuv420p',
    ];
    const end = await runFfmpeg([...inputs, ...video, ...encoder, '-c:a', 'aac', '-ac', '2', '-t', `${CLIP_S}`, file])
      .ended;
    if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
    const tags = flvTags(await readFile(file));
    clips.set(name, tags);
    return tags;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const plain = () => clip('plain', '320x180');
const turned = () => clip('turned', '180x320');
const silent = (tags: readonly FlvTag[]) => tags.filter((tag) => !isAudio(tag));
/** Longer than any journey. */
const repeat = (tags: readonly FlvTag[], times = 60) => joinTags(...Array.from({ length: times }, () => tags));

/** An encoder that changes when it is told, at the end of what it sends. */
async function encoderAt(
  address: string,
  first: readonly FlvTag[],
  then: readonly FlvTag[],
  { restartsClock = false } = {},
) {
  let isTold = false;
  let changedAt: number | null = null;
  function* tags(): Generator<FlvTag> {
    let from = restartsClock ? 1_000_000 : 0;
    for (;;) {
      const part = isTold ? then : first;
      if (isTold && changedAt === null) {
        changedAt = Date.now();
        if (restartsClock) from = 0;
      }
      let last = from;
      for (const tag of part) {
        last = Math.max(last, tag.time + from);
        yield { ...tag, time: tag.time + from };
      }
      from = last + 40;
    }
  }
  const push = flvPush(address, tags());
  return {
    change: () => {
      isTold = true;
    },
    /** ms; null: not yet. */
    changedAt: () => changedAt,
    [Symbol.asyncDispose]: () => push[Symbol.asyncDispose](),
  };
}

test('a phone that is turned while it is live: the stream goes on in its new size, and nobody is blamed @embedded', async ({
  operator,
  page,
  pageErrors,
  sources,
  api,
}) => {
  pageErrors.allow(away);
  await operator.enter();
  await operator.wizard.begin();
  const encoder = sources.keep(await encoderAt(await operator.wizard.listen(), await plain(), await turned()));
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
      ({ state: of }) =>
        of?.progress?.outputs.flatMap(({ type, width, height }) => (type === 'video' ? [`${width}x${height}`] : [])) ??
        [],
    );
  await expect.poll(sizes, { timeout: PATIENCE_MS }).toContain('180x320');
  await expect
    .poll(() => operator.player.evaluate((video: HTMLVideoElement) => `${video.videoWidth}x${video.videoHeight}`), {
      timeout: PATIENCE_MS,
    })
    .toBe('180x320');
});

test('a microphone that is gone: the picture goes on with silence, and comes with sound again @embedded', async ({
  operator,
  page,
  pageErrors,
  sources,
  api,
}) => {
  pageErrors.allow(away);
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const first = flvPush(address, repeat(await plain()));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await first[Symbol.asyncDispose]();
  // A second publisher of a name is refused.
  await expect.poll(async () => (await api.rtmp()).length, { timeout: PATIENCE_MS }).toBe(0);
  const encoder = sources.keep(await encoderAt(address, silent(await plain()), await plain()));
  const state = page.getByRole('region', { name: 'State of the channel' });
  await expect(state).toContainText('The source sends no audio: viewers hear silence.');
  await operator.sees('Live');
  encoder.change();
  await expect(state).not.toContainText('sends no audio');
  await operator.sees('Live');
});

test('sound that comes late is offered in one step @embedded', async ({ operator, page, pageErrors, sources }) => {
  pageErrors.allow(away);
  await operator.enter();
  await operator.wizard.begin();
  const encoder = sources.keep(await encoderAt(await operator.wizard.listen(), silent(await plain()), await plain()));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  encoder.change();
  const use = page.getByRole('button', { name: 'Use the audio' });
  await use.click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/^Channel ".*" saved$/)).toBeVisible();
  await operator.sees('Live');
  await expect(use).toHaveCount(0);
});

/** Video of enhanced RTMP, of which nobody here has an encoder: its header and frames are told by their FourCC alone. */
const enhanced = (tags: readonly FlvTag[]) =>
  tags.map((tag) => {
    if (isAudio(tag)) return tag;
    const [first = 0, packet = 0] = tag.body;
    const head = Buffer.from([0x80 | (first & 0x70) | (packet === 0 ? 0 : 3)]);
    return { ...tag, body: Buffer.concat([head, Buffer.from('hvc1'), tag.body.subarray(5)]) };
  });

test('HEVC that this ffmpeg cannot read is named before setup continues @embedded', async ({
  operator,
  page,
  pageErrors,
  sources,
}) => {
  pageErrors.allow(away);
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const hevc = flvPush(address, repeat(enhanced(await plain())));
  const told = page.getByText('The encoder sends HEVC, which this ffmpeg cannot read by RTMP.');
  await expect(told).toBeVisible();
  await expect(page.getByText('Choose H.264 in the encoder, or send by SRT.')).toBeVisible();
  await hevc[Symbol.asyncDispose]();
  sources.keep(flvPush(address, repeat(await plain())));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
});

test('audio alone gets a picture in one step, at the same address', async ({ operator, page, pageErrors, sources }) => {
  pageErrors.allow(away);
  await operator.enter();
  await operator.wizard.begin();
  sources.keep(flvPush(await operator.wizard.listen(), repeat((await plain()).filter(isAudio))));
  await expect(page.getByText('Only audio arrives.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a color' }).click();
  await operator.wizard.acceptAll();
  await operator.sees('Live');
});

interface EncoderChange extends SentenceExpectation {
  title: string;
  /** Picture and sound unless given. */
  begins?: () => Promise<FlvTag[]>;
  sends: () => Promise<FlvTag[]>;
  restartsClock?: boolean;
}

const FOLLOWED = /has changed its stream, which continues in a moment|^Live/;
const tells = (words: RegExp): SentenceExpectation['says'] => ({ 6: FOLLOWED, 30: words });
const NOBODY = ['nobody'];

/** What an encoder may do while it is live, what is said of it, and who may be named at any time. */
const ENCODER_CHANGES: readonly EncoderChange[] = [
  { title: 'turns its picture', sends: turned, says: tells(/changed its video at/), names: NOBODY },
  {
    title: 'sends a larger picture',
    sends: () => clip('larger', '640x360'),
    says: tells(/changed its video at/),
    names: NOBODY,
  },
  {
    title: 'changes codec parameters',
    sends: () => clip('other', '320x180', { encoder: ['-profile:v', 'main', '-bf', '0', '-refs', '3'] }),
    says: tells(/changed its video at/),
    names: NOBODY,
  },
  {
    title: 'changes its sample rate',
    sends: () => clip('faster', '320x180', { rate: 48_000 }),
    says: tells(/changed its audio at/),
    names: NOBODY,
  },
  {
    title: 'loses its sound',
    sends: async () => silent(await plain()),
    says: { 6: /sends no audio: viewers hear silence/, 30: /sends no audio: viewers hear silence/ },
    names: ['nobody', 'source'],
  },
  {
    title: 'begins to send sound',
    begins: async () => silent(await plain()),
    sends: plain,
    says: { 6: /^Live/, 30: /sends audio now, in place of which viewers hear silence/ },
    names: NOBODY,
  },
  {
    title: 'restarts its clock',
    sends: plain,
    restartsClock: true,
    says: tells(/restarted its clock at/),
    names: NOBODY,
  },
];

for (const { title, begins = plain, sends, restartsClock, ...expected } of ENCODER_CHANGES) {
  test(`an encoder that ${title}: it is said, and nobody else is named at any time @embedded`, async ({
    operator,
    page,
    pageErrors,
    sources,
  }, info) => {
    pageErrors.allow(away);
    await operator.enter();
    await operator.wizard.begin();
    const [first, second] = [await begins(), await sends()];
    const encoder = sources.keep(
      await encoderAt(await operator.wizard.listen(), first, second, restartsClock ? { restartsClock } : {}),
    );
    await operator.wizard.acceptAll();
    await operator.sees('Live');
    await keepRecord(page);
    encoder.change();
    await expect.poll(encoder.changedAt, { timeout: PATIENCE_MS }).not.toBeNull();
    const happenedAt = encoder.changedAt() ?? 0;
    await untilSecond(page, happenedAt, 30);
    const { looks, wrong } = await judgeSentences(page, happenedAt, expected);
    await info.attach('looks', { body: JSON.stringify(looks, null, 1), contentType: 'application/json' });
    expect(wrong).toEqual([]);
  });
}
