import { bare, isConsequence, isSilent } from './logLines.ts';

/** What follows from any failure tells why by the reason at its end alone, as `Error closing file x: No space left on device`. */
const REASON = /: ([A-Z][^:]*)$/;

/** The core's own log: `ts=… level=… component="RTMP" msg="…" reason="…"`. */
const CORE_LOG = /^ts=\S+ .*\bcomponent=/;
const CORE_WORDS = ['reason', 'msg', 'status_text'];
const word = (line: string, name: string) => {
  const [, quoted, plain] = new RegExp(`\\b${name}=(?:"([^"]*)"|(\\S+))`).exec(line) ?? [];
  return quoted ?? plain ?? '';
};

const ADDRESS = '[a-z][a-z0-9+.-]{1,19}:\\/\\/\\S+|\\/\\S+';
/**
 * The prefixes of a line that hide its readable part: the speaker, the action, and the address, which the page shows
 * already. In order, each once.
 */
const BEFORE: readonly RegExp[] = [
  /^(?:\[[^\]]{1,120}\]\s*)+/,
  /^(?:av_interleaved_write_frame\(\)|Error (?:submitting a packet to the muxer|during demuxing|opening (?:in|out)put(?: files)?)): /,
  new RegExp(`^(?:Error opening output |Error writing trailer of )?(?:${ADDRESS}): (?=\\S)`, 'i'),
  /^Server error: (?=\S)/,
];
/** Details for developers of ffmpeg: memory addresses, options within an address. */
const BETWEEN: readonly (readonly [RegExp, string])[] = [
  [/\s*\b0x[0-9a-f]{6,16}\b/gi, ''],
  [/\b(?:tcp|tls|udp|srt):\/\/([^\s?/]+)(?:\?\S*)?/g, '$1'],
];

/**
 * Of a masked line the part that a person can read, as "nobody publishes this name" of
 * `[rtmp @ 0x55d7e51c9740] Server error: nobody publishes this name`; '' where it tells nothing of why.
 */
export function evidenceIn(line: string): string {
  const said = bare(line);
  if (CORE_LOG.test(said)) return CORE_WORDS.map((name) => word(said, name)).find((one) => one !== '') ?? '';
  if (isSilent(said)) return '';
  if (isConsequence(said)) return REASON.exec(said)?.[1] ?? '';
  const short = BEFORE.reduce((left, before) => left.replace(before, ''), said);
  return BETWEEN.reduce((left, [found, instead]) => left.replace(found, instead), short).trim();
}
