import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Network } from '../../media/network.ts';
import { isEdited } from '../editor.ts';
import { progressIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { networkFor } from '../session/network.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import { type Consequence, consequenceOf } from './consequence.ts';
import { type Faults, faultsOf, metadataWith, writesOf } from './decide.ts';
import type { OpenChannelForm } from './form.ts';

/** null where nobody is logged in. */
export function useNetwork(channel: string): Network | null {
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  return useMemo(() => coreInfo && networkFor(coreInfo, channel), [coreInfo, channel]);
}

export function useFaults({ target: channel, found, draft }: OpenChannelForm): Faults {
  const network = useNetwork(channel);
  const stored = found.metadata;
  const wanted = metadataWith(stored, draft);
  return faultsOf(draft, network === null || writesOf({ channel, network, stored, wanted }) !== null);
}

/** Ids of what is on, as one text: a selector that renders again only when it changes. */
const onIn = ({ ingest: { ingest } }: WithIngest) =>
  ingest.status === 'present'
    ? Object.entries(ingest.egresses)
        .flatMap(([id, { order }]) => (order === 'start' ? [id] : []))
        .join(' ')
    : '';

/** What pressing Save would do to what runs; null: nothing runs, or there is nothing to save. */
export function useConsequence(form: OpenChannelForm): Consequence | null {
  const { target: channel, found, draft } = form;
  const network = useNetwork(channel);
  const running = useSelector((state: WithIngest) => progressIn(state)?.order === 'start');
  const skills = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills);
  const on = useSelector(onIn);
  if (!network || !skills || !running || !isEdited(form)) return null;
  const wanted = metadataWith(found.metadata, draft);
  return consequenceOf({ channel, network, found, wanted, skills, running, on: on.split(' ') });
}
