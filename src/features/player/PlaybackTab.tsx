import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { type OpenPlayerForm, playerChanged } from './form.ts';

/** How it starts. */
export function PlaybackTab({ form: { draft } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <>
      <SwitchField
        label={t('Autoplay')}
        help={t('Starts muted, because browsers block autoplay with sound. Viewers can unmute.')}
        checked={draft.autoplay}
        onChange={(autoplay) => dispatch(playerChanged({ autoplay }))}
      />
      <SwitchField
        label={t('Start muted')}
        checked={draft.mute}
        onChange={(mute) => dispatch(playerChanged({ mute }))}
      />
      <p className="field-note">
        {t('To override this for a single link, append ?autoplay=1 or ?mute=0 to the player page URL.')}
      </p>
    </>
  );
}
