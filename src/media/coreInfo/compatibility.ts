import coerce from 'semver/functions/coerce.js';
import satisfies from 'semver/functions/satisfies.js';

/** Cores of another major speak another API. */
const CORE_MAJORS = [15, 16];
/** Older versions lack options that every process here is written with. */
const OLDEST_FFMPEG = '4.1';

/** Versions with which `harness/test/accepts` has run all arguments, from this minor on; others work with a notice. */
const TRIED_FFMPEG = ['^4.1', '^5.0', '^7.1', '^9.0'];

type Fit = { have: string; want: string; compatible: boolean };
export type Compatibility = { core: Fit; transcoder: Fit };

/**
 * Excludes only versions that cannot work.
 * @param core, transcoder versions as reported: '16.14.0', '5.1.9-0+deb12u1'; null: the core cannot tell
 */
export function compatibilityOf({ core, transcoder }: { core: string; transcoder: string | null }): Compatibility {
  const api = versionOf(core);
  const ffmpeg = versionOf(transcoder ?? '');
  return {
    core: {
      have: core,
      want: CORE_MAJORS.join(', '),
      compatible: api !== null && satisfies(api, CORE_MAJORS.join(' || ')),
    },
    transcoder: {
      have: transcoder ?? '',
      want: OLDEST_FFMPEG,
      compatible: ffmpeg === null || satisfies(ffmpeg, `>=${OLDEST_FFMPEG}`),
    },
  };
}

/** Whether this ffmpeg was run with the arguments written here; '0.0.0', of a core that cannot tell, needs no notice. */
export function isTried(ffmpeg: string): boolean {
  const have = versionOf(ffmpeg);
  if (have === null) return false;
  return have.major === 0 || satisfies(have, TRIED_FFMPEG.join(' || '));
}

/** Distributions append to the version. null: builds from a repository ('N-109-g…', 'git-2020-…') contain no version. */
const versionOf = (text: string) => (/^[nv]?\d+(?:\.\d|$)/.test(text.trim()) ? coerce(text) : null);
