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

/** The frames since the last keyframe, for players that come later. */
interface Gop {
  /** The time of its keyframe; null: there is none. */
  began(): number | null;
  begin(timestamp: number): void;
  add(chunks: Buffer): void;
  /** All of it, in few pieces. */
  together(): readonly Buffer[];
  forget(): void;
  bytes(): number;
}

/** Many small frames are one block, which costs less than an object for each. */
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
      // A longer group of pictures is not kept: players then wait for the next keyframe.
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

/** A connection that plays. `send` never waits: a connection that is too slow is closed by its owner. */
export interface Player {
  send(chunks: Buffer): void;
  /** Bytes that wait to be sent, in so many pieces. */
  backlog(): number;
  pieces(): number;
  /** The player exceeds its memory. */
  cut(): void;
  /** The publisher has left. */
  over(): void;
}

export interface Channel {
  readonly name: string;
  readonly slots: ConnectionSlots;
  /** A channel is on air once it has sent a stream header or a frame. */
  onAir(): boolean;
  /** Players get it with the next `flush`. Throws `RtmpError` if it is longer than its kind may be. */
  publish(message: Message): void;
  flush(): void;
  join(player: Player): void;
  leave(player: Player): void;
  headerBytes(): number;
  /** What arrives now. The same object until something of it changes. */
  stream(): ArrivingStream;
  /** Says goodbye to all players. */
  end(): void;
}

/** Each pending write of a player costs memory beyond its bytes. */
const PIECE_BYTES = 64;
/** Messages that came together go out together, if it is little enough to be copied once more. */
const TOGETHER_BYTES = 128 * 1024;

const chunkStreams = new Map<number, number>([
  [messageType.audio, 4],
  [messageType.data, 5],
  [messageType.video, 6],
]);

const isHeader = (kind: MediaKind) => kind === 'metadata' || kind === 'audioHeader' || kind === 'videoHeader';

interface Playback {
  /** The player waits for a keyframe. */
  waiting: boolean;
  /** Bytes of headers that were encoded for this player alone. */
  readonly ownBytes: number;
}

/** Why what has been read so far does not go on: it decodes to something else, or has other times. */
export type AnewReason = 'the stream has changed' | 'its clock was restarted';

interface ChannelDeps {
  readonly budget: MemoryBudget;
  readonly slots: ConnectionSlots;
  /** The first header or frame has come. */
  onAired?(): void;
  /** Before the message that makes the change reaches a player. */
  onChange?(change: StreamChange): void;
  /** Before the first message that players cannot go on with. */
  onBreak?(why: AnewReason): void;
  /** A process of this core ends if there is no audio. */
  wantsAudio?(): boolean;
  /** The header of the audio that was published last under this name. */
  readonly audioMemory?: { get(): Buffer | null; set(header: Buffer): void };
}

/** One publisher's messages to all its players, each encoded once. New players start at the last keyframe. */
export function createChannel(
  name: string,
  { budget, slots, onAired, onChange, onBreak, wantsAudio, audioMemory }: ChannelDeps,
): Channel {
  const players = new Map<Player, Playback>();
  const headers = new Map<MediaKind, Message>();
  const gop = createGop();
  const kept = budget.open(() => gop.forget(), 'spare');
  const waiting = budget.open(() => slowest()?.cut());
  const watch = createStreamWatch();
  const silence = createSilence(wantsAudio ?? (() => false), audioMemory?.get() ?? null);
  /** What decodes the frames that players were given. */
  const given = { video: '', audio: '' };
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
      // Frames before a new header cannot be decoded with it.
      if (kind === 'videoHeader') gop.forget();
      return;
    }
    if (kind === 'keyframe') gop.begin(message.timestamp);
    gop.add(chunks);
  };

  /** Frames are shared by all players, so it is the slowest one that holds them; the rest is each one's own. */
  const count = () => {
    let most = 0;
    let own = 0;
    for (const [player, { ownBytes }] of players) {
      const backlog = player.backlog();
      if (backlog > most) most = backlog;
      own += player.pieces() * PIECE_BYTES + Math.min(ownBytes, backlog);
    }
    kept.set(gop.bytes());
    waiting.set(most + own);
  };

  const sendTo = (player: Player, playback: Playback) => {
    for (const { kind, chunks } of batch) {
      if (kind === 'keyframe') playback.waiting = false;
      if (!playback.waiting || kind !== 'video') player.send(chunks);
    }
  };

  /** Whether players can go on with what comes now. */
  const compare = (kind: MediaKind, message: Message) => {
    const medium = mediumOf(kind);
    if (medium === null) return;
    const decodes = isHeader(kind)
      ? message.body.toString('latin1')
      : isHeaderless(message)
        ? readCodec(message)
        : null;
    if (decodes === null || decodes === given[medium]) return;
    if (given[medium] !== '') onBreak?.('the stream has changed');
    given[medium] = decodes;
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
      // Players that come later would wait for it.
      if (change === 'audio-lost') headers.delete('audioHeader');
      if (change === 'video-lost') headers.delete('videoHeader');
      if (change === 'video-added') onBreak?.('the stream has changed');
      // A publisher may change with each message: it is told once a second.
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
        // ffmpeg takes metadata of a later time for a stream of subtitles.
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
      kept.close();
      waiting.close();
    },
  };
}

const encode = (message: Message) =>
  writeChunks({ ...message, streamId: STREAM_ID }, chunkStreams.get(message.type) ?? 5);
