import { type Message, messageType, writeChunks } from './chunks.ts';
import { dataForPlayers, type MediaKind, mediaKind } from './media.ts';
import { STREAM_ID } from './replies.ts';

/** A connection that plays. `send` never waits: a connection that is too slow is closed by its owner. */
export interface Player {
  send(chunks: Buffer): void;
  /** The publisher has left. */
  over(): void;
}

export interface Channel {
  readonly name: string;
  /** A channel is on air once it has sent a stream header or a frame. */
  onAir(): boolean;
  publish(message: Message): void;
  join(player: Player): void;
  leave(player: Player): void;
  /** Says goodbye to all players. */
  end(): void;
}

/** A longer group of pictures is not kept: players then wait for the next keyframe. */
const MAX_GOP_BYTES = 8 * 1024 * 1024;

const chunkStreams = new Map<number, number>([
  [messageType.audio, 4],
  [messageType.data, 5],
  [messageType.video, 6],
]);

/** One publisher's messages to all its players, each encoded once. New players start at the last keyframe. */
export function createChannel(name: string): Channel {
  /** The players, and whether they still wait for a keyframe. */
  const players = new Map<Player, { waiting: boolean }>();
  const headers = new Map<MediaKind, Message>();
  let gop: { from: number; chunks: Buffer[]; bytes: number } | null = null;

  const remember = (kind: MediaKind, message: Message, chunks: Buffer) => {
    if (kind === 'metadata' || kind === 'audioHeader' || kind === 'videoHeader') {
      // The body is a part of what the socket has read; a copy lets go of the rest.
      headers.set(kind, { ...message, body: Buffer.from(message.body) });
      // Frames before a new header cannot be decoded with it.
      if (kind === 'videoHeader') gop = null;
      return;
    }
    if (kind === 'keyframe') gop = { from: message.timestamp, chunks: [], bytes: 0 };
    if (gop === null) return;
    gop.chunks.push(chunks);
    gop.bytes += chunks.length;
    if (gop.bytes > MAX_GOP_BYTES) gop = null;
  };

  return {
    name,
    onAir: () => gop !== null || headers.has('audioHeader') || headers.has('videoHeader'),
    publish(received) {
      const first = mediaKind(received);
      if (first === null) return;
      const { kind, message } = first === 'data' ? dataForPlayers(received) : { kind: first, message: received };
      const chunks = encode(message);
      remember(kind, message, chunks);
      for (const [player, playback] of players) {
        if (kind === 'keyframe') playback.waiting = false;
        if (!playback.waiting || kind !== 'video') player.send(chunks);
      }
    },
    join(player) {
      const timestamp = gop?.from ?? 0;
      for (const kind of ['metadata', 'videoHeader', 'audioHeader'] as const) {
        const header = headers.get(kind);
        // ffmpeg takes metadata of a later time for a stream of subtitles.
        if (header !== undefined) player.send(encode({ ...header, timestamp: kind === 'metadata' ? 0 : timestamp }));
      }
      for (const chunks of gop?.chunks ?? []) player.send(chunks);
      players.set(player, { waiting: gop === null });
    },
    leave(player) {
      players.delete(player);
    },
    end() {
      for (const player of players.keys()) player.over();
      players.clear();
    },
  };
}

const encode = (message: Message) =>
  writeChunks({ ...message, streamId: STREAM_ID }, chunkStreams.get(message.type) ?? 5);
