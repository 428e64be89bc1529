import { useChannelNetwork } from '../../live/pushAddress/useChannelNetwork.tsx';
import { isEdited } from '../../shared/editor/createEditor.ts';
import type { Consequence } from '../saveChannel/saveConsequence.ts';
import { useConsequence } from '../saveChannel/useSaveConfirmation.tsx';
import { type ChannelFaults, channelFaultsOf, metadataWith, writesOf } from './channelDraft.ts';
import type { OpenChannelForm } from './slice.ts';

function useWrites({ target: channel, found, draft }: OpenChannelForm) {
  const network = useChannelNetwork(channel);
  const wanted = metadataWith(found.metadata, draft);
  return {
    wanted,
    known: network !== null,
    writes: network && writesOf({ channel, network, stored: found.metadata, wanted }),
  };
}

export function useFaults(form: OpenChannelForm): ChannelFaults {
  const { known, writes } = useWrites(form);
  return channelFaultsOf(form.draft, !known || writes !== null);
}

/** Returns the effect of a save on running processes; null if there is none, or nothing to save. */
export function useChannelConsequence(form: OpenChannelForm): Consequence | null {
  const { wanted, writes } = useWrites(form);
  const consequence = useConsequence(form.target, form.found, { wanted, sends: writes?.ingest ?? false });
  return isEdited(form) ? consequence : null;
}
