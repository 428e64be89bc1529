import { useTranslation } from 'react-i18next';
import { ProgressNote, WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import type { AlternativeProgress } from './draft.ts';

/** The progress of the probe: first the settings, then the alternatives. */
export function ProbeProgress({ trying }: { trying: AlternativeProgress | null }) {
  const { t } = useTranslation();
  if (!trying) return <WaitingNote text={t('Please wait. Probing the source …')} />;
  const { words, n, of } = trying;
  return (
    <ProgressNote>
      {t('No response so far. Trying with {{way}} ({{n}} of {{of}}) …', { way: t(words), n, of })}
    </ProgressNote>
  );
}
