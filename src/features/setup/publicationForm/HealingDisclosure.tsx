import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { LazyPanelsContext } from '../../live/streamInspector/LazyPanelsContext.tsx';
import type { PublicationDraft } from '../egress/publicationDraft.ts';

interface HealingDisclosureProps {
  service: string;
  /** undefined: nobody knows what is stored. */
  healing: PublicationDraft['healing'];
  onChange: (healing: StoredHealing) => void;
}

const HEIGHT = 240;

/** What the agent does if a publication hangs. */
export function HealingDisclosure({ service, healing, onChange }: HealingDisclosureProps) {
  const { t } = useTranslation();
  const later = use(LazyPanelsContext);
  // Nobody takes a recording.
  if (healing === undefined || later === null || service === 'recording') return null;
  return (
    <Disclosure summary={t('If it hangs')}>
      <Suspense fallback={<WaitingNote text={t('Loading …')} height={HEIGHT} />}>
        <later.HealingFields healing={healing} onChange={onChange} />
      </Suspense>
    </Disclosure>
  );
}
