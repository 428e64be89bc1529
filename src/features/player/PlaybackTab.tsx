import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { faultsOf, type OpenPlayerForm, playerChanged } from './form.ts';

/** How it starts. */
export function PlaybackTab({ form: { draft, tried } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const faults = tried ? faultsOf(draft) : {};
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
      <TextField
        label={t('Poster')}
        help={t('The image before playback: a path on the core or an address. Empty = a snapshot of the stream.')}
        error={faults.poster && t(faults.poster)}
        value={draft.poster}
        onChange={(poster) => dispatch(playerChanged({ poster }))}
      />
      <p className="field-note">
        {t('To override this for a single link, append ?autoplay=1 or ?mute=0 to the player page URL.')}
      </p>
    </>
  );
}
