import { describe, expect, it } from 'vitest';
import type { Proof } from '../../src/api/answers/proofReport.ts';
import { CoreError } from '../../src/api/error.ts';
import type { Look } from '../../src/media/look/look.ts';
import {
  blackPicture,
  framesOf,
  greyOf,
  movingPicture,
  type Picture,
  reencoded,
  withLogo,
} from '../../src/media/proof/testing.ts';
import { createProofs, type ProofEvent, type ProofTarget } from './watchProofs.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const PUBLICATION = 'restreamer-ui:egress:hls:p';
const TARGET: ProofTarget = {
  channel: CHANNEL,
  publication: PUBLICATION,
  address: 'http://platform.example/a.m3u8',
  storage: 'memfs',
  runSeconds: 1000,
};
const SLOW: ProofTarget = {
  ...TARGET,
  channel: '11111111-2222-4333-8444-666666666666',
  publication: 'restreamer-ui:egress:hls:slow',
  address: 'http://slow.example/a.m3u8',
};
const WALL = 1_700_000_000_000;
const STORED = { memfs: 'mem', diskfs: 'disk' } as const;
const SEGMENT_S = 2;
const LIST = 6;

interface Platform {
  /** What viewers see at a second; null: the look fails with this line. */
  shows: (at: number, begin: number) => Float32Array | string;
  isHeard?: boolean;
}

/** A channel, a platform and a clock that only looks and pauses move. */
function createScene(channel: Picture, everyMs?: number) {
  let seconds = 1000;
  let platform: Platform = { shows: channel };
  let targets: readonly ProofTarget[] = [TARGET];
  let isBusy = false;
  let mayAct = true;
  let isAway = false;
  let isFull = false;
  let isAudioAlone = false;
  let writes: string[] = [];
  const files = new Map<string, string>();
  const events: ProofEvent[] = [];
  const looks = { own: 0, platform: 0 };

  const storageOf = () => targets[0]?.storage ?? 'memfs';
  const playlist = () => {
    const newest = Math.floor(seconds / SEGMENT_S);
    const entries = Array.from({ length: LIST }, (_, i) => `#EXTINF:2.0,\n${CHANNEL}_${newest - LIST + i}.ts`);
    return `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${newest - LIST}\n#EXT-X-TARGETDURATION:2\n${entries.join('\n')}\n`;
  };
  const seen = (pictures: readonly { grey: Uint8Array }[], isHeard = true): Look => {
    const length = pictures.length;
    const frames = isAudioAlone ? [] : pictures;
    const silent = isHeard ? [] : [{ from: 0, to: length }];
    return {
      ...{
        status: 'seen',
        seconds: length,
        sound: { silent },
        picture: isAudioAlone ? null : { black: [], still: [] },
      },
      frames: frames.map(({ grey }, at) => ({ at, grey })),
    };
  };
  function lookAtOwn(list: string): Look {
    const numbers = [...list.matchAll(/_(\d+)\.ts/g)].map(([, n]) => Number(n));
    const [first = 0] = numbers;
    return seen(framesOf(channel, first * SEGMENT_S, (first + numbers.length) * SEGMENT_S));
  }
  function lookAtPlatform(length: number): { look: Look; lines: string[] } {
    const shown = Array.from({ length }, (_, i) => platform.shows(seconds + i, seconds));
    const [first] = shown;
    if (typeof first === 'string') return { look: { status: 'failed', cause: 'failed' }, lines: [first] };
    const frames = shown.flatMap((cells) => (typeof cells === 'string' ? [] : [{ grey: greyOf(cells) }]));
    return { look: seen(frames, platform.isHeard), lines: [] };
  }
  const proofs = createProofs({
    core: {
      fileBytes: async ({ storage }) => new TextEncoder().encode(storage === STORED[storageOf()] ? playlist() : ''),
      memWrite: async ({ path, body }) => {
        writes.push(String(body));
        if (isFull) throw new CoreError(507, 'full');
        files.set(path, String(body));
        return '';
      },
      memDelete: async ({ path }) => {
        if (isAway) throw new CoreError(503, 'away');
        files.delete(path);
        return '';
      },
    },
    targets: () => targets,
    async look({ input, request }, kind) {
      looks[kind] += 1;
      if ('address' in input && input.address === SLOW.address) {
        for (const until = seconds + 150; seconds < until; ) await Promise.resolve();
        return { look: { status: 'failed', cause: 'slow' }, lines: [] };
      }
      const found = 'list' in input ? { look: lookAtOwn(input.list), lines: [] } : lookAtPlatform(request.seconds);
      seconds += kind === 'own' ? 1 : 2;
      return found;
    },
    isBusy: async () => isBusy,
    mayAct: () => mayAct,
    tell: (event) => events.push(event),
    now: () => seconds * 1000,
    wall: () => WALL + seconds * 1000,
    pause: async (ms) => {
      seconds += ms / 1000;
    },
    ...(everyMs !== undefined && { everyMs }),
  });
  const leave = new AbortController().signal;
  return {
    proof: (): Proof | null => proofs.proofs(CHANNEL)[PUBLICATION] ?? null,
    set: (next: Platform) => {
      platform = next;
    },
    target: (next: readonly ProofTarget[]) => {
      targets = next;
    },
    async run(length: number) {
      for (const end = seconds + length; seconds < end; seconds += 0.25) await proofs.step(leave);
    },
    /** Seconds until the proof is of this kind; more than `most` if it never is. */
    async until(isSo: (proof: Proof) => boolean, most = 200) {
      const begin = seconds;
      for (; seconds < begin + most; seconds += 0.25) {
        await proofs.step(leave);
        const proof = this.proof();
        if (proof !== null && isSo(proof)) return seconds - begin;
      }
      return most + 1;
    },
    /** Both loops, each of which moves the clock. */
    async runLoops(length: number) {
      const end = seconds + length;
      const { signal } = new AbortController();
      await proofs.run(
        new Proxy(signal, {
          get: (target, key) => (key === 'aborted' ? seconds >= end : Reflect.get(target, key, target)),
        }),
      );
    },
    setActing: (next: boolean) => {
      mayAct = next;
    },
    setAway: (next: boolean) => {
      isAway = next;
    },
    setBusy: (next: boolean) => {
      isBusy = next;
    },
    fill: () => {
      isFull = true;
    },
    /** Since the last call. */
    takeWrites() {
      const taken = writes;
      writes = [];
      return taken;
    },
    setAudioAlone: () => {
      isAudioAlone = true;
    },
    lookNow: proofs.lookNow,
    now: () => WALL + seconds * 1000,
    ...{ looks, events, files },
  };
}

