/** A status line of ffmpeg. Sizes in KiB; null for `size=N/A`, as with HLS and null outputs. */
export interface StatusLine {
  readonly frame: number;
  readonly q: number;
  readonly sizeKb: number | null;
  readonly timeSeconds: number;
  /** Unclamped: negative while the first packets are delayed, null for `N/A`. */
  readonly clockSeconds: number | null;
  readonly speed: number;
  readonly drop: number;
  readonly dup: number;
  /** ffmpeg prints no frame count for audio only; 6.1 prints none for copied video (5.1 and 7.1 do). */
  readonly hasFrames: boolean;
}

// `-loglevel level+...` adds `[info] `; `L` marks the final size of a run.
const STATUS = /^(?:\[[a-z]+\] )?(?:frame=|L?size=)/;
const VALUE = /\s*(\S+)/y;
const BLANK = /\s/;

function textBehind(line: string, key: string): string | undefined {
  const name = `${key}=`;
  let at = line.indexOf(name);
  while (at > 0 && !BLANK.test(line.charAt(at - 1))) at = line.indexOf(name, at + 1);
  if (at === -1) return undefined;
  VALUE.lastIndex = at + name.length;
  return VALUE.exec(line)?.[1];
}

/** Parses the status lines of ffmpeg 4 to 9; null for other lines. */
export function parseStatus(line: string): StatusLine | null {
  if (!STATUS.test(line)) return null;
  // "video:49kB audio:8kB" and encoder statistics also contain `size=`, but no time.
  const time = textBehind(line, 'time');
  if (time === undefined) return null;
  const frame = textBehind(line, 'frame');
  const clockSeconds = parseClock(time);
  const readNumber = (key: string) => {
    const value = Number.parseFloat(textBehind(line, key) ?? '');
    return Number.isFinite(value) ? value : 0;
  };
  return {
    frame: readNumber('frame'),
    // -1 if nothing is encoded. With several video outputs, the first value counts.
    q: Math.max(0, readNumber('q')),
    sizeKb: sizeOf(textBehind(line, 'size') ?? textBehind(line, 'Lsize') ?? ''),
    timeSeconds: Math.max(0, clockSeconds ?? 0),
    clockSeconds,
    speed: readNumber('speed'),
    drop: readNumber('drop'),
    dup: readNumber('dup'),
    hasFrames: frame !== undefined,
  };
}

/** ffmpeg 7 prints `KiB`, older versions `kB`; both mean 1024 bytes. */
function sizeOf(text: string): number | null {
  const [, value] = /^(\d{1,15})(?:kB|KiB)$/.exec(text) ?? [];
  return value === undefined ? null : Number(value);
}

/** `00:01:02.34` or `-00:00:00.02`; null for `N/A`. */
export function parseClock(text: string): number | null {
  const [, sign, hours, minutes, seconds] = /^(-?)(\d{1,9}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  if (hours === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
