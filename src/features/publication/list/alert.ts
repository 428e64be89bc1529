import { msg } from '../../../i18n/msg.ts';
import { bareLine } from '../../../media/bareLine.ts';
import type { Failing } from '../../../media/failing.ts';
import type { Words } from '../../../media/failure.ts';
import { isFailing, type PublicationState } from './view.ts';

/** `also` is a title like the first, of what looks the same. */
type Said = Pick<Words, 'title' | 'remedy' | 'field' | 'also'>;

/** What happened and what to do: English texts, in which `{{name}}` is the publication; evidence is a masked log line. */
export interface PublicationAlert extends Said {
  evidence: string | null;
  cause: Failing['cause'];
  /** When it failed (ms). */
  at: number;
}

/** Until its log was read. */
const unread: Said = {
  title: msg('{{name}} stopped with an error.'),
  remedy: msg('The process details show the full log.'),
  field: 'address',
  also: null,
};

/** null: nothing is wrong with it. */
export function publicationAlertOf(state: PublicationState): PublicationAlert | null {
  const { failure, asked } = state;
  if (asked || failure === null || !isFailing(state)) return null;
  const { title, remedy, field, also } = failure.words ?? unread;
  return {
    title,
    remedy,
    field,
    also,
    cause: failure.cause,
    at: failure.at,
    evidence: bareLine(failure.evidence || failure.line) || null,
  };
}
