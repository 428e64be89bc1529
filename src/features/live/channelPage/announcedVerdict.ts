import { msg } from '../../../i18n/msg.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { say } from '../../../media/verdict/verdictTypes.ts';

const LIVE = say(msg('Live.'));

/** A verdict as it is read aloud: a length of time that goes on would be another one when it is heard. */
export const calmly = (verdict: Verdict): Verdict => ({
  ...verdict,
  sentences: verdict.kind === 'live' ? [LIVE] : verdict.sentences,
});

/** Another key is news: what is so, with whom, since when, how many; also the language that it is said in. */
export const calmKey = ({ kind, ids, sentences, tally }: Verdict, language: string): string => {
  const times = sentences.flatMap(({ values }) =>
    Object.values(values).flatMap((value) => (typeof value === 'object' && 'at' in value ? [value.at] : [])),
  );
  return JSON.stringify([language, kind, ids, sentences.map(({ text }) => text), times, tally]);
};
