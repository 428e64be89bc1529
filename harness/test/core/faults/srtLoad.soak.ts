import path from 'node:path';
import { expect, inject, it } from 'vitest';
import type { SrtServer } from '../../../../server/srt/index.ts';
import { until } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';
import { residentMb } from './runCore.ts';
import { loseEvery, relayOf, runCaller, serveSrt, srtAddress } from './srtCallers.ts';

const PUBLISHERS = Number(process.env.SRT_PUBLISHERS ?? 20);
const PLAYERS = Number(process.env.SRT_PLAYERS ?? 50);
/** Ten seconds per player. */
const PICTURES = 250;
const STEP = 3600;
const LOSSY = 5;
const LOST = 20;
/** Microseconds for retransmission, enough for seventy callers on two cores. */
const LATENCY = '&latency=2000000';
const MOST_MB = 300;

const nameOf = (index: number) => `ch${index % PUBLISHERS}`;

/** Twenty seconds of 2 Mbit/s with frames of 40 ms. */
async function makeSource(): Promise<string> {
  const file = path.join(testTempDir(), 'source.ts');
  const noise = 'testsrc2=size=320x180:rate=25,noise=alls=40:allf=t';
  const rate = ['-b:v', '2M', '-minrate', '2M', '-maxrate', '2M', '-bufsize', '1M', '-x264-params', 'nal-hrd=cbr'];
  const coder = [
    '-codec:v',
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
  const { code, said } = await runCaller([
    '-f',
    'lavfi',
    '-i',
    noise,
    '-t',
    '20',
    ...coder,
    ...rate,
    '-f',
    'mpegts',
    file,
  ]).ended;
  if (code !== 0) throw new Error(said);
  return file;
}

/** Intervals between a player's frames, in 1/90000 s. */
function stepsOf(wrote: string): number[] {
  const times = [...wrote.matchAll(/^0, +(-?\d+),/gm)].map(([, at]) => Number(at));
  return times.slice(1).map((at, i) => at - (times[i] ?? 0));
}

it(`with ${PUBLISHERS} publishers, ${PLAYERS} players, packet loss and a killed relay every player gets every frame`, async () => {
  const source = await makeSource();
  const { server, sessions } = await serveSrt({ program: inject('server') });
  const portOf = async (index: number) => (index % LOSSY === 0 ? await loseEvery(LOST, server.port) : server.port);

  const publish = async () => {
    const publishers = await Promise.all(
      Array.from({ length: PUBLISHERS }, async (_, index) => {
        const to = srtAddress(await portOf(index), `${nameOf(index)},mode:publish`, LATENCY);
        return runCaller(['-re', '-stream_loop', '-1', '-i', source, '-codec', 'copy', '-f', 'mpegts', to]);
      }),
    );
    await onAir(server, PUBLISHERS);
    return publishers;
  };
  const play = async () => {
    const nowhere = ['-codec', 'copy', '-frames:v', String(PICTURES), '-f', 'framecrc', '-'];
    const players = await Promise.all(
      Array.from({ length: PLAYERS }, async (_, index) =>
        runCaller(['-i', srtAddress(await portOf(index), nameOf(index), LATENCY), ...nowhere]),
      ),
    );
    const ended = await Promise.all(players.map((player) => player.ended));
    return ended.map(({ code, said, wrote }, index) => ({ code, said, name: nameOf(index), steps: stepsOf(wrote) }));
  };
  const expectAll = async () => {
    const relay = await relayOf(process.pid);
    for (const { code, said, name, steps } of await play()) {
      // A player that joins between keyframes logs errors until the next one.
      expect(code, said).toBe(0);
      expect(steps, name).toEqual(Array(PICTURES - 1).fill(STEP));
    }
    const { connections, publisher } = await server.channels();
    const stats = Object.values(publisher).map((id) => connections[String(id)]?.stats ?? {});
    expect(stats.filter(({ recv_drop_pkt }) => recv_drop_pkt !== 0)).toEqual([]);
    expect(stats.filter(({ recv_loss_pkt = 0 }) => recv_loss_pkt > 0).length).toBeGreaterThanOrEqual(
      PUBLISHERS / LOSSY,
    );
    expect(residentMb(relay), 'memory of the relay, MB').toBeLessThan(MOST_MB);
    process.stdout.write(`relay: ${residentMb(relay).toFixed(0)} MB\n`);
    return relay;
  };

  const publishers = await publish();
  const relay = await expectAll();
  process.kill(relay, 'SIGKILL');
  await Promise.all(publishers.map(({ ended }) => ended));
  expect(sessions.every(({ isClosed }) => isClosed)).toBe(true);
  await publish();
  expect(await expectAll()).not.toBe(relay);
  expect(sessions).toHaveLength(2 * (PUBLISHERS + PLAYERS));
});

const onAir = (server: SrtServer, count: number) =>
  until(
    () => server.channels(),
    ({ publisher }) => Object.keys(publisher).length === count,
  );
