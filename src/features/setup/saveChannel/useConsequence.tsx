import { useSelector } from 'react-redux';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { isRunningIn, publicationsOnIn } from '../../live/ingest/selectors.ts';
import { useChannelNetwork } from '../../live/pushAddress/useChannelNetwork.tsx';
import type { HeldChannel } from './readChannel.ts';
import { type Consequence, consequenceOf } from './saveConsequence.ts';

const NONE: readonly string[] = [];

/** What a save does to the stream and to whoever reads it; null: there is no channel yet, or nothing to save. */
export function useConsequence(
  channel: string,
  found: HeldChannel | null,
  save: { wanted: IngestMetadata; sends: boolean } | null,
): Consequence | null {
  const network = useChannelNetwork(channel);
  const running = useSelector(isRunningIn);
  const skills = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills);
  const extensions = useSelector(({ session }: WithSession) => coreInfoOf(session)?.about.extensions) ?? NONE;
  const on = useSelector(publicationsOnIn);
  if (!network || !skills || !found || !save) return null;
  return consequenceOf({ channel, network, found, ...save, skills, running, on: on.split(' '), extensions });
}
