import { useTranslation } from 'react-i18next';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { UnavailableList } from '../coder/UnavailableList.tsx';
import type { LackingSource } from './lookForDevices.ts';
import { useLookAgain } from './useDeviceSearch.tsx';

interface LackingSourcesProps {
  lacks: readonly LackingSource[];
  context: SourceContext;
}

/** Sources that this core lacks. What is plugged in meanwhile can be chosen once the core has looked again. */
export function LackingSources({ lacks, context }: LackingSourcesProps) {
  const { t } = useTranslation();
  const { look, looking } = useLookAgain(context);
  return (
    <UnavailableList
      lacks={lacks.map(({ id, name, why, line }) => ({
        ...{ id, name: t(name) },
        why: line === null ? t(why ?? '') : t('This ffmpeg refuses it: {{line}}', { line }),
      }))}
    >
      <div>
        <Button kind="quiet" icon="restart" busy={looking} onClick={look}>
          {t('Look for devices again')}
        </Button>
      </div>
    </UnavailableList>
  );
}
