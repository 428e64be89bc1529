import { msg } from '../../../i18n/msg.ts';
import type { Words } from '../../../media/causeTexts.ts';
import { isFailing, type PublicationState } from './view.ts';

/** What happened and what to do: English texts, in which `{{name}}` is the publication; evidence is a masked log line. */
export interface PublicationAlert extends Words {
  evidence: string | null;
}

/** Until its log was read. */
const unread: Words = {
  title: msg('{{name}} stopped with an error.'),
  remedy: msg('The process details show the full log.'),
  settings: true,
};

/** null: nothing is wrong with it. */
export function publicationAlertOf(state: PublicationState): PublicationAlert | null {
  const { failure, asked } = state;
  if (asked || failure === null || !isFailing(state)) return null;
  return { ...(failure.words ?? unread), evidence: failure.evidence || failure.line || null };
}
