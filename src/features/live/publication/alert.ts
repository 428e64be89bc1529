import { msg } from '../../../i18n/msg.ts';
import type { ProcessFailure, Words } from '../../../media/diagnosis/processFailure.ts';
import { stripLogPrefix } from '../../../media/diagnosis/processFailure.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { isFailing, type PublicationState } from './publicationState.ts';

/** `also` is a title like the first, of what looks the same. */
type AlertTexts = Pick<Words, 'title' | 'remedy' | 'field' | 'also'>;

/** What happened and what to do: English texts, in which `{{name}}` is the publication. */
export interface PublicationAlert extends AlertTexts {
  evidence: MaskedText | null;
  cause: ProcessFailure['cause'];
  at: number;
  /** It is its rendition of this name that fails: the words are about that; null: it fails itself. */
  rendition: string | null;
}

const unread: AlertTexts = {
  title: msg('{{name}} stopped with an error.'),
  remedy: msg('The process details show the full log.'),
  field: 'address',
  also: null,
};

type Translate = (text: string, values: { name: string; what?: string }) => string;

/** Whose name the words have, and the whole title. */
export function titleOf(t: Translate, { title, rendition }: PublicationAlert, name: string): string {
  if (rendition === null) return t(title, { name });
  return t('The rendition of {{name}} fails: {{what}}', { name, what: t(title, { name: rendition }) });
}

export function publicationAlertOf(state: PublicationState): PublicationAlert | null {
  const { asked, behind, passes } = state;
  if (asked || !isFailing(state)) return null;
  const own = behind !== 'failing' || !passes?.failure;
  const failure = own ? state.failure : passes.failure;
  if (failure === null) return null;
  const { title, remedy, field, also } = failure.words ?? unread;
  return {
    title,
    remedy,
    // Its own form has none of them.
    field: own ? field : null,
    also,
    rendition: own ? null : passes.name,
    cause: failure.cause,
    at: failure.at,
    evidence: maskText(stripLogPrefix(failure.evidence || failure.line)) || null,
  };
}
