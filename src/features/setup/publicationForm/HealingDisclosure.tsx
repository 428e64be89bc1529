import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { LazyPanelsContext } from '../../live/streamInspector/LazyPanelsContext.tsx';
import type { PublicationDraft } from '../egress/publicationDraft.ts';

interface HealingDisclosureProps {
  service: string;
  /** undefined: the stored rule is unknown. */
  healing: PublicationDraft['healing'];
  onChange: (healing: StoredHealing) => void;
}

const HEIGHT = 240;

export function HealingDisclosure({ service, healing, onChange }: HealingDisclosureProps) {
  const { t } = useTranslation();
  const later = use(LazyPanelsContext);
  // A recording has no server that could hang.
  if (healing === undefined || later === null || service === 'recording') return null;
  return (
    <Disclosure summary={t('If it hangs')}>
      <Suspense fallback={<WaitingNote text={t('Loading …')} height={HEIGHT} />}>
        <later.HealingFields healing={healing} onChange={onChange} />
      </Suspense>
    </Disclosure>
  );
}
