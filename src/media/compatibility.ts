/** The only place of the ranges: the gate, the set-up check and the documents read them here. */
export const CORE_RANGE = '^15.0.0 || ^16.0.0';
/**
 * A newer major is added when the arguments of every coder and source were run against it: `harness/accepts`. 6.1 takes
 * them all, but tells no `frame=` of video that is copied: to a core that reads these lines such a channel is stale.
 */
export const TRANSCODER_RANGE = '^4.1.0 || ^5.0.0 || ^7.1.0';

type Fit = { have: string; want: string; compatible: boolean };
export type Compatibility = { core: Fit; transcoder: Fit };

/** @param core, transcoder versions as they were reported: '16.14.0', '5.1.9-0+deb12u1' */
export const compatibilityOf = ({ core, transcoder }: { core: string; transcoder: string }): Compatibility => ({
  core: rate(core, CORE_RANGE),
  transcoder: rate(transcoder, TRANSCODER_RANGE),
});

const rate = (have: string, want: string): Fit => ({ have, want, compatible: fits(figuresOf(have), want) });

type Figures = readonly [major: number, minor: number, patch: number];

/** Ranges are written as npm's, and only in these words: `^1.2.3 || ^2.0.0`. The library for all of them is 6 kB. */
const fits = (have: Figures, want: string) =>
  want.split(' || ').some((range) => {
    const least = figuresOf(range);
    return have[0] === least[0] && (have[1] - least[1] || have[2] - least[2]) >= 0;
  });

// Distributions append to the version, and releases such as '5.0' have no patch level.
function figuresOf(version: string): Figures {
  const [, major = '0', minor = '0', patch = '0'] = /^\D{0,2}(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version.trim()) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}
