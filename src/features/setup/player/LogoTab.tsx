import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { LOGO_POSITIONS, type LogoPosition } from '../../../viewer/player/settings.ts';
import { playerFaultsOf, withoutLogo } from './draft.ts';
import { ImageField } from './ImageField.tsx';
import { type OpenPlayerForm, type PlayerDraft, playerChanged } from './slice.ts';

const positions: Record<LogoPosition, string> = {
  'top-left': msg('Top left'),
  'top-right': msg('Top right'),
  'bottom-left': msg('Bottom left'),
  'bottom-right': msg('Bottom right'),
};

export function LogoTab({ form }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, tried } = form;
  const { logo } = draft;
  const faults = tried ? playerFaultsOf(draft, form.stored) : {};
  const set = (changed: Partial<PlayerDraft['logo']>) => dispatch(playerChanged({ logo: { ...logo, ...changed } }));
  return (
    <>
      <ImageField
        form={form}
        image="logo"
        label={t('Image')}
        help={t('Upload an image or enter an image URL. GIF, PNG, JPEG or SVG, up to 1 MiB.')}
        error={faults['logo.image'] && t(faults['logo.image'])}
        value={logo.image}
        onChange={(image) => set({ image })}
        failed={t('Uploading the logo failed')}
      >
        <Button
          icon="close"
          disabled={logo.image === '' && logo.link === ''}
          onClick={() => dispatch(playerChanged(withoutLogo(draft)))}
        >
          {t('Remove logo')}
        </Button>
      </ImageField>
      <SelectField
        label={t('Position')}
        help={t("Shown during playback, at most a quarter of the video's width.")}
        value={logo.position}
        onChange={(chosen) => {
          const position = LOGO_POSITIONS.find((candidate) => candidate === chosen);
          if (position) set({ position });
        }}
        options={LOGO_POSITIONS.map((value) => ({ value, label: t(positions[value]) }))}
      />
      <TextField
        label={t('Link')}
        help={t('Opens in a new tab when a viewer clicks the logo.')}
        error={faults['logo.link'] && t(faults['logo.link'])}
        placeholder="https://"
        value={logo.link}
        onChange={(link) => set({ link })}
      />
    </>
  );
}
