import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { missingDeviceReason, sourceOf } from '../../../catalog/sources/index.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { UnavailableList } from '../coder/UnavailableList.tsx';
import { devicesWanted, type LackingSource } from './lookForDevices.ts';

interface LackingSourcesProps {
  lacks: readonly LackingSource[];
  context: SourceContext;
}

export function LackingSources({ lacks, context }: LackingSourcesProps) {
  const { t } = useTranslation();
  const { search, looking } = useLookAgain(context);
  return (
    <UnavailableList
      lacks={lacks.map(({ id, name, why, line }) => ({
        ...{ id, name: t(name) },
        why: line === null ? t(why ?? '') : t('This ffmpeg refuses it: {{line}}', { line }),
      }))}
    >
      <div>
        <Button kind="quiet" icon="restart" busy={looking} onClick={search}>
          {t('Look for devices again')}
        </Button>
      </div>
    </UnavailableList>
  );
}

/** Returns a function that has the core scan for devices; `looking` until the response. */
export function useLookAgain({ skills }: SourceContext): { search: () => void; looking: boolean } {
  const dispatch = useDispatch();
  const [searched, setSearched] = useState<Skills | null>(null);
  const search = () => {
    setSearched(skills);
    dispatch(devicesWanted());
  };
  return { search, looking: searched === skills };
}

/** Adds a device scan to a form, and an explanation if no device is found. */
export function useDeviceSearch(type: string, context: SourceContext): { search: () => void; told: ReactNode } {
  const { t } = useTranslation();
  const { search, looking } = useLookAgain(context);
  const why = missingDeviceReason(sourceOf(type), context.skills);
  return {
    search,
    told: looking ? (
      <WaitingNote text={t('Looking for devices …')} />
    ) : (
      why !== null && (
        <Alert tone="warning" title={t('No device to choose')}>
          {t(why)}
        </Alert>
      )
    ),
  };
}
