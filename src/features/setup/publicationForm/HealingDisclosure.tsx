import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { egressId } from '../../../api/processIds.ts';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import { isRecording } from '../../../media/stored/recordingFiles.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import type { PublicationDraft } from '../egress/publicationDraft.ts';
import type { HealingFields } from './HealingFields.tsx';

interface HealingDisclosureProps {
  service: string;
  /** undefined: nobody knows what is stored. */
  healing: PublicationDraft['healing'];
  onChange: (healing: StoredHealing) => void;
}

const HEIGHT = 240;

/** What the agent does if a publication hangs. Its fields are a file of their own. */
export function HealingDisclosure({ service, healing, onChange }: HealingDisclosureProps) {
  const { t } = useTranslation();
  const [Fields, setFields] = useState<typeof HealingFields | null>(null);
  useEffect(() => {
    import('./HealingFields.tsx').then(
      (chunk) => setFields(() => chunk.HealingFields),
      () => {},
    );
  }, []);
  // Nobody takes a recording.
  if (healing === undefined || isRecording(egressId(service, ''))) return null;
  return (
    <Disclosure summary={t('If it hangs')}>
      {Fields ? (
        <Fields healing={healing} onChange={onChange} />
      ) : (
        <WaitingNote text={t('Loading …')} height={HEIGHT} />
      )}
    </Disclosure>
  );
}
