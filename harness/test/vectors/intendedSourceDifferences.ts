import { type Case, group, list } from './case.ts';

type Change = (options: string[], settings: unknown) => string[];

const changed = (change: Change) => (expected: unknown, vector: Case) =>
  Array.isArray(expected)
    ? list(expected).map(({ options, ...input }) => ({
        ...input,
        options: change(Array.isArray(options) ? options.map(String) : [], group(vector.given).settings),
      }))
    : expected;

const renamed =
  (names: Record<string, string>): Change =>
  (options) =>
    options.map((word) => names[word] ?? word);

const inFront = (options: string[], word: string) => options.slice(0, options.indexOf(word)).includes('-re');

const SWITCHES = ['-capture_cursor', '-capture_mouse_clicks'];

const of = (kinds: readonly string[], reason: string, change: Change) =>
  kinds.map((about) => ({ about, reason, rewrite: changed(change) }));

const V4L2 = ['video4linux2', 'raspicam'];

const NAMES = ['-user_agent', '-referer', '-username', '-password', '-headers'];

const shortest = (word: string) => (/^-?\d+(?:\.\d+)?$/.test(word) ? String(Number(word)) : word);

/** A fixed list, independent of the code under test. */
const UPLOADED =
  'png_pipe,jpeg_pipe,mjpeg,webp_pipe,gif,wav,avi,mov,matroska,ogg,flac,flv,live_flv,mpeg,mpegts,mp3,aac';

export const intendedSourceDifferences = [
  ...of(
    ['alsa'],
    'a sound card is told in its own words, which all versions know',
    renamed({ '-ac': '-channels', '-ar': '-sample_rate' }),
  ),
  {
    about: 'alsa',
    reason: 'where no sound card was chosen, none is read: others take the first of the second card',
    rewrite: (expected: unknown, vector: Case) => ('device' in group(group(vector.given).settings) ? expected : []),
  },
  ...of(['avfoundation'], 'a switch of a device has its value: else it takes the next word for it', (options) =>
    options.flatMap((word) => (SWITCHES.includes(word) ? [word, '1'] : [word])),
  ),
  ...of(V4L2, 'packets of a camera have room while others are read', (options) =>
    options.includes('-thread_queue_size') ? options : ['-thread_queue_size', '512', ...options],
  ),
  ...of(V4L2, 'a camera sets the pace itself, and no clock beside it', (options) => {
    const rate = options.indexOf('-r');
    const bare = inFront(options, '-f') && rate >= 0 ? options.toSpliced(rate, 2) : options;
    return bare.filter((word) => word !== '-re');
  }),
  ...of(['raspicam'], 'a Raspberry Pi camera encodes by itself', (options, settings) =>
    'format' in group(settings) ? options : options.map((word) => (word === 'yuv420p' ? 'h264' : word)),
  ),
  ...of(
    ['network', 'alsa'],
    'a number of a source is written as shortly as it can be: 512 for 0512, 2.5 for 2.50',
    (options) => options.map((word, i) => (NAMES.includes(options[i - 1] ?? '') ? word : shortest(word))),
  ),
  ...of(
    ['videoloop', 'audioloop'],
    'a file that was uploaded is not opened as a playlist of other files',
    (options) => ['-format_whitelist', UPLOADED, ...options],
  ),
];
