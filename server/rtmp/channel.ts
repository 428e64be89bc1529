import type { ArrivingStream, StreamChange } from '../../src/api/arrivingStream.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { limit } from '../util/limits.ts';
import { RtmpError } from './amf.ts';
import { copyBuffer, type Message, messageType, writeChunks } from './chunks.ts';
import type { ConnectionSlots } from './connectionSlots.ts';
import { findMediaKind, isHeaderless, type MediaKind, prepareForPlayers, readCodec } from './mediaKind.ts';
import type { MemoryBudget } from './memoryBudget.ts';
import { STREAM_ID } from './replies.ts';
import { createSilence } from './silence.ts';
import { createStreamWatch, mediumOf } from './streamWatch.ts';

interface Gop {
  /** Timestamp of its keyframe; null if empty. */
  began(): number | null;
  begin(timestamp: number): void;
  add(chunks: Buffer): void;
  together(): readonly Buffer[];
  forget(): void;
  bytes(): number;
}

/** Blocks of small frames cost less than an object per frame. */
const BLOCK_BYTES = 64 * 1024;
const BLOCK_OVERHEAD_BYTES = 128;

export function createGop(): Gop {
  let timestamp: number | null = null;
  let blocks: Buffer[] = [];
  let loose: Buffer[] = [];
  let looseBytes = 0;
  let bytes = 0;

  const pack = () => {
    if (loose.length === 0) return;
    const [only] = loose;
    blocks.push(loose.length === 1 && only !== undefined ? only : Buffer.concat(loose, looseBytes));
    loose = [];
    looseBytes = 0;
  };
  const reset = (from: number | null) => {
    timestamp = from;
    blocks = [];
    loose = [];
    looseBytes = 0;
    bytes = 0;
  };

  return {
    began: () => timestamp,
    begin: reset,
    add(chunks) {
      if (timestamp === null) return;
      loose.push(chunks);
      looseBytes += chunks.length;
      bytes += chunks.length;
      // A longer GOP is not stored: players wait for the next keyframe.
      if (bytes > limit('rtmpGop')) reset(null);
      else if (looseBytes >= BLOCK_BYTES) pack();
    },
    together() {
      pack();
      return blocks;
    },
    forget: () => reset(null),
    bytes: () => bytes + loose.length * BLOCK_OVERHEAD_BYTES,
  };
}

/** `send` never blocks: the owner closes a slow connection. */
export interface Player {
  send(chunks: Buffer): void;
  backlog(): number;
  pieces(): number;
  cut(): void;
  over(): void;
}

export interface Channel {
  readonly name: string;
  readonly slots: ConnectionSlots;
  /** After its first stream header or frame. */
  onAir(): boolean;
  /** Players get the message with the next `flush`. Throws `RtmpError` if it is too long. */
  publish(message: Message): void;
  flush(): void;
  join(player: Player): void;
  leave(player: Player): void;
  headerBytes(): number;
  /** Returns the same object until something changes. */
  stream(): ArrivingStream;
  end(): void;
}

const PIECE_BYTES = 64;
/** Up to this size, messages that arrived together are copied into one write. */
const TOGETHER_BYTES = 128 * 1024;

const chunkStreams = new Map<number, number>([
  [messageType.audio, 4],
  [messageType.data, 5],
  [messageType.video, 6],
]);

const isHeader = (kind: MediaKind) => kind === 'metadata' || kind === 'audioHeader' || kind === 'videoHeader';

interface Playback {
  waiting: boolean;
  readonly ownBytes: number;
}

export type AnewReason = 'the stream has changed' | 'its clock was restarted';

interface ChannelDeps {
  readonly budget: MemoryBudget;
  readonly slots: ConnectionSlots;
  onAired?(): void;
  /** Called before the message reaches a player. */
  onChange?(change: StreamChange): void;
  /** Called before a message that players cannot decode. */
  onBreak?(reason: AnewReason): void;
  /** Whether a process of this core exits without audio. */
  wantsAudio?(): boolean;
  readonly audioMemory?: { get(): Buffer | null; set(header: Buffer): void };
}

