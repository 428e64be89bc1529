import { isEdited } from '../editor/editor.ts';
import { useNetwork } from '../ingest/pushKey/useNetwork.tsx';
import type { Consequence } from '../ingest/saveImpact/consequence.ts';
import { useConsequence } from '../ingest/saveImpact/useConsequence.tsx';
import { type ChannelFaults, faultsOf, metadataWith, writesOf } from './decide.ts';
import type { OpenChannelForm } from './form.ts';

function useWrites({ target: channel, found, draft }: OpenChannelForm) {
  const network = useNetwork(channel);
  const wanted = metadataWith(found.metadata, draft);
  return {
    wanted,
    known: network !== null,
    writes: network && writesOf({ channel, network, stored: found.metadata, wanted }),
  };
}

export function useFaults(form: OpenChannelForm): ChannelFaults {
  const { known, writes } = useWrites(form);
  return faultsOf(form.draft, !known || writes !== null);
}

/** What pressing Save would do to what runs; null: nothing of it, or there is nothing to save. */
export function useChannelConsequence(form: OpenChannelForm): Consequence | null {
  const { wanted, writes } = useWrites(form);
  const consequence = useConsequence(form.target, form.found, { wanted, sends: writes?.ingest ?? false });
  return isEdited(form) ? consequence : null;
}
