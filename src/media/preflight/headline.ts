import { msg } from '../../i18n/msg.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import type { Grade, PreflightResult } from './preflightTypes.ts';

const WHOLE: Readonly<Record<Grade, string>> = {
  good: msg('Ready to go live.'),
  care: msg('You can go live, but read the warnings first.'),
  fail: msg('Something will fail. Fix it before you go live.'),
  unchecked: msg('Nothing is wrong as far as it could be checked.'),
};

/** The result of the whole check, with the names of failing items. */
export function headlineOf({ grade, destinations }: PreflightResult): Sentence {
  const failing = destinations.filter((destination) => destination.grade === 'fail');
  if (failing.length === 0) return say(WHOLE[grade]);
  return say(msg('{{n}} of {{m}} will fail: {{names}}'), {
    n: failing.length,
    m: destinations.length,
    names: failing.map(({ name }) => name).join(', '),
  });
}
