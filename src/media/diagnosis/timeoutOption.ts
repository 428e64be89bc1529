/** By which ffmpeg gives up an end that says nothing, in microseconds; before 5.0, `-timeout` of RTSP was something else. */
const OPTION = /^-(?:timeout|stimeout|rw_timeout)$/;
const IN_ADDRESS = /[?&](?:timeout|stimeout|rw_timeout)=(\d+)/g;
const SRT_MS = /^srt:.*[?&]connect_timeout=(\d+)/i;
/** Shorter values were meant in another unit, or are no timeout. */
const LEAST_S = 0.5;

const SUFFIX: Readonly<Record<string, number>> = { k: 1000, K: 1000, M: 1_000_000, '': 1 };

function microseconds(word: string): number {
  const [, figure, suffix = ''] = /^(\d+(?:\.\d+)?)([kKM]?)$/.exec(word.trim()) ?? [];
  return Number(figure) * (SUFFIX[suffix] ?? 1);
}

/** Seconds, of the options and the addresses of one end. */
const timeoutsIn = (words: readonly string[]): number[] =>
  words
    .flatMap((word, i) => [
      ...(OPTION.test(words[i - 1] ?? '') ? [microseconds(word) / 1e6] : []),
      ...[...word.slice(0, 2000).matchAll(IN_ADDRESS)].map(([, figure]) => Number(figure) / 1e6),
      ...(SRT_MS.exec(word.slice(0, 2000))?.slice(1) ?? []).map((figure) => Number(figure) / 1e3),
    ])
    .filter((seconds) => seconds >= LEAST_S);

/** The shortest that it was told to wait for an answer, in seconds; null where it was told nothing. */
export function timeoutIn(words: readonly string[]): number | null {
  const timeouts = timeoutsIn(words);
  return timeouts.length === 0 ? null : Math.min(...timeouts);
}
