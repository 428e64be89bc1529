import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ColorField } from '../../../ui/form/ColorField.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { LEGIBLE, shownRatio } from '../../../viewer/contrast.ts';
import { isUntouched } from '../../../viewer/website/colors.ts';
import { hexOf } from '../../../viewer/website/parseCssColor.ts';
import { leastContrast, presets, seenColor } from './colorPresetsAndContrast.ts';
import { COLORS, faultsOf, type WebsiteColor } from './draft.ts';
import { placeOf, WEBSITE_IMAGES, type WebsiteImage, withoutImage } from './draftUploads.ts';
import { draftChanged, imagePicked, type OpenWebsite } from './slice.ts';
import { labelOf } from './tabs.ts';
import { WebsitePreview } from './websitePreview/WebsitePreview.tsx';

/** How the pages look: nine colors and three images, beside what becomes of them. */
export function DesignTab({ form }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft } = form;
  return (
    <>
      <WebsitePreview />
      <section className="stack" aria-label={t('Colors')}>
        <h2>{t('Colors')}</h2>
        <div className="button-row">
          {presets.map(({ id, name, colors }) => (
            <Button key={id} onClick={() => dispatch(draftChanged(colors))}>
              {t(name)}
            </Button>
          ))}
        </div>
        {isUntouched(draft) && (
          <p className="field-note">
            {t('No color is chosen, so the pages are light or dark, as the device of the viewer.')}
          </p>
        )}
        {COLORS.map((key) => (
          <SiteColor key={key} form={form} of={key} />
        ))}
      </section>
      <section className="stack" aria-label={t('Images')}>
        <h2>{t('Images')}</h2>
        {WEBSITE_IMAGES.map((image) => (
          <SiteImage key={image} form={form} of={image} />
        ))}
      </section>
    </>
  );
}

function SiteColor({ form: { draft, stored, tried }, of: key }: { form: OpenWebsite; of: WebsiteColor }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const fault = tried ? faultsOf(draft, stored)[key] : undefined;
  const seen = seenColor(draft, key);
  const least = isUntouched(draft) ? null : leastContrast(draft, key);
  const isLow = least !== null && least.ratio < LEGIBLE.text;
  const ratio = least && shownRatio(least.ratio, i18n.language);
  const ground = least && t(labelOf(least.ground) ?? '');
  return (
    <div>
      <ColorField
        label={t(labelOf(key) ?? '')}
        error={fault && t(fault)}
        value={draft[key]}
        color={seen && hexOf(seen)}
        onChange={(value) => dispatch(draftChanged({ [key]: value }))}
      />
      {key.startsWith('textcolor') && (
        <p className="contrast field-note">
          {isLow && (
            <span className="tone-warning">
              <Icon name="alert" size={16} />
            </span>
          )}
          {ratio === null
            ? ''
            : isLow
              ? t('Contrast {{ratio}}:1 on "{{ground}}". At least 4.5:1 can be read by everyone.', { ratio, ground })
              : t('Contrast {{ratio}}:1 on "{{ground}}".', { ratio, ground })}
        </p>
      )}
    </div>
  );
}

function SiteImage({
  form: { draft, stored, tried, refused, busy },
  of: image,
}: {
  form: OpenWebsite;
  of: WebsiteImage;
}) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const fault = tried ? faultsOf(draft, stored)[image] : undefined;
  const label = t(labelOf(image) ?? '');
  const refusal = refused?.upload === image && 'refusal' in refused ? refused.refusal : null;
  return (
    <>
      {refusal && (
        <Alert title={t('Uploading the image failed')}>
          {t(refusal.text, Object.fromEntries(refusal.values.map((value, i) => [String(i), value])))}
        </Alert>
      )}
      <TextField
        label={label}
        help={t('Upload an image or enter an image URL. GIF, PNG, JPEG or SVG, up to 1 MiB.')}
        error={fault && t(fault)}
        value={draft[image]}
        onChange={(address) => dispatch(draftChanged({ [image]: address }))}
      />
      <div className="button-row">
        <FileButton
          accept={[...placeOf(image).taken, 'jpeg'].map((type) => `.${type}`).join()}
          busy={busy === 'uploading'}
          onPick={(file) => dispatch(imagePicked({ image, file }))}
        >
          {t('Upload: {{name}}', { name: label })}
        </FileButton>
        <Button
          icon="close"
          disabled={draft[image] === ''}
          onClick={() => dispatch(draftChanged(withoutImage(draft, image)))}
        >
          {t('Remove: {{name}}', { name: label })}
        </Button>
      </div>
    </>
  );
}
