import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { AnalyticsFields } from '../analytics/AnalyticsFields.tsx';
import { playerFaultsOf } from './draft.ts';
import { type OpenPlayerForm, playerChanged } from './slice.ts';

export function StatisticsOverlayTab({ form: { draft, stored, tried } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const fault = tried ? playerFaultsOf(draft, stored)['ga.account'] : undefined;
  return (
    <>
      <SwitchField
        label={t('Show statistics')}
        help={t('Over the video, for every viewer. When off, viewers can open them with Ctrl + Shift + S.')}
        checked={draft.statistics}
        onChange={(statistics) => dispatch(playerChanged({ statistics }))}
      />
      <p className="field-note">
        {t('Resolution, bitrate, connection, buffer, dropped frames and delay, updated every second.')}
      </p>
      <p className="field-note">{t("The figures come from the viewer's browser and stay there.")}</p>
      <p className="field-note">
        {t('To override this for a single link, append ?stats=1 or ?stats=0 to the player page URL.')}
      </p>
      <AnalyticsFields ga={draft.ga} error={fault && t(fault)} onChange={(ga) => dispatch(playerChanged({ ga }))} />
    </>
  );
}
