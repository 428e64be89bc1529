import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { WithSession } from '../../gate/session/slice.ts';
import type { FormContext } from '../egress/publicationDraft.ts';
import { formContextOf } from '../egress/publicationDraft.ts';
import type { OpenForm } from './slice.ts';

/** null where nobody is logged in. */
export function useFormContext({ target, found, draft }: OpenForm): FormContext | null {
  const session = useSelector((state: WithSession) => state.session);
  const { rendition = '' } = draft.control.source;
  return useMemo(() => formContextOf({ session }, target, found, rendition), [session, target, found, rendition]);
}
