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
        label={t('Start by itself')}
        help={t('Without sound, because browsers allow nothing else; viewers switch the sound on.')}
        checked={draft.autoplay}
        onChange={(autoplay) => dispatch(playerChanged({ autoplay }))}
      />
      <SwitchField
        label={t('Start without sound')}
        checked={draft.mute}
        onChange={(mute) => dispatch(playerChanged({ mute }))}
      />
      <p className="field-note">
        {t('An address can say otherwise: add ?autoplay=1 or ?mute=0 to that of the player page.')}
      </p>
    </>
  );
}
