import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { PublicationEffects, useConsequenceText } from './PublicationEffects.tsx';
import type { Consequence } from './saveConsequence.ts';

/** A save that takes the stream off the air is asked for once, with what it interrupts and for how long. */
export function useSaveConfirmation(
  channel: string,
  consequence: Consequence | null,
  onSave: () => void,
): { requestSave: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const text = useConsequenceText(consequence);
  return {
    requestSave: () => (consequence?.stream.status === 'interrupted' ? setAsking(true) : onSave()),
    question: (
      <ConfirmDialog
        open={asking}
        title={t('Interrupt the stream?')}
        confirm={t('Disconnect & Continue')}
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
