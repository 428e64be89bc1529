import { msg } from '../../../i18n/msg.ts';
import { type FormContext, isEncodingFault, publicationFaultsOf } from '../egress/publicationDraft.ts';
import type { OpenForm } from './slice.ts';

export interface PublicationTabProps {
  onRefresh?: () => void;
  form: OpenForm;
  context: FormContext;
  /** Address of the process tab; null if that tab is in the tab bar. */
  processLink: string | null;
}

/** In the order of the screen; the id is part of the address. */
export const publicationTabs = [
  { id: 'general', text: msg('General') },
  { id: 'encoding', text: msg('Encoding') },
  { id: 'process', text: msg('Process control') },
] as const;

export type PublicationTabId = (typeof publicationTabs)[number]['id'];

export const formFaultsOf = (
  context: FormContext,
  { draft, stored, target }: Pick<OpenForm, 'draft' | 'stored' | 'target'>,
) => publicationFaultsOf(context, draft, target.uuid === null ? null : stored);

export const tabOfFault = (key: string): PublicationTabId => (isEncodingFault(key) ? 'encoding' : 'general');
