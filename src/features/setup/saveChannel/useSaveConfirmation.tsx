import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { isRunningIn, publicationsOnIn } from '../../live/ingest/selectors.ts';
import { useChannelNetwork } from '../../live/pushAddress/useChannelNetwork.tsx';
import { PublicationEffects, useConsequenceText } from './PublicationEffects.tsx';
import type { HeldChannel } from './readChannel.ts';
import { type Consequence, consequenceOf } from './saveConsequence.ts';

const NONE: readonly string[] = [];

/** Returns the effect of a save on the stream and its readers; null for a new channel, or with nothing to save. */
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

export function useSaveConfirmation(
  channel: string,
  consequence: Consequence | null,
  onSave: () => void,
): { requestSave: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const text = useConsequenceText(consequence);
  return {
    requestSave: () => (consequence?.stream.status === 'interrupted' ? setAsking(true) : onSave()),
    question: (
      <ConfirmDialog
        open={isAsking}
        title={t('Interrupt the stream?')}
        confirm={t('Save and interrupt')}
        danger
        onConfirm={() => {
          setAsking(false);
          onSave();
        }}
        onClose={() => setAsking(false)}
        more={<PublicationEffects channel={channel} consequence={consequence} />}
      >
        {text}
      </ConfirmDialog>
    ),
  };
}
