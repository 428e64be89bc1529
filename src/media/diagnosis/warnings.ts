import type { Cause } from './causes.ts';
import type { Run } from './parseRun.ts';
import { repeatedIn } from './parseRun.ts';

export interface Warning {
  cause: Cause;
  count: number;
  line: string;
}

interface Sign {
  cause: Cause;
  line: RegExp;
  /** Fewer are normal. */
  from?: number;
}

/** The first match counts, and is listed first. */
const SIGNS: readonly Sign[] = [
  { cause: 'device-format', line: /driver changed the (?:video|pixel|time per frame|width)/i },
  { cause: 'output-lost', line: /Slave muxer #\d+ failed: .*continuing with \d+\/\d+ slaves/ },
  { cause: 'codec-private', line: /is muxed as a private data stream/ },
  // For other options, the last one wins, which is harmless.
  { cause: 'filter-lost', line: /Multiple -(?:filter|vf|af|lavfi)\b/ },
  {
    cause: 'resolution-changed',
    line: /\] [Cc]hanging (?:video|audio) frame properties on the fly|\] Reconfiguring filter graph because/,
  },
  {
    cause: 'filter-option-removed',
    line: /Option '?\w+'? .*filter.* deprecated|"o?[ci]l?" .*deprecated|\[(?:Parsed_)?\w*aresample\w* @ .*deprecated/,
  },
  { cause: 'pixel-format', line: /[Ii]ncompatible pixel format .*auto-selecting/ },
  // The encoder continues without the setting.
  {
    cause: 'encoder-setting',
    line: /^(?:\[(?!hls|https?|rtmp|rtsp|tcp|in#|Parsed)\w+ @ [^\]]*\]|Svt\[(?:warn|info)\]:|x26[45] \[(?:warning|info)\]:).*\b(?:bit ?rate|maxrate|bufsize|buffer|vbv|profile|level|preset|tune|crf|qp|quality|gop|keyint|b-?frames)\b.*(?:\bignor(?:ed|ing|es)\b|has no effect)/i,
  },
  { cause: 'option-removed', line: /^-?\w+ is deprecated\. Use|^Passing a number to -vsync/ },
  { cause: 'receive-overrun', line: /Circular buffer overrun|fifo_size/ },
  { cause: 'damaged', line: /RTP: missed -?\d+ packets|max delay reached|RCV-DROPPED|packets? lost|TLPKTDROP/ },
  {
    cause: 'timestamps',
    line: /[Nn]on-monoton(?:ous|ic) DTS|DTS [^\s<,>]+ ?[<,>] ?\S+ out of order|timestamp discontinuity|Invalid (?:DTS|timestamps)|[Tt]imestamps are unset|backward in time|non monotonically increasing|Past duration .* too large|DTS discontinuity|pts \S+ < dts/,
  },
  { cause: 'damaged', line: /Packet corrupt|corrupt input packet|PES packet size mismatch|Continuity check failed/ },
  { cause: 'transport', line: /retrying with TCP|UDP timeout|method SETUP failed: 461/ },
  {
    cause: 'damaged',
    line: /error while decoding MB|concealing \d+ DC|corrupted macroblock|corrupt decoded frame|Error submitting packet to decoder|Error while decoding stream|decode_slice_header error|Missing reference picture|overread|Application provided invalid/,
    from: 5,
  },
  { cause: 'too-slow', line: /Thread message queue blocking/, from: 3 },
];

const DURATION = /^ {2}Duration: (\d+):(\d\d):(\d\d)/;
const WRITTEN = /^(?:frame=|size=).{0,200}\bL?size=.{0,60}\btime=(\d+):(\d\d):(\d\d)/;
/** Options after which an early end or a restart is intended. */
const PARTS = /^-(?:t|to|ss|sseof|frames(?::v)?|vframes|fs|stream_loop|shortest|readrate)$/;
const PARTIAL =
  /partial file|moov atom|Invalid data|[Ee]rror|truncat|Estimating duration|bitrate, this may be inaccurate/;
const HALF = 0.5;

const secondsIn = (found: RegExpExecArray | null) => {
  const [, hours, minutes, seconds] = found ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

/** ffmpeg 5.1 prints nothing about a jump in the time stamps, which shortens the output. */
function jump(lines: readonly string[], { args = [], exec = null, interrupted = false }: EndedRun): Warning[] {
  const found = lines.filter((line) => DURATION.test(line));
  const written = secondsIn(WRITTEN.exec(lines.findLast((line) => WRITTEN.test(line)) ?? ''));
  const [line] = found;
  const isWhole = exec === 'finished' && !interrupted && !lines.some((text) => PARTIAL.test(text));
  if (line === undefined || found.length > 1 || !isWhole || args.length === 0 || args.some((arg) => PARTS.test(arg)))
    return [];
  return written > 0 && written < HALF * secondsIn(DURATION.exec(line)) - 1
    ? [{ cause: 'timestamps', count: 1, line: line.trim() }]
    : [];
}

const SPEED = /^(?:frame=|size=)[^=]*.{0,300}speed=\s*([\d.,]+)x/;
const SLOW = 0.9;
const SPEEDS_LEAST = 8;

function slowness(lines: readonly string[]): Warning[] {
  const speeds = lines.flatMap((line) => SPEED.exec(line)?.slice(1, 2) ?? []);
  const late = speeds.slice(Math.floor(speeds.length / 2)).filter((speed) => Number(speed) < SLOW);
  const isSlow = speeds.length >= SPEEDS_LEAST && late.length * 2 >= speeds.length - 1;
  return isSlow ? [{ cause: 'too-slow', count: late.length, line: `speed=${late.at(-1)}x` }] : [];
}

type EndedRun = Pick<Run, 'args' | 'exec' | 'interrupted'>;

export function warningsIn(lines: readonly string[], ended: EndedRun = {}): Warning[] {
  const found = new Map<Sign, Warning>();
  let before: Sign | undefined;
  for (const line of lines) {
    const again = repeatedIn(line);
    const sign = again > 0 ? before : SIGNS.find(({ line: pattern }) => pattern.test(line));
    before = sign;
    if (!sign) continue;
    const previous = found.get(sign);
    found.set(sign, {
      cause: sign.cause,
      count: (previous?.count ?? 0) + (again || 1),
      line: again > 0 ? (previous?.line ?? line) : line,
    });
  }
  const worth = SIGNS.flatMap((sign) => {
    const warning = found.get(sign);
    return warning && warning.count >= (sign.from ?? 1) ? [warning] : [];
  });
  return merged([...worth, ...jump(lines, ended), ...slowness(lines)]);
}

function merged(all: readonly Warning[]): Warning[] {
  const causes = [...new Set(all.map(({ cause }) => cause))];
  return causes.flatMap((cause) => {
    const [first, ...others] = all.filter((warning) => warning.cause === cause);
    return first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [];
  });
}
