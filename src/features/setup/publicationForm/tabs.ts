import { msg } from '../../../i18n/msg.ts';
import { type FormContext, isEncodingFault, publicationFaultsOf } from '../egress/publicationDraft.ts';
import type { OpenForm } from './slice.ts';

/** What every tab of the form is given. */
export interface PublicationTabProps {
  /** Has the core look for devices again. */
  onRefresh?: () => void;
  form: OpenForm;
  context: FormContext;
  /** Where the process is controlled, as long as no tab leads there; null: one does. */
  processLink: string | null;
}

/** Order here is order on the screen; the id is its part of the address. */
export const publicationTabs = [
  { id: 'general', text: msg('General') },
  { id: 'encoding', text: msg('Encoding') },
  { id: 'process', text: msg('Process control') },
] as const;

export type PublicationTabId = (typeof publicationTabs)[number]['id'];

/** What keeps the form from being saved. */
export const formFaultsOf = (
  context: FormContext,
  { draft, stored, target }: Pick<OpenForm, 'draft' | 'stored' | 'target'>,
) => publicationFaultsOf(context, draft, target.uuid === null ? null : stored);

/** A fault belongs to the field it names. */
export const tabOfFault = (key: string): PublicationTabId => (isEncodingFault(key) ? 'encoding' : 'general');
