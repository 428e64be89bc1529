import { alsoOf, type Cause, type GuessCondition, guessedIf } from './causes.ts';
import type { ParsedRun } from './parseRun.ts';
import { addressesAt, hasNoUser, isLocal, REFUSED } from './signs/addressConditions.ts';

/** The stored process may be unknown; then every condition is possible. */
const orUnknown = (words: readonly string[], test: (words: readonly string[]) => boolean) =>
  words.length === 0 || test(words);

const isAt = (parsed: ParsedRun, form: RegExp) =>
  orUnknown(addressesAt(parsed), (addresses) => addresses.some((address) => form.test(address)));

const argsOf = ({ run: { args = [] } }: ParsedRun) => args;

const KEY_OPTION = /^-(?:rtmp_playpath|srt_streamid|headers|authorization)$/;
/** RTMP: a name after the app, or a query. SRT: a stream ID. Others: a path or a query. */
const KEYED =
  /^(?:rtmp[a-z]*:\/\/[^/]+\/[^/?]+\/[^?]|rtmp[a-z]*:\/\/[^?]*\?[^=]+=|srt:.*[?&]streamid=[^&]|(?!rtmp|srt)[a-z+]+:\/\/[^/]+\/[^/]|\{)/i;

/** Only at the default ports, because other servers on this machine have other ports. */
const OWN_RTMP = /^(?:\{rtmp|rtmps?:\/\/(?:\[[^\]]*\]|[^/:[]*)(?::193[56])?(?:[/?]|$))/i;

const HARDWARE = /vaapi|nvenc|cuda|cuvid|qsv|v4l2m2m|videotoolbox|omx|vulkan|amf|mmal|rkmpp|hwupload|hwaccel/;
const CODEC = /^-(?:codec|c)(?::[va])?$/;

/** Seconds. */
const SILENT_S = 2;

const CONDITIONS: Readonly<Record<GuessCondition, (parsed: ParsedRun) => boolean>> = {
  reads: ({ role, side }) => role === 'source' || side === 'in',
  sends: ({ role }) => role === 'target',
  isPushed: ({ run }) => run.pushed === true,
  hasKey: (parsed) => isAt(parsed, KEYED) || argsOf(parsed).some((word) => KEY_OPTION.test(word)),
  hasUser: (parsed) => addressesAt(parsed).length === 0 || !hasNoUser(parsed),
  // A refusal that names the host itself is not the proxy's.
  hasProxy: (parsed) =>
    argsOf(parsed).some((word) => /^-?http_proxy\b|[?&]http_proxy=/.test(word)) &&
    !parsed.all.some((line) => REFUSED.test(line)),
  hasHardware: (parsed) => orUnknown(argsOf(parsed), (words) => words.some((word) => HARDWARE.test(word))),
  hasEncoder: (parsed) =>
    orUnknown(argsOf(parsed), (words) => words.some((word, i) => CODEC.test(words[i - 1] ?? '') && word !== 'copy')),
  isRtmp: (parsed) => isAt(parsed, /^(?:rtmp|\{rtmp)/i),
  isOwnRtmp: (parsed) => parsed.run.rtmpIsOn !== true && orUnknown(addressesAt(parsed), isOwnRtmp),
  isPlaylist: (parsed) => isAt(parsed, /\.m3u8?\b/i),
  isSilent: (parsed) =>
    isAt(parsed, /^(?:rtsp|rtp|udp|srt|rtmp)/i) && (parsed.run.seconds === null || parsed.run.seconds >= SILENT_S),
  isOtherScheme: (parsed) =>
    !(isAt(parsed, /^https:/i) && parsed.all.some((line) => /HTTP error \d|Server returned \d/.test(line))),
  // The core logs what it stops.
  isStopUntold: ({ run }) => run.staleTimeout !== 0 && run.coreIsRead !== true,
  hasCpuLimit: ({ run }) => run.limits === undefined || run.limits.cpuPercent > 0,
  hasMemoryLimit: ({ run }) => run.limits === undefined || run.limits.memoryMb > 0,
};

const isOwnRtmp = (all: readonly string[]) => all.some((address) => OWN_RTMP.test(address) && isLocal(address));

export const isRtmpOff = (parsed: ParsedRun): boolean =>
  parsed.run.rtmpIsOn === false && isOwnRtmp(addressesAt(parsed));

/** With several limits, the core does not log which one was exceeded. */
const OPEN_IN_LOG: readonly Cause[] = ['limit-cpu', 'limit-memory'];

export const alternativesOf = (cause: Cause, parsed: ParsedRun, toldByCore: boolean): readonly Cause[] =>
  toldByCore && !OPEN_IN_LOG.includes(cause)
    ? []
    : alsoOf(cause).filter((other) => {
        const condition = guessedIf(other);
        return condition === null || CONDITIONS[condition](parsed);
      });
