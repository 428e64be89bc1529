import { msg } from '../../i18n/msg.ts';
import { type Facts, type FindingAbout, say, type Table } from './verdictTypes.ts';

/** Seconds after which it is no moment any more that may be meant. */
export const LASTING_S = { black: 6, frozen: 8, silent: 10 } as const;

/** It arrives, and there is nothing in it. */
const empty = (text: string, since: number | null, after: number, { now, progress }: Facts): FindingAbout | null =>
  progress?.status === 'connected' && since !== null && now - since >= after * 1000
    ? {
        severity: 'warning',
        fault: 'source',
        since,
        sentences: [say(text, { time: { at: since } })],
        remedies: [],
      }
    : null;

/** It arrives: what is in it. */
export const CONTENT = {
  black: (facts) => empty(msg('The video has been black since {{time}}.'), facts.blackSince, LASTING_S.black, facts),
  frozen: (facts) =>
    empty(msg('The video has been frozen since {{time}}.'), facts.frozenSince, LASTING_S.frozen, facts),
  quiet: (facts) => empty(msg('There has been no audio since {{time}}.'), facts.silentSince, LASTING_S.silent, facts),
  keyframes: ({ keyframes, progress }) => {
    if (!keyframes || progress?.status !== 'connected') return null;
    const { n, platforms, best, most } = keyframes;
    const ours = progress.encodes === true;
    return {
      severity: 'warning',
      fault: ours ? 'operator' : 'source',
      sentences: [
        say(msg('There is a keyframe only every {{n}} s. {{platforms}}: {{most}} s at most.'), {
          ...{ n: { tenths: n }, most, platforms: platforms.join(', ') },
        }),
        ours
          ? say(msg('Set the keyframe interval of the encoding to {{n}} s.'), { n: best })
          : say(msg('Set the keyframe interval of the encoder to {{n}} s. In OBS: Settings, Output.'), { n: best }),
      ],
      remedies: ours ? [{ act: 'setup', to: null }] : [],
    };
  },
} as const satisfies Table;
