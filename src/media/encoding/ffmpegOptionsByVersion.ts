/** 0.0 if unknown. `spellings` and `absent` are results of a trial and take precedence. */
export type FfmpegVersion = { major: number; minor: number; spellings?: Spellings; absent?: readonly AdditionName[] };

export type SpellingAge = 'now' | 'before';
export type SpellingName = keyof typeof SPELLINGS;
export type AdditionName = keyof typeof ADDITIONS;
export type Spellings = Partial<Record<SpellingName, SpellingAge>>;

type Version = readonly [major: number, minor: number];

/** `since`: the first version with the new name. */
export const SPELLINGS = {
  /** 5.0 only has -vsync, with numbers; 8 has removed it. */
  frameMode: { since: [5, 1], now: '-fps_mode', before: '-vsync' },
  /** In 4.x, -timeout makes ffmpeg listen for a push. */
  rtspTimeout: { since: [5, 0], now: '-timeout', before: '-stimeout' },
  /** Of the filter aresample; 5.1 introduced new channel layouts. */
  outputLayout: { since: [5, 1], now: 'ochl', before: 'ocl' },
  hlsSegmentOptions: { since: [5, 0], now: 'hls_segment_options', before: 'hls_ts_options' },
  /** 7.1 takes only the number, 9.0 only the layout ("2C"); versions in between were not available. */
  soundCardChannels: { since: [8, 0], now: '-ch_layout', before: '-channels' },
} as const satisfies Record<string, { since: Version; now: string; before: string }>;

export const ADDITIONS = {
  negativeTimesOfInputs: [5, 0],
  /** Before, ffmpeg chose the protocol for each picture. */
  protocolOptionsOfPictures: [5, 0],
  refusedRates: [6, 0],
  /** Codecs in FLV, and the option that lists them. */
  enhancedRtmp: [6, 1],
} as const satisfies Record<string, Version>;

/**
 * 6.1 prints no frame= for copied video; 7.1 and 9.0 list outputs after the stream mapping, where a core 16.16 misses
 * them.
 */
const COPIES_UNCOUNTED: Version = [6, 1];

export const countsCopies = (ffmpeg: FfmpegVersion): boolean => !isFrom(COPIES_UNCOUNTED, ffmpeg);

export const ffmpegHas = (addition: AdditionName, ffmpeg: FfmpegVersion): boolean =>
  isFrom(ADDITIONS[addition], ffmpeg) && !ffmpeg.absent?.includes(addition);

export const spellingOf = (name: SpellingName, ffmpeg: FfmpegVersion): SpellingAge =>
  ffmpeg.spellings?.[name] ?? (isFrom(SPELLINGS[name].since, ffmpeg) ? 'now' : 'before');

export const spellOption = <Name extends SpellingName>(name: Name, ffmpeg: FfmpegVersion) =>
  SPELLINGS[name][spellingOf(name, ffmpeg)];

const isFrom = ([major, minor]: Version, ffmpeg: FfmpegVersion): boolean =>
  ffmpeg.major > major || (ffmpeg.major === major && ffmpeg.minor >= minor);
