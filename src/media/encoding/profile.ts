import { FILTER_OPTIONS, withoutFilter } from './parseFilterArguments.ts';
import { streamSpecifier } from './streamSpecifier.ts';
import { type MediaType, type Stream, upright } from './streams.ts';

export type CoderSettings = Record<string, unknown>;
export type Input = { address: string; options: string[] };

/** Where video or audio comes from: its inputs are computed when it is probed, and stored. */
export type Source = { type: string; settings: CoderSettings; inputs: Input[]; streams: Stream[] };

/** A coder with its settings, and the arguments they once gave: all of them, in one list, filters included. */
export type Coder = {
  coder: string;
  settings: CoderSettings;
  mapping: string[];
  /** Those of `mapping` that are not of one output but of the whole process, as releases from 1.2 on store them. */
  global?: string[][] | undefined;
};

/** What is done to picture or sound before it is encoded: all of it as ffmpeg reads it, and the settings of each. */
export type Filters = { graph: string; settings: Record<string, { settings: CoderSettings; graph: string }> };

/** Nobody has seen it: it was set by hand. */
export const isAssumed = (stream: Stream | undefined): boolean =>
  stream !== undefined && Reflect.get(stream, 'assumed') === true;

/** How one stream is coded. `source` indexes the sources, `stream` the streams of that source; -1 means none. */
export type StreamCoding = {
  source: number;
  stream: number;
  encoder: Coder;
  decoder: Coder;
  /** In force by the arguments of the encoder. Data of before 1.2 has none. */
  filter?: Filters | undefined;
};

export type Profile = {
  video: StreamCoding;
  audio: StreamCoding;
  /** selected: the audio comes from a source of its own, and stream is -2 then. */
  custom: { selected: boolean; stream: number };
};

export const emptySource = (): Source => ({ type: '', settings: {}, inputs: [], streams: [] });

const emptyCoding = (): StreamCoding => ({
  source: -1,
  stream: -1,
  encoder: { coder: 'none', settings: {}, mapping: [] },
  decoder: { coder: 'default', settings: {}, mapping: [] },
});

export const emptyProfile = (): Profile => ({
  video: emptyCoding(),
  audio: emptyCoding(),
  custom: { selected: false, stream: -1 },
});

export type ResolvedCoding = { coding: StreamCoding; source: Source; stream: Stream; input: Input };

/** What a coding chooses; null when nothing is chosen or the choice points nowhere. */
export function resolveCoding(sources: Source[], coding: StreamCoding, type: MediaType): ResolvedCoding | null {
  const source = sources[coding.source];
  const stream = source?.streams[coding.stream];
  const input = stream && source?.inputs[stream.index];
  if (!source || !stream || !input || stream.type !== type) return null;
  return { coding, source, stream, input };
}

/** An invalid selection becomes none, without a coder; everything else stays as it is. */
export function cleanProfile(sources: Source[], profile: Profile): Profile {
  const clean = (type: MediaType): StreamCoding => {
    const coding = profile[type];
    return resolveCoding(sources, coding, type) ? coding : { ...coding, ...emptyCoding() };
  };
  const video = clean('video');
  const audio = clean('audio');
  const selected = audio.source === 1;
  return { ...profile, video, audio, custom: { selected, stream: selected ? -2 : audio.stream } };
}

/** A channel can be sent when it has a video stream that is copied or encoded. */
export const isComplete = (sources: Source[], profile: Profile): boolean =>
  profile.video.encoder.coder !== 'none' && resolveCoding(sources, profile.video, 'video') !== null;

/** What a profile gives ffmpeg; `global` are options of the whole process. */
export type ProfileArguments = { inputs: Input[]; options: string[]; global: string[] };

