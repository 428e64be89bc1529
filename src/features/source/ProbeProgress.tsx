import { useTranslation } from 'react-i18next';
import { Ongoing, Waiting } from '../../ui/Waiting.tsx';
import type { Trying } from './draft.ts';

/** What the probe is at: first as it is set, then one other way after the other. */
export function ProbeProgress({ trying }: { trying: Trying | null }) {
  const { t } = useTranslation();
  if (!trying) return <Waiting text={t('Please wait. Probing the source …')} />;
  const { words, n, of } = trying;
  return (
    <Ongoing>{t('No response so far. Trying with {{way}} ({{n}} of {{of}}) …', { way: t(words), n, of })}</Ongoing>
  );
}
