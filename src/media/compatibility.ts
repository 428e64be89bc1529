/** Cores of another major speak another API. */
const CORE_MAJORS = [15, 16];
/** Older ones lack what every process here is written with. */
const OLDEST_FFMPEG: Version = [4, 1];

/**
 * From which minor on the arguments of every coder and source were run against a major: `harness/accepts`. All others are
 * let in as well, with a word.
 */
const TRIED_FFMPEG: readonly Version[] = [
  [4, 1],
  [5, 0],
  [7, 1],
  [9, 0],
];

type Version = readonly [major: number, minor: number];
type Fit = { have: string; want: string; compatible: boolean };
export type Compatibility = { core: Fit; transcoder: Fit };

/**
 * Only what cannot work is kept out.
 * @param core, transcoder versions as they were reported: '16.14.0', '5.1.9-0+deb12u1'; null: the core cannot say
 */
export function compatibilityOf({ core, transcoder }: { core: string; transcoder: string | null }): Compatibility {
  const api = figuresOf(core);
  const ffmpeg = figuresOf(transcoder ?? '');
  return {
    core: { have: core, want: CORE_MAJORS.join(', '), compatible: api !== null && CORE_MAJORS.includes(api[0]) },
    transcoder: {
      have: transcoder ?? '',
      want: OLDEST_FFMPEG.join('.'),
      compatible: ffmpeg === null || !isBefore(ffmpeg, OLDEST_FFMPEG),
    },
  };
}

/** Whether anybody has run this ffmpeg with what is written here; '0.0.0', as of a core that cannot say, is no news. */
export function isTried(ffmpeg: string): boolean {
  const have = figuresOf(ffmpeg);
  if (have === null) return false;
  return have[0] === 0 || TRIED_FFMPEG.some((since) => since[0] === have[0] && !isBefore(have, since));
}

const isBefore = (a: Version, b: Version) => (a[0] - b[0] || a[1] - b[1]) < 0;

/** Distributions append to the version. null: builds from a repository ('N-109-g…', 'git-2020-…') tell no number. */
function figuresOf(version: string): Version | null {
  const [, major, minor = '0'] = /^[nv]?(\d+)(?:\.(\d+)|$)/.exec(version.trim()) ?? [];
  return major === undefined ? null : [Number(major), Number(minor)];
}
