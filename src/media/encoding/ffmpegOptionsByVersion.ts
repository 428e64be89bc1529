/**
 * Major and minor of ffmpeg. 0.0: the core did not say. Whatever its version, it was seen to take these spellings, and to lack
 * what it should have.
 */
export type FfmpegVersion = { major: number; minor: number; spellings?: Spellings; absent?: readonly AdditionName[] };

export type SpellingAge = 'now' | 'before';
export type SpellingName = keyof typeof SPELLINGS;
export type AdditionName = keyof typeof ADDITIONS;
export type Spellings = Partial<Record<SpellingName, SpellingAge>>;

type Version = readonly [major: number, minor: number];

/** Renamed options, each with the first version that has the new name. Newer versions get the newest name. */
export const SPELLINGS = {
  /** 5.0 knows -vsync only, with numbers; 8 has taken it away. */
  frameMode: { since: [5, 1], now: '-fps_mode', before: '-vsync' },
  /** In 4.x -timeout makes ffmpeg wait for a push. */
  rtspTimeout: { since: [5, 0], now: '-timeout', before: '-stimeout' },
  /** Of the filter aresample; 5.1 brought new channel layouts. */
  outputLayout: { since: [5, 1], now: 'ochl', before: 'ocl' },
  hlsSegmentOptions: { since: [5, 0], now: 'hls_segment_options', before: 'hls_ts_options' },
  /** 7.1 knows the number alone, 9.0 the layout alone ("2C"); what is between was not to be had. */
  soundCardChannels: { since: [8, 0], now: '-ch_layout', before: '-channels' },
} as const satisfies Record<string, { since: Version; now: string; before: string }>;

export const ADDITIONS = {
  /** Before, an option of outputs alone. */
  negativeTimesOfInputs: [5, 0],
  /** Before, each picture was sent in whatever way ffmpeg chose. */
  protocolOptionsOfPictures: [5, 0],
  /** A rate beside a mode that takes the frames as they come is refused since. */
  refusedRates: [6, 0],
  /** Codecs in FLV that RTMP did not know at first, and the option that names them. */
  enhancedRtmp: [6, 1],
} as const satisfies Record<string, Version>;

/**
 * A plain 6.1 prints no frame= while it copies video. 7.1 and 9.0 print it, but list the outputs right after the stream
 * mapping, where a core 16.16 skips them, and then all figures (run). 5.1 is counted; 6.0 was not to be had.
 */
const COPIES_UNCOUNTED: Version = [6, 1];

export const countsCopies = (ffmpeg: FfmpegVersion): boolean => !isFrom(COPIES_UNCOUNTED, ffmpeg);

export const ffmpegHas = (addition: AdditionName, ffmpeg: FfmpegVersion): boolean =>
  isFrom(ADDITIONS[addition], ffmpeg) && !ffmpeg.absent?.includes(addition);

export const spellingOf = (name: SpellingName, ffmpeg: FfmpegVersion): SpellingAge =>
  ffmpeg.spellings?.[name] ?? (isFrom(SPELLINGS[name].since, ffmpeg) ? 'now' : 'before');

/** What was seen to be taken comes before what the version says. */
export const spellOption = <Name extends SpellingName>(name: Name, ffmpeg: FfmpegVersion) =>
  SPELLINGS[name][spellingOf(name, ffmpeg)];

const isFrom = ([major, minor]: Version, ffmpeg: FfmpegVersion): boolean =>
  ffmpeg.major > major || (ffmpeg.major === major && ffmpeg.minor >= minor);
