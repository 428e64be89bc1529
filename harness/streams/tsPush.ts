import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/launch/ports.ts';
import { startRelay } from './rtsp/relay.ts';

const PACKET = 188;
/** Packets per datagram. */
const TOGETHER = 7;

const pidOf = (packet: Buffer) => packet.readUInt16BE(1) & 0x1fff;

export const packetsOf = (stream: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(stream.length / PACKET) }, (_, i) => stream.subarray(i * PACKET, (i + 1) * PACKET));

/** Drops the packets of one stream, which the tables still list. */
export const withoutPid = (stream: Buffer, pid: number): Buffer =>
  Buffer.concat(packetsOf(stream).filter((packet) => pidOf(packet) !== pid));

const hasField = (packet: Buffer) => ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) > 0;
const hasPayload = (packet: Buffer) => ((packet[3] ?? 0) & 0x10) !== 0;
const [RANDOM_ACCESS, CLOCK] = [0x40, 0x10];
const isKeyframe = (packet: Buffer) =>
  hasField(packet) && ((packet[5] ?? 0) & (RANDOM_ACCESS | CLOCK)) === (RANDOM_ACCESS | CLOCK);

const STUFFING = 0xff;

/** Returns the packet without payload, for its clock; null without a clock. */
function clockAlone(packet: Buffer): Buffer | null {
  if (clockOf(packet) === null) return null;
  const copy = Buffer.alloc(PACKET, STUFFING);
  packet.copy(copy, 0, 0, 12);
  copy[3] = ((packet[3] ?? 0) & 0x0f) | 0x20;
  copy[4] = PACKET - 5;
  copy[5] = CLOCK;
  return copy;
}

/** Drops the packets of one stream for some seconds and until its next keyframe; the clock continues. */
export function* withoutPidFor(packets: Iterable<Buffer>, pid: number, seconds: number): Generator<Buffer> {
  let from: number | null = null;
  let isBack = false;
  for (const packet of packets) {
    const clock = clockOf(packet);
    from ??= clock;
    isBack ||= clock !== null && from !== null && clock - from >= seconds * 1000 && isKeyframe(packet);
    const sent = isBack || pidOf(packet) !== pid ? packet : clockAlone(packet);
    if (sent !== null) yield sent;
  }
}

/** Continuity counters go on. `isDue` is checked at each keyframe; `cut` filters the second stream. */
export function* switchedPackets(
  first: Iterable<Buffer>,
  second: Buffer,
  isDue: () => boolean,
  cut = (packets: Iterable<Buffer>) => packets,
): Generator<Buffer> {
  const counters = new Map<number, number>();
  const setCounter = (packet: Buffer): Buffer => {
    const counter = ((counters.get(pidOf(packet)) ?? -1) + (hasPayload(packet) ? 1 : 0)) & 0xf;
    counters.set(pidOf(packet), counter);
    const copy = Buffer.from(packet);
    copy[3] = ((packet[3] ?? 0) & 0xf0) | counter;
    return copy;
  };
  let leftAt = Number.POSITIVE_INFINITY;
  for (const packet of first) {
    if (isKeyframe(packet) && isDue()) {
      leftAt = clockOf(packet) ?? 0;
      break;
    }
    yield setCounter(packet);
  }
  const rest = packetsOf(second);
  const at = rest.findIndex((packet) => isKeyframe(packet) && (clockOf(packet) ?? 0) >= leftAt);
  if (at >= 0) for (const packet of cut(rest.slice(at))) yield setCounter(packet);
}

/** Milliseconds; null without a clock. */
const clockOf = (packet: Buffer): number | null =>
  hasField(packet) && ((packet[5] ?? 0) & CLOCK) !== 0
    ? (packet.readUInt32BE(6) * 2 + ((packet[10] ?? 0) >> 7)) / 90
    : null;

async function sendPaced(
  packets: Iterable<Buffer>,
  send: (datagram: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  let startedAt: { readonly clock: number; readonly atMs: number } | null = null;
  let waiting: Buffer[] = [];
  for (const packet of packets) {
    const clock = clockOf(packet);
    if (clock !== null) {
      startedAt ??= { clock, atMs: Date.now() };
      const waitMs = clock - startedAt.clock - (Date.now() - startedAt.atMs);
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    }
    waiting.push(packet);
    if (waiting.length < TOGETHER) continue;
    send(Buffer.concat(waiting));
    waiting = [];
  }
}

export interface TsPush extends AsyncDisposable {
  readonly address: string;
  /** Resolves after everything was sent. */
  readonly done: Promise<void>;
}

/** Pulled from a port, pushed to the core's SRT server, or offered by a camera. */
export const TRANSPORTS = ['udp', 'srt', 'rtsp'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Sends packets unchanged by their own clock. `to`: SRT address, or address of an earlier UDP push. */
export async function tsPush(transport: Transport, packets: Iterable<Buffer>, to = ''): Promise<TsPush> {
  const end = new AbortController();
  const { signal } = end;
  if (transport === 'udp') {
    const port = to === '' ? await freePort() : Number(new URL(to).port);
    const socket = createSocket('udp4');
    const done = sendPaced(packets, (datagram) => socket.send(datagram, port, '127.0.0.1'), signal);
    done.catch(() => {});
    let isClosed = false;
    return {
      address: `udp://127.0.0.1:${port}?timeout=5000000`,
      done,
      async [Symbol.asyncDispose]() {
        end.abort();
        await done.catch(() => {});
        if (!isClosed) socket.close();
        isClosed = true;
      },
    };
  }
  const port = await freePort();
  const relay = transport === 'rtsp' ? await startRelay(port) : null;
  const address = `rtsp://127.0.0.1:${port}/camera`;
  const read = ['-probesize', '200000', '-f', 'mpegts', '-i', 'pipe:0', '-map', '0:v:0', '-map', '0:a:0'];
  // RTSP needs an AAC description, which a transport stream lacks.
  const coded = ['-c:v', 'copy', '-c:a', 'aac'];
  const args =
    transport === 'rtsp'
      ? [...read, ...coded, '-max_interleave_delta', '100000', '-f', 'rtsp', '-rtsp_transport', 'tcp', address]
      : ['-f', 'data', '-i', 'pipe:0', '-map', '0', '-c', 'copy', '-f', 'data', to];
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  const done = sendPaced(packets, (datagram) => void child.stdin.write(datagram), signal);
  done.catch(() => {});
  await relay?.recording;
  return {
    address: transport === 'rtsp' ? address : to,
    done,
    async [Symbol.asyncDispose]() {
      end.abort();
      child.kill('SIGKILL');
      await exited;
      await done.catch(() => {});
      await relay?.close();
    },
  };
}
