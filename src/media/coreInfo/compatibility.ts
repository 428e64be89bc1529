import coerce from 'semver/functions/coerce.js';
import satisfies from 'semver/functions/satisfies.js';

/** Other major versions have another API. */
const CORE_MAJORS = [15, 16];
/** Older versions lack options that every process uses. */
const OLDEST_FFMPEG = '4.1';

/** Minimum minor versions tested with all arguments (`harness/test/accepts`); others work with a notice. */
const TRIED_FFMPEG = ['^4.1', '^5.0', '^7.1', '^9.0'];

type Fit = { have: string; want: string; compatible: boolean };
export type Compatibility = { core: Fit; transcoder: Fit };

/** Excludes only versions that cannot work. `transcoder`: null if the core does not report it. */
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

/** '0.0.0' means that the core does not know, which needs no notice. */
export function isTried(ffmpeg: string): boolean {
  const have = versionOf(ffmpeg);
  if (have === null) return false;
  return have.major === 0 || satisfies(have, TRIED_FFMPEG.join(' || '));
}

/** Null for development builds such as 'N-109-g…' or 'git-2020-…', which have no version. */
const versionOf = (text: string) => (/^[nv]?\d+(?:\.\d|$)/.test(text.trim()) ? coerce(text) : null);
