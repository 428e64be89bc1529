import { isVariant, knownLanguage } from './streamSpecifier.ts';
import type { MediaType, Stream } from './streams.ts';

/** Whether ffmpeg found the stream but could not decode it, for example an encrypted satellite channel. */
export const isUnread = ({ type, pix_fmt, width, sampling_hz, format }: Stream) =>
  format !== undefined && (type === 'video' ? pix_fmt === 'none' && width === 0 : sampling_hz === 0);

/** For people with impairments, comments, or parts of another stream. */
const SPECIAL = ['hearing impaired', 'visual impaired', 'comment', 'descriptions', 'dub', 'dependent', 'still image'];
const isSpecial = ({ disposition = [] }: Stream) => SPECIAL.some((name) => disposition.includes(name));
const isDefault = ({ disposition = [] }: Stream) => disposition.includes('default');

const kbitOf = ({ variant_kbps = 0, bitrate_kbps = 0 }: Stream) => variant_kbps || bitrate_kbps;

export const isOfSameProgram = (a: Stream, b: Stream): boolean =>
  a.index !== b.index ||
  a.programs === undefined ||
  b.programs === undefined ||
  a.programs.some(({ id }) => b.programs?.some((other) => other.id === id));

type Order = (a: Stream, b: Stream) => number;
const last =
  (test: (stream: Stream) => boolean): Order =>
  (a, b) =>
    Number(test(a)) - Number(test(b));
const most =
  (figure: (stream: Stream) => number): Order =>
  (a, b) =>
    figure(b) - figure(a);

const ORDERS: Record<MediaType, (codecs: readonly string[]) => readonly Order[]> = {
  video: (codecs) => [
    last(isUnread),
    last(isSpecial),
    // A rendition that needs an encoder costs more than its size is worth.
    last((stream) => isVariant(stream) && !codecs.includes(stream.codec)),
    most((stream) => (isVariant(stream) ? stream.width * stream.height : 0)),
    most((stream) => (isVariant(stream) ? kbitOf(stream) : 0)),
    last((stream) => !isDefault(stream)),
  ],
  audio: () => [last(isUnread), last(isSpecial), last((stream) => !isDefault(stream))],
};

/** Positions, best first. `codecs` can be copied; `beside` is the video that audio is chosen for. */
export function preferredStreams(
  type: MediaType,
  streams: readonly Stream[],
  codecs: readonly string[],
  picture?: Stream,
): number[] {
  const candidates = streams.flatMap((stream, position) =>
    stream.type === type && (!picture || isOfSameProgram(stream, picture)) ? [{ stream, position }] : [],
  );
  const orders = ORDERS[type](codecs);
  const compare: Order = (a, b) => orders.reduce((decided, order) => decided || order(a, b), 0);
  return candidates.toSorted((a, b) => compare(a.stream, b.stream)).map(({ position }) => position);
}

/** Finds a stream after another probe by its PID, else by similarity; -1 if it is gone. */
export function findAgain(
  previous: Stream,
  position: number,
  streams: readonly Stream[],
  alike: (stream: Stream) => boolean,
): number {
  const places: ((stream: Stream, at: number) => boolean)[] = [
    (stream) => previous.id !== undefined && stream.id === previous.id && stream.index === previous.index,
    (stream, at) => at === position && isTwin(previous, stream),
    (stream) => isTwin(previous, stream),
    (stream) => knownLanguage(previous) && stream.language === previous.language,
    (_, at) => at === position,
    () => true,
  ];
  for (const fits of places) {
    const found = streams.findIndex((stream, at) => alike(stream) && fits(stream, at));
    if (found >= 0) return found;
  }
  return -1;
}

const isTwin = (a: Stream, b: Stream) =>
  (a.language ?? 'und') === (b.language ?? 'und') &&
  (['width', 'height', 'pix_fmt', 'sampling_hz', 'layout'] as const).every((key) => a[key] === b[key]);
