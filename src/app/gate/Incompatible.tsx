import { useTranslation } from 'react-i18next';
import type { Compatibility } from '../../media/coreInfo/compatibility.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { GatePage } from '../../ui/layout/GatePage.tsx';

export function Incompatible({ compatibility: { core, transcoder } }: { compatibility: Compatibility }) {
  const { t } = useTranslation();
  const title = core.compatible ? t('Incompatible transcoder') : t('Incompatible core');
  const text = core.compatible
    ? t("ffmpeg {{0}} is too old: {{1}} or newer is needed. Update the core's ffmpeg or its image, then retry.", {
        0: transcoder.have,
        1: transcoder.want,
      })
    : t(
        "This version of the UI doesn't support the connected Core ({{0}}). The UI requires {{1}}. Please use a compatible version of the UI.",
        { 0: core.have, 1: core.want },
      );
  return (
    <GatePage title={title}>
      <Alert title={text} />
      <Actions>
        <Button kind="main" icon="restart" onClick={() => location.reload()}>
          {t('Retry')}
        </Button>
      </Actions>
    </GatePage>
  );
}
