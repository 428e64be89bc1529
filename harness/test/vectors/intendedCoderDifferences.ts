import { decoderOf } from '../../../src/catalog/coders/decoders.ts';
import { encoderOf } from '../../../src/catalog/coders/index.ts';
import { defaultsOf } from '../../../src/catalog/form/fieldValues.ts';
import { type Case, type Group, group, text } from './case.ts';

export type CoderSubject = {
  coder: string;
  type: 'video' | 'audio';
  level: string;
  ffmpeg: { major: number; minor: number };
};

type Rule = {
  reason: string;
  change: (words: readonly string[], subject: CoderSubject, settings: Group) => readonly string[];
};

const at = (words: readonly string[], option: string) => words.indexOf(option);
const valueAfter = (words: readonly string[], option: string) =>
  at(words, option) < 0 ? '' : words[at(words, option) + 1];
const without = (words: readonly string[], ...options: string[]) =>
  words.filter((word, i) => !options.includes(word) && !options.includes(words[i - 1] ?? ''));
const withFlagOff = (words: readonly string[], flag: string) => words.filter((word) => word !== flag);
const withValue = (words: readonly string[], option: string, value: string) =>
  at(words, option) < 0 ? words : words.with(at(words, option) + 1, value);
/** Inserts `more` after an option and its value. */
const behind = (words: readonly string[], option: string, ...more: string[]) =>
  at(words, option) < 0 ? words : words.toSpliced(at(words, option) + 2, 0, ...more);

const isOld = ({ level }: CoderSubject) => level === '1.1.0';

/** Encoders whose only keyframe option is the interval. */
const EVEN = ['libx264', 'libx265', 'libvpx-vp9'];
const UNREAD: Record<string, string[]> = {
  opus: ['-vbr'],
  libx265: ['-sc_threshold'],
  'libvpx-vp9': ['-sc_threshold'],
  h264_v4l2m2m: ['-sc_threshold', '-keyint_min'],
};
/** Profiles and tunes of other encoders, which these reject. */
const REFUSED: Record<string, string[]> = {
  libx265: ['baseline', 'high', 'film', 'stillimage'],
  hevc_vaapi: ['578', '77', '100'],
  vp9_vaapi: ['578', '77', '100'],
};
const NUMBERS: Record<string, string> = { baseline: '66', main: '77', high: '100' };
const VSYNC: Record<string, string> = { passthrough: '0', cfr: '1', vfr: '2' };
const RATE_MODES: Record<string, string> = { '2': 'CBR', '3': 'VBR', '4': 'ICQ', '5': 'QVBR', '6': 'AVBR' };

