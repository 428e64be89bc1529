import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { msg } from '../../i18n/msg.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/form/FileButton.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { LOGO_POSITIONS, type LogoPosition } from '../../viewer/player/settings.ts';
import { faultsOf, logoPicked, logoReset, type OpenPlayerForm, playerChanged } from './form.ts';

const positions: Record<LogoPosition, string> = {
  'top-left': msg('Top left'),
  'top-right': msg('Top right'),
  'bottom-left': msg('Bottom left'),
  'bottom-right': msg('Bottom right'),
};

/** A picture over a corner of the video. */
export function LogoTab({ form }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, tried, refused, busy } = form;
  const faults = tried ? faultsOf(draft) : {};
  const values = Object.fromEntries((refused?.values ?? []).map((value, i) => [String(i), value]));
  return (
    <>
      {refused && <Alert title={t('Uploading the logo failed')}>{t(refused.text, values)}</Alert>}
      <TextField
        label={t('Image')}
        help={t('Upload an image or enter an image URL. GIF, PNG, JPEG or SVG, up to 1 MiB.')}
        error={faults.image && t(faults.image)}
        value={draft.image}
        onChange={(image) => dispatch(playerChanged({ image }))}
      />
      <div className="button-row">
        <FileButton
          accept=".gif,.png,.jpg,.jpeg,.svg"
          busy={busy === 'uploading'}
          onPick={(file) => dispatch(logoPicked(file))}
        >
          {t('Upload image')}
        </FileButton>
        <Button icon="close" disabled={draft.image === '' && draft.link === ''} onClick={() => dispatch(logoReset())}>
          {t('Remove logo')}
        </Button>
      </div>
      <SelectField
        label={t('Position')}
        help={t("Shown during playback, at most a quarter of the video's width.")}
        value={draft.position}
        onChange={(chosen) => {
          const position = LOGO_POSITIONS.find((one) => one === chosen);
          if (position) dispatch(playerChanged({ position }));
        }}
        options={LOGO_POSITIONS.map((value) => ({ value, label: t(positions[value]) }))}
      />
      <TextField
        label={t('Link')}
        help={t('Opens in a new tab when a viewer clicks the logo.')}
        error={faults.link && t(faults.link)}
        placeholder="https://"
        value={draft.link}
        onChange={(link) => dispatch(playerChanged({ link }))}
      />
    </>
  );
}
