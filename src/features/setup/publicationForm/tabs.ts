import { msg } from '../../../i18n/msg.ts';
import type { FormContext } from '../egress/publicationDraft.ts';
import type { OpenForm } from './slice.ts';

/** What every tab of the form is given. */
export interface PublicationTabProps {
  /** Has the core look for devices again. */
  onRefresh?: () => void;
  form: OpenForm;
  context: FormContext;
}

/** Order here is order on the screen; the id is its part of the address. */
export const publicationTabs = [
  { id: 'general', text: msg('General') },
  { id: 'process', text: msg('Process control') },
  { id: 'encoding', text: msg('Encoding') },
] as const;

export type PublicationTabId = (typeof publicationTabs)[number]['id'];

/** A fault belongs to the field it names; '' is about what is sent. */
export const tabOfFault = (key: string): PublicationTabId => (key === '' ? 'encoding' : 'general');