const rules: Rule[] = [
  {
    reason: 'sound does not take the timestamps from the picture beside it (-vsync drop)',
    change: (words, { type }) => (type === 'audio' ? without(words, '-vsync') : words),
  },
  {
    reason: 'what ffmpeg calls experimental is allowed to start',
    change: (words, { coder }) =>
      ['opus', 'vorbis'].includes(coder) ? behind(words, '-codec:a', '-strict:a', 'experimental') : words,
  },
  {
    reason: 'keyframes come as often as was asked, to the nearest frame: 2 s of 29.97 fps are 60 frames and not 58',
    change: (words, _, { fps, gop }) => {
      const frames = Math.max(1, Math.round(Number(fps) * Number(gop)));
      const options = Number.isNaN(frames) ? [] : ['-g', '-keyint_min'];
      return options.reduce((left: readonly string[], option) => withValue(left, option, String(frames)), words);
    },
  },
  {
    reason: 'keyframes come at their interval and nowhere in between, so that segments are of one length',
    change: (words, subject) => {
      if (!isOld(subject) || !EVEN.includes(subject.coder)) return words;
      const even = behind(words, '-g', '-keyint_min', String(valueAfter(words, '-g')));
      return subject.coder === 'libx264' ? behind(even, '-r', '-sc_threshold', '0') : even;
    },
  },
  {
    reason: 'an encoder is given no option that it does not read',
    change: (words, { coder }) => without(words, ...(UNREAD[coder] ?? [])),
  },
  {
    reason: 'a profile or tune of another codec is not given to an encoder that refuses it',
    change: (words, { coder }) =>
      ['-profile:v', '-tune:v'].reduce(
        (left, option) => (REFUSED[coder]?.includes(String(valueAfter(left, option))) ? without(left, option) : left),
        words,
      ),
  },
  {
    reason: 'profiles that an encoder knows by number only are given by it',
    change: (words, { coder }) =>
      coder === 'h264_v4l2m2m'
        ? withValue(words, '-profile:v', NUMBERS[String(valueAfter(words, '-profile:v'))] ?? '')
        : words,
  },
  {
    reason: 'whichever ffmpeg it is, it is told what becomes of frames that come too early or too late',
    change: (words, subject, { fps_mode }) => {
      if (isOld(subject) || at(words, '-r') < 0) return words;
      const { major, minor } = subject.ffmpeg;
      const set = text(fps_mode, 'auto');
      const mode = set === 'auto' ? 'cfr' : set;
      const bare = without(words, '-fps_mode');
      // Newer versions reject a rate together with a mode that keeps the input's frames.
      const paced = mode === 'cfr' || major < 6 ? bare : without(bare, '-r');
      const rateMode = major > 5 || (major === 5 && minor >= 1) ? ['-fps_mode', mode] : ['-vsync', VSYNC[mode] ?? ''];
      return [...paced, ...rateMode];
    },
  },
  {
    reason: 'the encoder of a Raspberry Pi has the buffers and keyframes that the newer release found it to need',
    change: (words, subject) => {
      if (!isOld(subject) || subject.coder !== 'h264_v4l2m2m') return words;
      const buffered = behind(words, '-codec:v', '-num_capture_buffers', '256', '-num_output_buffers', '512');
      const keys = ['-force_key_frames', 'expr:gte(t,n_forced*1)'];
      return behind(buffered, '-pix_fmt', '-max_muxing_queue_size', '2048', ...keys);
    },
  },
  {
    reason: 'time begins at zero with every encoder, as that of generated sound does',
    change: (words, { coder }) =>
      coder === 'h264_v4l2m2m' ? without(withFlagOff(words, '-copyts'), '-avoid_negative_ts') : words,
  },
  {
    reason: 'zerocopy is what a Raspberry Pi does by itself, and unknown elsewhere',
    change: (words) => without(words, '-zerocopy'),
  },
  {
    reason: 'decoded pictures come back to main memory, where filters and every encoder find them',
    change: (words) => without(words, '-hwaccel_output_format'),
  },
  {
    reason: 'a rate control that was chosen is in force',
    change: (words, { coder }, { rc_mode }) => {
      const mode = RATE_MODES[text(rc_mode)];
      return coder.endsWith('_vaapi') && mode !== undefined ? behind(words, '-quality', '-rc_mode', mode) : words;
    },
  },
];

const askedIn = ({ given }: Case): CoderSubject | null => {
  const { coder, type, level, ffmpeg } = group(given);
  const { major, minor } = group(ffmpeg);
  if (typeof major !== 'number' || typeof minor !== 'number') return null;
  return {
    coder: text(coder),
    type: type === 'audio' ? 'audio' : 'video',
    level: text(level),
    ffmpeg: { major, minor },
  };
};

const changed = ({ change }: Rule, expected: unknown, vector: Case): unknown => {
  const subject = askedIn(vector);
  const { mapping, global, settings, ...rest } = group(expected);
  if (subject === null || !Array.isArray(mapping)) return expected;
  const words = change(mapping.map(String), subject, group(settings));
  const runs = (Array.isArray(global) ? global : []).filter((run) =>
    [run].flat().every((word) => words.includes(String(word))),
  );
  return { ...rest, settings, mapping: words, ...(runs.length > 0 ? { global: runs } : {}) };
};

export const intendedCoderDifferences = [
  {
    reason: 'settings that a newer release brought are stored with their defaults',
    about: 'encoder',
    rewrite: (expected: unknown, vector: Case): unknown => {
      const subject = askedIn(vector);
      const coder = subject && (encoderOf(subject.type, subject.coder) ?? decoderOf(subject.type, subject.coder));
      if (!coder || !isOld(subject)) return expected;
      return { ...group(expected), settings: { ...defaultsOf(coder.fields), ...group(group(expected).settings) } };
    },
  },
  {
    reason: 'keyframes come as often with every encoder, as segments begin with one',
    about: 'h264_v4l2m2m',
    rewrite: (expected: unknown, vector: Case): unknown => {
      const { settings, mapping } = group(expected);
      if ('gop' in group(group(vector.given).settings) || group(settings).gop !== '4' || !Array.isArray(mapping))
        return expected;
      const frames = String(2 * Number.parseInt(text(group(settings).fps), 10));
      const words = withValue(mapping.map(String), '-g', frames);
      return { ...group(expected), settings: { ...group(settings), gop: '2' }, mapping: words };
    },
  },
  ...rules.map((rule) => ({
    reason: rule.reason,
    about: 'coder',
    rewrite: (expected: unknown, vector: Case): unknown => changed(rule, expected, vector),
  })),
];
