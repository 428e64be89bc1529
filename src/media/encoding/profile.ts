import { FILTER_OPTIONS, withoutFilter } from './parseFilterArguments.ts';
import { streamSpecifier } from './streamSpecifier.ts';
import { type MediaType, type Stream, upright } from './streams.ts';

export type CoderSettings = Record<string, unknown>;
export type Input = { address: string; options: string[] };

/** `inputs` are computed at the probe. */
export type Source = { type: string; settings: CoderSettings; inputs: Input[]; streams: Stream[] };

/** `mapping`: all arguments in one list, including filters. */
export type Coder = {
  coder: string;
  settings: CoderSettings;
  mapping: string[];
  /** Arguments in `mapping` that apply to the whole process, stored since 1.2. */
  global?: string[][] | undefined;
};

export type Filters = { graph: string; settings: Record<string, { settings: CoderSettings; graph: string }> };

/** Whether its properties were entered by hand. */
export const isAssumed = (stream: Stream | undefined): boolean =>
  stream !== undefined && Reflect.get(stream, 'assumed') === true;

/** `source` and `stream` are indexes; -1 is none. */
export type StreamCoding = {
  source: number;
  stream: number;
  encoder: Coder;
  decoder: Coder;
  /** Already contained in `encoder.mapping`. Absent before 1.2. */
  filter?: Filters | undefined;
};

export type Profile = {
  video: StreamCoding;
  audio: StreamCoding;
  /** `selected`: the audio has its own source; then `stream` is -2. */
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

/** Null without a valid selection. */
export function resolveCoding(sources: Source[], coding: StreamCoding, type: MediaType): ResolvedCoding | null {
  const source = sources[coding.source];
  const stream = source?.streams[coding.stream];
  const input = stream && source?.inputs[stream.index];
  if (!source || !stream || !input || stream.type !== type) return null;
  return { coding, source, stream, input };
}

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

/** Requires a video stream that is copied or encoded. */
export const isComplete = (sources: Source[], profile: Profile): boolean =>
  profile.video.encoder.coder !== 'none' && resolveCoding(sources, profile.video, 'video') !== null;

export type ProfileArguments = { inputs: Input[]; options: string[]; global: string[] };

/** Publications without video work as well. */
export function inputsAndOutputs(sources: Source[], profile: Profile): ProfileArguments {
  const used: { input: Input; from: Input }[] = [];
  const global: string[][] = [];
  const place = ({ coding, input }: ResolvedCoding): number => {
    const index = used.findIndex(({ from }) => from === input);
    if (index >= 0) return index;
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
  const once = global.filter((option, i) => global.findIndex((other) => sameWords(option, other)) === i);
  return { inputs: used.map(({ input }) => input), options, global: once.flat() };
}

/** A pushed stream may come from another encoder tomorrow. */
const isSentHere = ({ source, input }: ResolvedCoding) =>
  source.settings.mode === 'push' || /^(\{|udp:|rtp:)|[?&](mode=listener|listen=1)(&|$)/i.test(input.address);

const sameWords = (words: readonly string[], other: readonly string[]) =>
  words.length === other.length && words.every((word, i) => word === other[i]);

/** Separates global arguments. Those that are missing in `mapping` are obsolete. */
function parted({ mapping, global = [] }: Coder): { global: string[][]; local: string[] } {
  let local = mapping;
  const found = global.filter((run) => {
    const at = local.findIndex((_, i) => run.length > 0 && sameWords(run, local.slice(i, i + run.length)));
    if (at >= 0) local = local.toSpliced(at, run.length);
    return at >= 0;
  });
  return { global: found, local };
}

/** Releases since 1.2 put filters right after the stream. */
function filterFirst(type: MediaType, mapping: string[]): string[] {
  const { graph, rest } = withoutFilter(type, mapping);
  return graph === '' ? rest : [FILTER_OPTIONS[type][0], graph, ...rest];
}

/** Older interfaces added the decoder options again at each save. */
function withoutLeading(options: string[], ...leading: string[][]): string[] {
  const found = leading.find((run) => run.length > 0 && sameWords(run, options.slice(0, run.length)));
  return found ? withoutLeading(options.slice(found.length), ...leading) : options;
}

export const passedStreams = (sources: Source[], profile: Profile): Stream[] =>
  (['video', 'audio'] as const).flatMap((type) => {
    const choice = profile[type].encoder.coder === 'copy' ? resolveCoding(sources, profile[type], type) : null;
    return choice ? [choice.stream] : [];
  });

/**
 * @param codecOf null for an unknown encoder
 * @param before stored streams, whose codec an unknown encoder keeps
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
      codec: coder === 'copy' ? codec : (codecOf(type, coder) ?? before.find((old) => old.type === type)?.codec ?? ''),
      ...size,
      pix_fmt: coder === 'copy' ? pix_fmt : '',
      ...sound,
      ...(coder === 'copy' ? passed : {}),
    });
  }
  return outputs;
}
