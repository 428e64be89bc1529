import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  agentKey,
  backupOfFile,
  egressId,
  holdFile,
  holdStatusFile,
  ingestId,
  METADATA_KEY,
} from '../../../../src/api/processIds.ts';
import type { HlsControl } from '../../../../src/media/hls/hlsFiles.ts';
import { backupProcess } from '../../../../src/media/hold/backupProcess.ts';
import { storeBackupSettings } from '../../../../src/media/hold/backupSettings.ts';
import { parseHoldStatus } from '../../../../src/media/hold/holdStatus.ts';
import { hlsCleanup, hlsOutput } from '../../../../src/media/process/hlsOutput.ts';
import { freePort } from '../../../tools/launch/ports.ts';
import { mortalCore, USER } from '../../headless/killableCore.ts';
import { rtmpReceiver } from '../../receivers/rtmpReceiver.ts';
import { agentsBeside } from '../agentBeside.ts';
import { COPY, makeClip, processOf } from '../heldChannel.ts';
import { until } from '../testing.ts';
import { SEED, seededRandom } from './runCore.ts';

/* With E2E_CORE_BINARY, tests another core with the agent beside it. */

const CHAINS = Number(process.env.CHAINS ?? 40);
const CHANNELS = Number(process.env.CHANNELS ?? 8);
const FAULTS = ['end', 'kill', 'freeze', 'cut'] as const;
type Fault = (typeof FAULTS)[number];
/** The order of inputs after a failure, and which one returns first. */
const CHAIN_KINDS = ['backup then image', 'image then backup', 'image alone'] as const;
const PATIENCE_MS = 150_000;
/** Inputs that fail more often within five minutes get growing delays, which are not judged. */
const FEW_FALLS = 2;
const FALLS_WITHIN_S = 300;
const LOOK_EVERY_MS = 100;

const random = seededRandom(SEED);
const now = () => performance.now() / 1000;
const between = (least: number, most: number) => sleep((least + random.next() * (most - least)) * 1000);

