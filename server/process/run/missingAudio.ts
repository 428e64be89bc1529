import { createAnnouncements, parseStreams } from '../../ffmpeg/streams.ts';
import { findMappedStreams, replaceBySilence, type SilenceFormat, USUAL_SILENCE } from '../command/missingStream.ts';
import type { ResolvedProcess } from '../command/resolveProcess.ts';

const NO_MATCH = /Stream map '([^']+)' matches no streams/;
/** Printed for announced audio that never arrived. */
const UNSET = /\] sample rate not set$/;
const LATE_AUDIO = /New audio stream (\d+):(\d+) at pos/;

/** Whether a source starts to send audio that the process does not map. */
export function bringsUnusedAudio(line: string, { output }: Pick<ResolvedProcess, 'output'>): boolean {
  const [, input] = LATE_AUDIO.exec(line) ?? [];
  return (
    input !== undefined &&
    !findMappedStreams(output).some(({ input: mapped, type }) => type === 'audio' && mapped === Number(input))
  );
}

/** After a failed attempt, announced audio is ignored for this long. */
const DOUBT_MS = 60_000;

const LAYOUTS = new Set(['mono', 'stereo']);

const BY_PLACE = /^\d+:\d+$/;

/** Whether an input announces the audio that `map` selects by position, PID, language or type. */
function isAnnounced(map: string, lines: readonly string[]): boolean {
  const [, pid] = /:i:(0x[\da-f]+)$/i.exec(map) ?? [];
  if (pid !== undefined) {
    const outputs = lines.findIndex((line) => /Output #/.test(line));
    const inputs = outputs < 0 ? lines : lines.slice(0, outputs);
    return inputs.some((line) => line.includes(`[${pid}]`) && line.includes(': Audio: '));
  }
  const [, required] = /:m:language:(\w+)$/.exec(map) ?? [];
  return parseStreams(lines).some(
    ({ direction, index, stream, type, language }) =>
      direction === 'input' &&
      type === 'audio' &&
      map.startsWith(`${index}:`) &&
      (BY_PLACE.test(map) ? map === `${index}:${stream}` : language === (required ?? language)),
  );
}

export interface MissingAudio {
  current(): ResolvedProcess;
  isSilent(): boolean;
  begin(): void;
  /** Returns `back` if replaced audio is back, so that this run should end. */
  line(text: string, nowMs: number): 'back' | null;
  /** The audio ended. Returns whether the next run replaces it. */
  mute(): boolean;
  believe(): void;
  /** The run ended. Returns whether to restart at once. */
  ended(nowMs: number): boolean;
}

/** A source may lose its audio, and ffmpeg exits if a mapped stream is missing. */
export function createMissingAudio(resolved: ResolvedProcess): MissingAudio {
  const replaceable = new Set(
    findMappedStreams(resolved.output).flatMap(({ map, type }) => (type === 'audio' ? map : [])),
  );
  const missing = new Set<string>();
  let announcements = createAnnouncements();
  let format: SilenceFormat = USUAL_SILENCE;
  let current = resolved;
  let noMatch: string | null = null;
  let isUnset = false;
  let isBack = false;
  /** The announced audio never arrived; it is tried again when the source restarts. */
  let isMute = false;
  let isMuting = false;
  let believedAtMs = Number.NEGATIVE_INFINITY;

  const learnFormat = () => {
    const found = parseStreams(announcements.lines).find(
      ({ direction, type, layout }) => direction === 'input' && type === 'audio' && LAYOUTS.has(layout),
    );
    if (found !== undefined && found.samplingHz > 0) format = { rate: found.samplingHz, layout: found.layout };
  };
  const believe = () => {
    isMute = false;
    missing.clear();
    current = resolved;
  };
  const mute = (): boolean => {
    if (missing.size === 0) learnFormat();
    for (const map of replaceable) missing.add(map);
    current = replaceBySilence(resolved, missing, format);
    isMute = current !== resolved;
    isMuting = isMute;
    return isMute;
  };
  const isThere = (): boolean => [...missing].some((map) => isAnnounced(map, announcements.lines));

  return {
    current: () => current,
    isSilent: () => current !== resolved,
    begin() {
      announcements = createAnnouncements();
      noMatch = null;
      isUnset = false;
      isBack = false;
    },
    line(text, nowMs) {
      const map = NO_MATCH.exec(text)?.[1];
      if (map !== undefined) noMatch = map;
      isUnset ||= UNSET.test(text);
      const isNew = announcements.add(text);
      if (missing.size === 0 || isBack || nowMs - believedAtMs < DOUBT_MS) return null;
      const [, input, stream] = LATE_AUDIO.exec(text) ?? [];
      const isLate = [...missing].some((map) =>
        BY_PLACE.test(map) ? map === `${input}:${stream}` : map.startsWith(`${input}:`),
      );
      isBack = isLate || (isNew && !isMute && isThere());
      return isBack ? 'back' : null;
    },
    mute,
    believe,
    ended(nowMs) {
      if (isBack) {
        believedAtMs = nowMs;
        believe();
        return true;
      }
      if (isMuting || isUnset) {
        if (!isMuting) mute();
        isMuting = false;
        return isMute;
      }
      if (isMute) {
        believe();
        return false;
      }
      if (noMatch === null || !replaceable.has(noMatch) || missing.has(noMatch)) {
        if (missing.size === 0) learnFormat();
        return false;
      }
      missing.add(noMatch);
      current = replaceBySilence(resolved, missing, format);
      return current !== resolved;
    },
  };
}
