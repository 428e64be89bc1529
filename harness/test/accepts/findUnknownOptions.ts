import { optionsOf } from './runTestedFfmpeg.ts';

/** Options of ffmpeg and of all codecs. An unused `quality` only causes a warning. */
const GENERAL = [
  ...['b', 'bufsize', 'c', 'codec', 'copyts', 'f', 'fflags', 'filter', 'force_key_frames', 'fps_mode', 'g', 'hwaccel'],
  ...['itsoffset', 'level', 'max_muxing_queue_size', 'maxrate', 'pix_fmt', 'profile', 'quality', 'r', 're'],
  ...['thread_queue_size', 'vf'],
];

const cache = new Map<string, ReturnType<typeof optionsOf>>();

function listedOf(kind: Parameters<typeof optionsOf>[0], id: string) {
  const options = cache.get(`${kind} ${id}`) ?? optionsOf(kind, id);
  cache.set(`${kind} ${id}`, options);
  return options;
}

/** Returns options missing in ffmpeg's help, because without the device ffmpeg stops before it parses them. */
export async function unknownIn(kind: 'encoder' | 'decoder' | 'demuxer', id: string, args: readonly string[]) {
  const own = await listedOf(kind, id);
  return args.flatMap((word, i) => {
    if (!/^-[a-z]/.test(word)) return [];
    const name = word.slice(1).replace(/:.*$/, '');
    const words = own.get(name);
    if (!words) return GENERAL.includes(name) ? [] : [word];
    const value = args[i + 1] ?? '';
    const isNumber = /^-?[\d.]+k?$/.test(value);
    return words.size === 0 || words.has(value) || isNumber ? [] : [`${word} ${value}`];
  });
}