/** Without inputs if nothing is coded. Publications without video (a radio) pass through here too. */
export function inputsAndOutputs(sources: Source[], profile: Profile): ProfileArguments {
  const used: { input: Input; from: Input }[] = [];
  const global: string[][] = [];
  const place = ({ coding, input }: ResolvedCoding): number => {
    const known = used.findIndex(({ from }) => from === input);
    if (known >= 0) return known;
    const decoder = parted(coding.decoder);
    global.push(...decoder.global);
    const options = [...decoder.local, ...withoutLeading(input.options, coding.decoder.mapping, decoder.local)];
    return used.push({ input: { ...input, options }, from: input }) - 1;
  };
  const coded = (type: MediaType, off: string): string[] => {
    const coding = profile[type];
    const choice = coding.encoder.coder === 'none' ? null : resolveCoding(sources, coding, type);
    if (!choice) return [off];
    const { stream, source } = choice;
    const specifier = streamSpecifier(stream, source.streams, isSentHere(choice));
    const map = ['-map', `${place(choice)}:${specifier}`];
    const encoder = parted(coding.encoder);
    global.push(...encoder.global);
    const placed = coding.filter ? filterFirst(type, encoder.local) : encoder.local;
    return [...map, ...placed];
  };
  const options = [...coded('video', '-vn'), ...coded('audio', '-an')];
  const once = global.filter((one, i) => global.findIndex((other) => sameWords(one, other)) === i);
  return { inputs: used.map(({ input }) => input), options, global: once.flat() };
}

/** Somebody sends it, and may send with another encoder tomorrow. */
const isSentHere = ({ source, input }: ResolvedCoding) =>
  source.settings.mode === 'push' || /^(\{|udp:|rtp:)|[?&](mode=listener|listen=1)(&|$)/i.test(input.address);

const sameWords = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, i) => word === other[i]);

/** The arguments of a coder: those of the whole process apart. What does not stand among them is left over, and no longer meant. */
function parted({ mapping, global = [] }: Coder): { global: string[][]; local: string[] } {
  let local = mapping;
  const found = global.filter((run) => {
    const at = local.findIndex((_, i) => run.length > 0 && sameWords(run, local.slice(i, i + run.length)));
    if (at >= 0) local = local.toSpliced(at, run.length);
    return at >= 0;
  });
  return { global: found, local };
}

/** Filters right behind the stream that they are for, which is where releases from 1.2 on put them. */
function filterFirst(type: MediaType, mapping: string[]): string[] {
  const { graph, rest } = withoutFilter(type, mapping);
  return graph === '' ? rest : [FILTER_OPTIONS[type][0], graph, ...rest];
}

/** An older interface prepended the decoder options again at each save. @param leading in all spellings */
function withoutLeading(options: string[], ...leading: string[][]): string[] {
  const found = leading.find((run) => run.length > 0 && sameWords(run, options.slice(0, run.length)));
  return found ? withoutLeading(options.slice(found.length), ...leading) : options;
}

/** The streams of the sources that are passed through as they are. */
export const passedStreams = (sources: Source[], profile: Profile): Stream[] =>
  (['video', 'audio'] as const).flatMap((type) => {
    const choice = profile[type].encoder.coder === 'copy' ? resolveCoding(sources, profile[type], type) : null;
    return choice ? [choice.stream] : [];
  });

/**
 * The streams that leave the ingest: what publications have as their only source.
 * @param codecOf codec that an encoder produces (the catalog knows); null for one that nobody knows here
 * @param before what was stored: an encoder that nobody knows makes what it made
 */
export function outputStreams(
  sources: Source[],
  profile: Profile,
  codecOf: (type: MediaType, coder: string) => string | null,
  before: readonly Stream[] = [],
): Stream[] {
  const outputs: Stream[] = [];
  for (const type of ['video', 'audio'] as const) {
    const { coder } = profile[type].encoder;
    const choice = resolveCoding(sources, profile[type], type);
    if (!choice || coder === 'none') continue;
    const { width, height } = coder === 'copy' ? choice.stream : upright(choice.stream);
    const { sampling_hz, layout, channels, pix_fmt, codec, profile: made, field_order, hdr } = choice.stream;
    const passed = {
      ...(made === undefined ? {} : { profile: made }),
      ...(field_order === undefined ? {} : { field_order }),
      ...(hdr === undefined ? {} : { hdr }),
    };
    const size = type === 'video' ? { width, height } : { width: 0, height: 0 };
    const sound = type === 'audio' ? { sampling_hz, layout, channels } : { sampling_hz: 0, layout: '', channels: 0 };
    outputs.push({
      url: '',
      index: 0,
      stream: outputs.length,
      type,
      codec: coder === 'copy' ? codec : (codecOf(type, coder) ?? before.find((one) => one.type === type)?.codec ?? ''),
      ...size,
      pix_fmt: coder === 'copy' ? pix_fmt : '',
      ...sound,
      ...(coder === 'copy' ? passed : {}),
    });
  }
  return outputs;
}