const late =
  (picture: Picture, delay: number): Picture =>
  (at) =>
    picture(at - delay);
const OWN = movingPicture(4, 0.7);
const ENCODED = withLogo(reencoded(OWN));
const isSeen = ({ status }: Proof) => status === 'seen';
const isUnseen = ({ status }: Proof) => status === 'unseen';

describe('the agent', () => {
  it.each([5, 12, 25, 40])('finds a channel that is %i s late on its platform', async (delay) => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, delay) });
    expect(await scene.until(isSeen)).toBeLessThan(75);
    const proof = scene.proof();
    expect(Math.abs((proof?.status === 'seen' ? (proof.delay ?? 99) : 99) - delay)).toBeLessThanOrEqual(1);
    expect(scene.events).toMatchObject([{ event: 'proof-seen' }]);
    expect([...scene.files.keys()]).toEqual([`look-${CHANNEL}.platforms.json`]);
  });

  it.each([5, 30])('then looks once a minute, %i s late', async (delay) => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, delay) });
    await scene.run(200);
    const before = { ...scene.looks };
    await scene.run(600);
    expect(scene.looks.platform - before.platform).toBeLessThanOrEqual(11);
    expect(scene.looks.own - before.own).toBeLessThanOrEqual(22);
    expect(scene.proof()?.status).toBe('seen');
    expect(scene.events).toHaveLength(1);
  });

  it.each<[name: string, platform: (delay: number) => Platform, fault: string]>([
    ['nothing', () => ({ shows: () => 'Server returned 404 Not Found' }), 'gone'],
    ['black', () => ({ shows: blackPicture }), 'black'],
    ['a still picture', () => ({ shows: () => ENCODED(1090) }), 'frozen'],
    ['no sound', (delay) => ({ shows: late(ENCODED, delay), isHeard: false }), 'silent'],
    ['another programme', () => ({ shows: reencoded(movingPicture(99)) }), 'other'],
    ['the same seconds again', (delay) => ({ shows: (at) => ENCODED(1090 + (at % 12) - delay) }), 'old'],
  ])('finds a platform with %s', async (_, platform, fault) => {
    const scene = createScene(OWN, 10_000);
    scene.set({ shows: late(ENCODED, 20) });
    await scene.run(120);
    expect(scene.proof()?.status).toBe('seen');
    scene.set(platform(20));
    expect(await scene.until(isUnseen)).toBeLessThanOrEqual(50);
    expect(scene.proof()).toMatchObject({ fault });
    scene.set({ shows: late(ENCODED, 20) });
    expect(await scene.until(isSeen)).toBeLessThanOrEqual(40);
  });

  it('finds a platform that falls behind', async () => {
    const scene = createScene(OWN, 10_000);
    scene.set({ shows: late(ENCODED, 15) });
    await scene.run(100);
    scene.set({ shows: (at, begin) => ENCODED(at - 15 - Math.max(0, begin - 1100) * 0.4) });
    expect(await scene.until(({ status }) => status === 'late')).toBeLessThanOrEqual(50);
  });

  it('forgets a publication that has ended, and deletes its report', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 10) });
    await scene.run(100);
    scene.target([]);
    scene.setAway(true);
    await scene.run(200);
    scene.setAway(false);
    await scene.run(1);
    expect([scene.proof(), scene.files.size]).toEqual([null, 0]);
  });

  it('forgets at each new run what it saw in the run before', async () => {
    const scene = createScene(OWN, 10_000);
    scene.set({ shows: late(ENCODED, 20) });
    await scene.run(120);
    scene.set({ shows: () => 'Server returned 404 Not Found' });
    scene.target([{ ...TARGET, runSeconds: 1120 }]);
    expect(await scene.until(isUnseen)).toBeLessThanOrEqual(50);
    expect(scene.proof()).toMatchObject({ fault: 'gone', wasSeen: true });
    scene.target([{ ...TARGET, runSeconds: 1119 }]);
    await scene.run(1);
    expect(scene.proof()?.status).toBe('unseen');
    scene.target([{ ...TARGET, runSeconds: 3 }]);
    await scene.run(1);
    expect(scene.proof()).toBeNull();
    await scene.run(300);
    expect(scene.proof()).toMatchObject({ status: 'unclear', doubt: 'address' });
  });

  it('does not know what viewers get once its looks have waited for three minutes', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 20) });
    await scene.run(120);
    scene.set({ shows: blackPicture });
    await scene.until(isUnseen);
    scene.setBusy(true);
    await scene.run(100);
    expect(scene.proof()?.status).toBe('unseen');
    await scene.run(85);
    expect(scene.proof()).toMatchObject({ status: 'unclear', doubt: 'busy' });
    scene.setBusy(false);
    await scene.run(1);
    expect(scene.proof()).toMatchObject({ status: 'unclear', doubt: 'busy' });
    scene.set({ shows: late(ENCODED, 20) });
    expect(await scene.until(isSeen)).toBeLessThanOrEqual(100);
  });

  it('sees a channel soon after its first looks have waited for the processor', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 20) });
    scene.setBusy(true);
    await scene.run(250);
    scene.setBusy(false);
    expect(await scene.until(isSeen)).toBeLessThan(75);
  });

  it('blames nobody while the processor often has no time', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 20) });
    for (let i = 0; i < 30; i++) {
      scene.setBusy(true);
      await scene.run(16);
      scene.setBusy(false);
      await scene.run(4);
    }
    expect(scene.events.filter(({ event }) => event === 'proof-unseen')).toEqual([]);
  });

  it('says nothing about the processor of an earlier publication', async () => {
    const scene = createScene(OWN);
    scene.setBusy(true);
    await scene.run(10);
    expect(scene.proof()).toMatchObject({ status: 'unclear', doubt: 'busy' });
    scene.target([]);
    await scene.run(200);
    scene.setBusy(false);
    await scene.run(10);
    scene.takeWrites();
    scene.target([TARGET]);
    await scene.run(30);
    expect(scene.takeWrites().filter((text) => text.includes('busy'))).toEqual([]);
  });

  it('keeps what it found while the core does not answer for a moment', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 20) });
    await scene.run(120);
    scene.set({ shows: () => 'Server returned 404 Not Found' });
    await scene.until(isUnseen);
    scene.setActing(false);
    await scene.runLoops(5);
    scene.setActing(true);
    await scene.run(100);
    expect(scene.proof()).toMatchObject({ status: 'unseen', fault: 'gone', wasSeen: true });
    scene.setActing(false);
    await scene.runLoops(200);
    scene.setActing(true);
    await scene.run(100);
    expect(scene.proof()).toMatchObject({ status: 'unclear', doubt: 'address' });
  });

  it('knows what viewers get all the time, even if they are three minutes late', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 200) });
    expect(await scene.until(isSeen, 400)).toBeLessThan(300);
    for (let i = 0; i < 600; i++) {
      await scene.run(1);
      expect(scene.proof()?.status).toBe('seen');
    }
  });

  it('hears a platform of audio alone, and does not wait for pictures of the channel', async () => {
    const scene = createScene(OWN);
    scene.setAudioAlone();
    expect(await scene.until(isSeen)).toBeLessThan(10);
    const before = scene.looks.own;
    await scene.run(600);
    expect(scene.looks.own - before).toBeLessThanOrEqual(22);
  });

  it('has the pictures of a channel whose platform has waited for others', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 40) });
    scene.target([SLOW, TARGET]);
    await scene.runLoops(180);
    expect(scene.proof()?.status).toBe('seen');
  });

  it('looks on while the memory of the core is full, and reports twice a minute', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: late(ENCODED, 20) });
    scene.fill();
    expect(await scene.until(isSeen)).toBeLessThan(75);
    await scene.run(300);
    expect(scene.takeWrites().length).toBeLessThan(20);
  });

  it('follows a channel whose segments move to the disk', async () => {
    const scene = createScene(OWN, 10_000);
    scene.set({ shows: late(ENCODED, 20) });
    await scene.run(120);
    scene.target([{ ...TARGET, storage: 'diskfs', runSeconds: 1120 }]);
    await scene.run(300);
    expect(scene.proof()?.status).toBe('seen');
  });

  it('looks at once when it is asked to, and tells sooner that nothing arrives', async () => {
    const scene = createScene(OWN);
    expect(scene.lookNow(PUBLICATION)).toBe(false);
    scene.set({ shows: late(ENCODED, 20) });
    await scene.until(isSeen);
    await scene.run(5);
    scene.set({ shows: () => 'Server returned 404 Not Found' });
    expect(scene.lookNow('restreamer-ui:egress:hls:q')).toBe(false);
    expect(scene.lookNow(PUBLICATION)).toBe(true);
    expect(await scene.until(isUnseen)).toBeLessThan(25);
    scene.set({ shows: late(ENCODED, 20) });
    expect(scene.lookNow(PUBLICATION)).toBe(true);
    expect(await scene.until(isSeen)).toBeLessThan(30);
    scene.target([]);
    await scene.run(1);
    expect(scene.lookNow(PUBLICATION)).toBe(false);
  });

  it('looks less often at an address without a stream', async () => {
    const scene = createScene(OWN);
    scene.set({ shows: () => 'Invalid data found when processing input' });
    await scene.run(300);
    expect(scene.proof()).toMatchObject({ status: 'unclear', doubt: 'unreadable' });
    const before = scene.looks.platform;
    await scene.run(1800);
    expect(scene.looks.platform - before).toBeLessThan(60);
  });
});
