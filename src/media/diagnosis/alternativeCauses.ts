import { alsoOf, type Cause, type GuessCondition, guessedIf } from './causes.ts';
import type { ParsedRun } from './parseRun.ts';
import { addressesAt, hasNoUser, isLocal, REFUSED } from './signs/addressConditions.ts';

/** The stored process may be unknown; then every condition is possible. */
const orUnknown = (known: readonly string[], test: (words: readonly string[]) => boolean) =>
  known.length === 0 || test(known);

const isAt = (sight: ParsedRun, form: RegExp) =>
  orUnknown(addressesAt(sight), (addresses) => addresses.some((address) => form.test(address)));

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

const CONDITIONS: Readonly<Record<GuessCondition, (sight: ParsedRun) => boolean>> = {
  reads: ({ role, side }) => role === 'source' || side === 'in',
  sends: ({ role }) => role === 'target',
  isPushed: ({ run }) => run.pushed === true,
  hasKey: (sight) => isAt(sight, KEYED) || argsOf(sight).some((word) => KEY_OPTION.test(word)),
  hasUser: (sight) => addressesAt(sight).length === 0 || !hasNoUser(sight),
  // A refusal that names the host itself is not the proxy's.
  hasProxy: (sight) =>
    argsOf(sight).some((word) => /^-?http_proxy\b|[?&]http_proxy=/.test(word)) &&
    !sight.all.some((line) => REFUSED.test(line)),
  hasHardware: (sight) => orUnknown(argsOf(sight), (words) => words.some((word) => HARDWARE.test(word))),
  hasEncoder: (sight) =>
    orUnknown(argsOf(sight), (words) => words.some((word, i) => CODEC.test(words[i - 1] ?? '') && word !== 'copy')),
  isRtmp: (sight) => isAt(sight, /^(?:rtmp|\{rtmp)/i),
  isOwnRtmp: (sight) => sight.run.rtmpIsOn !== true && orUnknown(addressesAt(sight), isOwnRtmp),
  isPlaylist: (sight) => isAt(sight, /\.m3u8?\b/i),
  isSilent: (sight) =>
    isAt(sight, /^(?:rtsp|rtp|udp|srt|rtmp)/i) && (sight.run.seconds === null || sight.run.seconds >= SILENT_S),
  isOtherScheme: (sight) =>
    !(isAt(sight, /^https:/i) && sight.all.some((line) => /HTTP error \d|Server returned \d/.test(line))),
  // The core logs what it stops.
  isStopUntold: ({ run }) => run.staleTimeout !== 0 && run.coreIsRead !== true,
  hasCpuLimit: ({ run }) => run.limits === undefined || run.limits.cpuPercent > 0,
  hasMemoryLimit: ({ run }) => run.limits === undefined || run.limits.memoryMb > 0,
};

const isOwnRtmp = (all: readonly string[]) => all.some((one) => OWN_RTMP.test(one) && isLocal(one));

export const isRtmpOff = (sight: ParsedRun): boolean => sight.run.rtmpIsOn === false && isOwnRtmp(addressesAt(sight));

/** With several limits, the core does not log which one was exceeded. */
const OPEN_IN_LOG: readonly Cause[] = ['limit-cpu', 'limit-memory'];

export const alternativesOf = (cause: Cause, sight: ParsedRun, toldByCore: boolean): readonly Cause[] =>
  toldByCore && !OPEN_IN_LOG.includes(cause)
    ? []
    : alsoOf(cause).filter((other) => {
        const condition = guessedIf(other);
        return condition === null || CONDITIONS[condition](sight);
      });