/** An encoder that reconnects, over a connection that can be cut without being closed. */
async function openEncoder(clip: string, rtmpPort: number, key: string) {
  const ends = new Set<Socket>();
  let isCut = false;
  const wire = createServer((near) => {
    const upstream = connect(rtmpPort, '127.0.0.1');
    for (const [from, to] of [[near, upstream] as const, [upstream, near] as const]) {
      ends.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (!isCut) to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const { port } = wire.address() as AddressInfo;
  let isWanted = false;
  let child: ChildProcess | null = null;
  let last: Fault = 'end';
  const start = () => {
    isWanted = true;
    const args = ['-v', 'quiet', '-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy', '-f', 'flv'];
    const encoder = spawn('ffmpeg', [...args, `rtmp://127.0.0.1:${port}/${key}`], { stdio: 'ignore' });
    child = encoder;
    encoder.once('exit', async () => {
      await sleep(1000);
      if (isWanted && child === encoder) start();
    });
  };
  const end = (signal: NodeJS.Signals) => {
    isWanted = false;
    child?.kill(signal);
  };
  return {
    start,
    fail(fault: Fault) {
      last = fault;
      if (fault === 'end') end('SIGINT');
      else if (fault === 'kill') end('SIGKILL');
      else if (fault === 'freeze') child?.kill('SIGSTOP');
      else isCut = true;
    },
    back() {
      if (last === 'freeze') child?.kill('SIGCONT');
      else if (last !== 'cut') start();
      isCut = false;
      if (last === 'cut') for (const end of ends) end.destroy();
      if (last === 'cut') ends.clear();
    },
    close() {
      end('SIGKILL');
      wire.close();
      for (const end of ends) end.destroy();
    },
  };
}

interface Receiver extends AsyncDisposable {
  address: string;
  format: string;
  /** Timestamps of the frames in ms, in decoding order, by session. */
  pictures(): readonly (readonly number[])[];
}

async function openRtmpReceiver(): Promise<Receiver> {
  const receiver = await rtmpReceiver();
  return {
    ...{ address: `rtmp://${receiver.host}/takes/key`, format: 'flv', pictures: receiver.pictures },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

/** Accepts one caller at a time. */
async function openSrtReceiver(): Promise<Receiver> {
  const host = `127.0.0.1:${await freePort()}`;
  const sessions: number[][] = [];
  let isOpen = true;
  let child: ChildProcess | null = null;
  const listen = () => {
    const args = ['-v', 'quiet', '-copyts', '-i', `srt://${host}?mode=listener`, '-map', '0:v', '-c', 'copy'];
    const reader = spawn('ffmpeg', [...args, '-flush_packets', '1', '-f', 'framecrc', '-'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = reader;
    let session: number[] | null = null;
    createInterface(reader.stdout).on('line', (line) => {
      const [, dts] = /^0, +(\d+),/.exec(line) ?? [];
      if (dts === undefined) return;
      if (session === null) {
        session = [];
        sessions.push(session);
      }
      session.push(Number(dts) / 90);
    });
    reader.once('exit', () => isOpen && listen());
  };
  listen();
  return {
    ...{ address: `srt://${host}?mode=caller&transtype=live`, format: 'mpegts', pictures: () => sessions },
    async [Symbol.asyncDispose]() {
      isOpen = false;
      child?.kill('SIGKILL');
    },
  };
}

type OnAir = 'source' | 'backup' | 'slate' | 'nothing';
const spans: { kind: string; seconds: number; about: string }[] = [];
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const print = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

it(`publications keep one session in ${CHAINS} chains of source, backup and image: SEED=${SEED}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chains-'));
  const clip = await makeClip(folder, '640x360');
  const binary = process.env.E2E_CORE_BINARY;
  const running = await mortalCore(folder, binary);
  const agents = await agentsBeside(running.address, folder);
  if (binary !== undefined) agents.start();
  const { core } = running.client();
  const logIn = async () => {
    const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
    core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  };
  await logIn();
  const memory = async (file: string) => {
    const answer = await fetch(`${running.address}/memfs/${file}`);
    return answer.ok ? await answer.text() : null;
  };
  const closing: (() => unknown)[] = [];

  async function runChannel(nth: number, chains: number) {
    const uuid = `11111111-2222-3333-4444-${String(nth).padStart(12, '0')}`;
    const [key, second] = [`${uuid}.stream`, `${uuid}-b1.stream`];
    const [ingest, reader] = [ingestId(uuid), egressId(nth === 0 ? 'srt' : 'rtmp', uuid)];
    const hls: HlsControl = {
      ...{ lhls: false, segmentDuration: 2, listSize: 6, cleanup: true, storage: 'memfs', version: 3 },
      ...{ master_playlist: false, dated: false },
    };
    const { address, options } = hlsOutput(uuid, hls);
    const asStored = { reference: uuid, reconnect_delay_seconds: 15 };
    const main = processOf(ingest, [`{rtmp,name=${key}}`, '-fflags', '+genpts', '-thread_queue_size', '512'], {
      ...{ id: 'output_0', address, cleanup: hlsCleanup(uuid, hls) },
      options: ['-dn', '-sn', ...COPY, ...options.flatMap(([name, value]) => [`-${name}`, value])],
    });
    await core.processAdd({ body: { ...main, ...asStored } });
    const pushed = { mode: 'push', push: { type: 'rtmp', name: key } };
    await core.processMetadataSet({
      ...{ id: ingest, key: METADATA_KEY },
      body: { version: '1.14.0', sources: [{ type: 'network', settings: pushed, inputs: main.input }] },
    });
    const input = [{ id: 'input_0', address: `{rtmp,name=${second}}`, options: ['-fflags', '+genpts'] }];
    await core.processAdd({ body: backupProcess({ channel: uuid, n: 1, input, shape: null }) });
    await core.metadataSet({
      key: agentKey(uuid),
      body: storeBackupSettings({}, [{ id: 1, name: 'Second', mode: 'warm', encode: false }]),
    });
    const receiver = nth === 0 ? await openSrtReceiver() : await openRtmpReceiver();
    closing.push(() => receiver[Symbol.asyncDispose]());
    const source = await openEncoder(clip, running.rtmp, key);
    const backup = await openEncoder(clip, running.rtmp, second);
    closing.push(source.close, backup.close);
    source.start();
    backup.start();
    const body = processOf(reader, [`{memfs}/${holdFile(uuid)}`, '-re'], {
      ...{ id: 'output_0', address: receiver.address },
      options: [...COPY, '-f', receiver.format],
    });
    await core.processAdd({ body: { ...body, ...asStored } });

    const status = async () => parseHoldStatus((await memory(holdStatusFile(uuid))) ?? '');
    const isCalm = async () => {
      const hold = await status();
      return hold?.onAir === 'source' && hold.image === 'ready' && hold.backups?.[0]?.state === 'ready';
    };
    await until(isCalm, Boolean, PATIENCE_MS);
    await until(
      async () => receiver.pictures()[0]?.length ?? 0,
      (count) => count > 100,
      PATIENCE_MS,
    );

    // A retry before the first playlist does not count.
    const earlier = (await core.processReport({ id: reader })).history.length;
    let air: { what: OnAir; since: number } = { what: 'source', since: now() };
    const airs = [air];
    let isWatched = true;
    const start = { at: now(), stamp: receiver.pictures()[0]?.at(-1) ?? 0 };
    const received = { count: 0, at: now(), gaps: [0] };
    const watching = (async () => {
      while (isWatched) {
        const last = (await memory(holdFile(uuid)).catch(() => null))?.trim().split('\n').at(-1);
        const part =
          last === undefined
            ? 'nothing'
            : backupOfFile(last) !== null
              ? 'backup'
              : last.startsWith('hold-')
                ? 'slate'
                : 'source';
        if (part !== air.what) {
          air = { what: part, since: now() };
          airs.push(air);
        }
        const stamps = receiver.pictures().at(-1) ?? [];
        const count = stamps.length;
        if (count !== received.count) {
          const gap = now() - received.at;
          received.gaps.push(gap);
          const before = airs.slice(-4).map((air) => `${air.what} for ${(now() - air.since).toFixed(1)} s`);
          const jump = Math.max(
            ...stamps.slice(received.count).map((stamp, i) => stamp - (stamps[received.count + i - 1] ?? stamp)),
          );
          if (jump > 250 || gap > 2.5) {
            const { log } = await core.processReport({ id: reader });
            const lines = log.map(([, line = '']) => line).filter((line) => !line.includes('Skip ('));
            process.stdout.write(
              `${nth}: jump of ${Math.round(jump)} ms, gap of ${gap.toFixed(1)} s; ${before.join(', ')}\n${lines.join('\n')}\n`,
            );
          }
          Object.assign(received, { count, at: now() });
        }
        await sleep(LOOK_EVERY_MS);
      }
    })();

    const falls = { source: [] as number[], backup: [] as number[] };
    const often = (part: 'source' | 'backup') =>
      falls[part].filter((at) => now() - at < FALLS_WITHIN_S).length > FEW_FALLS ? ', fallen often' : '';
    const span = async (kind: string, detail: string, at: number, holds: (part: OnAir) => boolean) => {
      await until(async () => air.what, holds, PATIENCE_MS).catch(async (error: unknown) => {
        throw new Error(`${uuid} ${kind} ${detail}: ${String(error)} ${JSON.stringify(await status())}`);
      });
      spans.push({ kind, about: detail, seconds: air.since - at });
    };
    const fall = (part: 'source' | 'backup') => {
      const fault = random.pick(FAULTS);
      if (air.what === part) falls[part].push(now());
      (part === 'source' ? source : backup).fail(fault);
      return { fault, at: now() };
    };
    const back = async (of: 'source' | 'backup', from: string) => {
      const at = now();
      (of === 'source' ? source : backup).back();
      await span(`${of} is back after the ${from}${often(of)}`, '', at, (part) => part === of);
    };

    for (let chain = 0; chain < chains; chain++) {
      const kind = random.pick(CHAIN_KINDS);
      if (kind === 'backup then image') {
        const first = fall('source');
        await span('source to backup', first.fault, first.at, (part) => part === 'backup');
        await between(4, 12);
        const next = fall('backup');
        await span('backup to image', next.fault, next.at, (part) => part === 'slate');
        await between(6, 12);
        await back('source', 'image');
        backup.back();
      } else {
        const first = fall('backup');
        if (kind === 'image then backup') await between(0, 12);
        const next = fall('source');
        await span('source falls, backup dead', `${first.fault}, ${next.fault}`, next.at, (part) => part !== 'source');
        await span('source to image', `${first.fault}, ${next.fault}`, next.at, (part) => part === 'slate');
        await between(6, 12);
        if (kind === 'image then backup') {
          await back('backup', 'image');
          await between(8, 14);
          await back('source', 'backup');
        } else {
          await back('source', 'image');
          await between(0, 5);
          backup.back();
        }
      }
      await until(isCalm, Boolean, PATIENCE_MS);
      await between(8, 16);
      process.stdout.write(`${nth}: ${kind}, ${chain + 1} of ${chains}\n`);
    }
    isWatched = false;
    await watching;
    const sessions = receiver.pictures();
    const [pictures = []] = sessions;
    const steps = pictures.slice(1).map((stamp, i) => stamp - (pictures[i] ?? stamp));
    const { history } = await core.processReport({ id: reader });
    return {
      to: receiver.format,
      sessions: sessions.length,
      runs: history.length - earlier + 1,
      pictures: pictures.length,
      backwards: steps.filter((step) => step < 0).length,
      jumps: steps.filter((step) => step > 250).length,
      gap: Math.max(...received.gaps),
      clock: ((pictures.at(-1) ?? 0) - start.stamp) / 1000 - (now() - start.at),
    };
  }

  const relogin = setInterval(() => void logIn().catch(() => undefined), 240_000);
  try {
    const rows = await Promise.all(
      Array.from({ length: CHANNELS }, (_, nth) =>
        runChannel(nth, Math.floor(CHAINS / CHANNELS) + (nth < CHAINS % CHANNELS ? 1 : 0)),
      ),
    );
    print('to', 'sessions', 'runs', 'pictures', 'backwards', 'jumps', 'longest gap, s', 'against the clock, s');
    for (const row of rows)
      print(
        ...[row.to, row.sessions, row.runs, row.pictures, row.backwards, row.jumps],
        ...[row.gap.toFixed(2), row.clock.toFixed(2)],
      );
    const kinds = [...new Set(spans.map(({ kind }) => kind))].toSorted();
    print('switch', 'count', 'median, s', 'max, s', 'longest');
    for (const kind of kinds) {
      const all = spans.filter((span) => span.kind === kind).toSorted((a, b) => a.seconds - b.seconds);
      const sorted = all.map(({ seconds }) => seconds);
      const longest = all.slice(-3).map(({ about, seconds }) => `${about} ${seconds.toFixed(1)}`);
      print(kind, all.length, percentile(sorted, 0.5).toFixed(2), (sorted.at(-1) ?? 0).toFixed(2), longest.join('; '));
    }
    expect(rows.map(({ sessions, runs, backwards, jumps }) => [sessions, runs, backwards, jumps])).toEqual(
      rows.map(() => [1, 1, 0, 0]),
    );
  } finally {
    clearInterval(relogin);
    for (const close of closing) await close();
    if (agents.words() !== '') process.stdout.write(agents.words());
    agents.killAll();
    await running.stop();
    await rm(folder, { recursive: true });
  }
}, 3_000_000);