/** Sends one publisher's messages to all players, encoded once. New players start at the last keyframe. */
export function createChannel(
  name: string,
  { budget, slots, onAired, onChange, onBreak, wantsAudio, audioMemory }: ChannelDeps,
): Channel {
  const players = new Map<Player, Playback>();
  const headers = new Map<MediaKind, Message>();
  const gop = createGop();
  const account = budget.open(() => gop.forget(), 'spare');
  const waiting = budget.open(() => slowest()?.cut());
  const watch = createStreamWatch();
  const silence = createSilence(wantsAudio ?? (() => false), audioMemory?.get() ?? null);
  const codecs = { video: '', audio: '' };
  let stream: ArrivingStream = { video: null, audio: null, silence: false, change: null };
  let changedSecond = 0;
  let aired = false;
  let batch: { readonly kind: MediaKind; readonly chunks: Buffer }[] = [];

  const slowest = () =>
    [...players.keys()].reduce<Player | null>(
      (found, player) => (found === null || player.backlog() > found.backlog() ? player : found),
      null,
    );

  const remember = (kind: MediaKind, message: Message, chunks: Buffer) => {
    if (!aired && kind !== 'metadata' && (isHeader(kind) || kind === 'keyframe')) {
      aired = true;
      onAired?.();
    }
    if (isHeader(kind)) {
      headers.set(kind, { ...message, body: copyBuffer(message.body) });
      if (kind === 'videoHeader') gop.forget();
      return;
    }
    if (kind === 'keyframe') gop.begin(message.timestamp);
    gop.add(chunks);
  };

  /** Frames are shared, so the slowest player determines their memory; headers are per player. */
  const count = () => {
    let max = 0;
    let own = 0;
    for (const [player, { ownBytes }] of players) {
      const backlog = player.backlog();
      if (backlog > max) max = backlog;
      own += player.pieces() * PIECE_BYTES + Math.min(ownBytes, backlog);
    }
    account.set(gop.bytes());
    waiting.set(max + own);
  };

  const sendTo = (player: Player, playback: Playback) => {
    for (const { kind, chunks } of batch) {
      if (kind === 'keyframe') playback.waiting = false;
      if (!playback.waiting || kind !== 'video') player.send(chunks);
    }
  };

  const compare = (kind: MediaKind, message: Message) => {
    const medium = mediumOf(kind);
    if (medium === null) return;
    const decodes = isHeader(kind)
      ? message.body.toString('latin1')
      : isHeaderless(message)
        ? readCodec(message)
        : null;
    if (decodes === null || decodes === codecs[medium]) return;
    if (codecs[medium] !== '') onBreak?.('the stream has changed');
    codecs[medium] = decodes;
  };

  const pass = (kind: MediaKind, message: Message) => {
    compare(kind, message);
    const chunks = encode(message);
    remember(kind, message, chunks);
    batch.push({ kind, chunks });
  };

  const follow = (changes: readonly StreamChange[]) => {
    for (const change of changes) {
      if (change === 'clock-restarted') {
        silence.forgetTime();
        gop.forget();
        onBreak?.('its clock was restarted');
      }
      // Late players would wait for it.
      if (change === 'audio-lost') headers.delete('audioHeader');
      if (change === 'video-lost') headers.delete('videoHeader');
      if (change === 'video-added') onBreak?.('the stream has changed');
      // A publisher may change with each message, so reports are limited to one per second.
      const second = Math.floor(elapsedMs() / 1000);
      if (stream.change?.what === change && changedSecond === second) continue;
      changedSecond = second;
      stream = { ...stream, change: { what: change, at: Math.floor(Date.now() / 1000) } };
      onChange?.(change);
    }
  };

  const refresh = () => {
    const { video, audio } = watch.codecs();
    const isSilent = silence.isOn();
    if (video === stream.video && audio === stream.audio && isSilent === stream.silence) return;
    stream = { ...stream, video, audio, silence: isSilent };
  };

  return {
    name,
    slots,
    onAir: () => aired,
    headerBytes: () => [...headers.values()].reduce((sum, { body }) => sum + body.length, 0),
    stream: () => stream,
    publish(received) {
      const first = findMediaKind(received);
      if (first === null) return;
      const { kind, message } = first === 'data' ? prepareForPlayers(received) : { kind: first, message: received };
      if (isHeader(kind) && message.body.length > limit('rtmpHeader')) {
        throw new RtmpError(`${kind} of ${message.body.length} bytes`);
      }
      follow(watch.see(kind, message));
      if (kind === 'audioHeader') {
        silence.learn(message.body);
        audioMemory?.set(message.body);
      }
      if (kind === 'keyframe' || kind === 'video') {
        for (const quiet of silence.before(message)) pass(findMediaKind(quiet) ?? 'audio', quiet);
      }
      if (kind !== 'audio' || silence.admits(message)) pass(kind, message);
      refresh();
    },
    flush() {
      if (batch.length === 0) return;
      const bytes = batch.reduce((sum, { chunks }) => sum + chunks.length, 0);
      const together =
        players.size > 0 && bytes <= TOGETHER_BYTES ? Buffer.concat(batch.map(({ chunks }) => chunks)) : null;
      for (const [player, playback] of players) {
        if (playback.waiting || together === null) sendTo(player, playback);
        else player.send(together);
      }
      batch = [];
      count();
    },
    join(player) {
      const timestamp = gop.began() ?? 0;
      let ownBytes = 0;
      for (const kind of ['metadata', 'videoHeader', 'audioHeader'] as const) {
        const header = headers.get(kind);
        if (header === undefined) continue;
        // ffmpeg mistakes metadata with a later timestamp for a subtitle stream.
        const chunks = encode({ ...header, timestamp: kind === 'metadata' ? 0 : timestamp });
        ownBytes += chunks.length;
        player.send(chunks);
      }
      for (const chunks of gop.together()) player.send(chunks);
      players.set(player, { waiting: gop.began() === null, ownBytes });
      count();
    },
    leave(player) {
      players.delete(player);
    },
    end() {
      for (const player of players.keys()) player.over();
      players.clear();
      account.close();
      waiting.close();
    },
  };
}

const encode = (message: Message) =>
  writeChunks({ ...message, streamId: STREAM_ID }, chunkStreams.get(message.type) ?? 5);
