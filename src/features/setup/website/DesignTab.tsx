import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ColorField } from '../../../ui/form/ColorField.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useTyped, useTypedFaults } from '../../../ui/form/typedInputs.ts';
import { Icon } from '../../../ui/look/icons.tsx';
import { contrastOf, LEGIBLE, type Rgb, shownRatio } from '../../../viewer/contrast.ts';
import { isUntouched, PALETTES, type WebsitePalette } from '../../../viewer/website/colors.ts';
import { hexOf, over, parseCssColor } from '../../../viewer/website/parseCssColor.ts';
import { colorOf, parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import { fieldLabel } from '../../shared/editor/editorTabs.ts';
import {
  COLORS,
  NO_COLOR,
  WEBSITE_IMAGES,
  type WebsiteColor,
  type WebsiteImage,
  websiteFaultsOf,
  websiteImagePlace,
  withoutImage,
} from './draft.ts';
import { type OpenWebsite, websiteChanged, websiteImagePicked } from './slice.ts';
import { websiteTabs } from './tabs.ts';
import { WebsitePreviewCard } from './websitePreview/WebsitePreview.tsx';

const untouched = parseWebsiteSettings({});

/** Default of every release: the pages follow the light or dark preference of the viewer's device. */
export const UNCHOSEN: WebsitePalette = {
  textcolor_title: untouched.textcolor_title,
  textcolor_default: untouched.textcolor_default,
  textcolor_link: untouched.textcolor_link,
  textcolor_link_hover: untouched.textcolor_link_hover,
  bgcolor_default: untouched.bgcolor_default,
  bgcolor_header: untouched.bgcolor_header,
  bgcolor_selected: untouched.bgcolor_selected,
  bgcolor_unselected: untouched.bgcolor_unselected,
  hrcolor: untouched.hrcolor,
};

export const presets: readonly { id: string; name: string; colors: WebsitePalette }[] = [
  { id: 'system', name: msg('Light or dark, as the device'), colors: UNCHOSEN },
  { id: 'light', name: msg('Light'), colors: PALETTES.light },
  { id: 'dark', name: msg('Dark'), colors: PALETTES.dark },
];

const GROUNDS: Partial<Record<WebsiteColor, readonly WebsiteColor[]>> = {
  textcolor_title: ['bgcolor_header', 'bgcolor_default'],
  textcolor_default: ['bgcolor_default', 'bgcolor_selected', 'bgcolor_unselected'],
  textcolor_link: ['bgcolor_default'],
  textcolor_link_hover: ['bgcolor_default'],
};

/** Returns the palette in which the first chosen color has more contrast. */
export function paletteFor(key: WebsiteColor, color: string): WebsitePalette {
  const { dark, light } = PALETTES;
  const contrastIn = (palette: WebsitePalette) => {
    const colors = { ...palette, [key]: color };
    const texts = COLORS.flatMap((color) => leastContrast(colors, color)?.ratio ?? []);
    return Math.min(...texts);
  };
  return contrastIn(light) > contrastIn(dark) ? light : dark;
}

const seenOn = (color: string, ground: Rgb): Rgb | null => {
  const read = colorOf(color);
  const rgba = read === null ? null : parseCssColor(read);
  return rgba && over(rgba, ground);
};

/** The color below a transparent page. */
const CANVAS: Rgb = [1, 1, 1];

/** Returns the visible color after blending with its background; null if it cannot be computed. */
export function seenColor(colors: WebsitePalette, key: WebsiteColor): Rgb | null {
  const page = seenOn(colors.bgcolor_default, CANVAS);
  return key === 'bgcolor_default' ? page : page && seenOn(colors[key], page);
}

/** Returns the lowest contrast of a text color; null if it is not a text color or cannot be computed. */
export function leastContrast(
  colors: WebsitePalette,
  key: WebsiteColor,
): { ratio: number; ground: WebsiteColor } | null {
  const found = (GROUNDS[key] ?? []).flatMap((ground) => {
    const below = seenColor(colors, ground);
    const text = below && seenOn(colors[key], below);
    return text ? [{ ratio: contrastOf(text, below), ground }] : [];
  });
  return found.sort((a, b) => a.ratio - b.ratio)[0] ?? null;
}

export function DesignTab({ form }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft } = form;
  return (
    <div className="site-design">
      <WebsitePreviewCard />
      <section className="stack" aria-label={t('Colors')}>
        <h2>{t('Colors')}</h2>
        <div className="button-row">
          {presets.map(({ id, name, colors }) => (
            <Button key={id} onClick={() => dispatch(websiteChanged(colors))}>
              {t(name)}
            </Button>
          ))}
        </div>
        {isUntouched(draft) && (
          <p className="field-note">
            {t(
              'No color is chosen, so the pages are light or dark, as the device of the viewer. The first one that you choose fills in the others to match.',
            )}
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
    </div>
  );
}

function SiteColor({ form: { draft, stored, tried }, of: key }: { form: OpenWebsite; of: WebsiteColor }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const label = t(fieldLabel(websiteTabs, key) ?? '');
  const isOurs = isUntouched(draft);
  // Completes the palette only after a full color, not after its first letter.
  const [typed, setTyped] = useTyped(label);
  const initial = isOurs && typeof typed.text === 'string' ? typed.text : '';
  const isUnread = initial.trim() !== '';
  useTypedFaults(label, { unread: isUnread, wrong: isUnread });
  const fault = isUnread ? NO_COLOR : tried ? websiteFaultsOf(draft, stored)[key] : undefined;
  const choose = (value: string) => {
    const isBegun = isOurs && colorOf(value) === null;
    setTyped(isBegun ? { text: value } : {});
    if (!isBegun) dispatch(websiteChanged({ ...(isOurs ? paletteFor(key, value) : {}), [key]: value }));
  };
  // The default colors as this device shows them.
  const shown = isOurs ? PALETTES[matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'] : draft;
  const visible = isUnread ? null : seenColor(shown, key);
  const least = isUnread ? null : leastContrast(shown, key);
  const isLow = least !== null && least.ratio < LEGIBLE.text;
  const ratio = least && shownRatio(least.ratio, i18n.language);
  const ground = least && t(fieldLabel(websiteTabs, least.ground) ?? '');
  return (
    <div data-unread={isUnread || undefined}>
      <ColorField
        label={label}
        error={fault && t(fault)}
        value={isOurs ? initial : draft[key]}
        placeholder={t('Default')}
        color={visible && hexOf(visible)}
        onChange={choose}
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
  const fault = tried ? websiteFaultsOf(draft, stored)[image] : undefined;
  const label = t(fieldLabel(websiteTabs, image) ?? '');
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
        onChange={(address) => dispatch(websiteChanged({ [image]: address }))}
      />
      <div className="button-row">
        <FileButton
          accept={[...websiteImagePlace(image).taken, 'jpeg'].map((type) => `.${type}`).join()}
          busy={busy === 'uploading'}
          onPick={(file) => dispatch(websiteImagePicked({ image, file }))}
        >
          {t('Upload: {{name}}', { name: label })}
        </FileButton>
        <Button
          icon="close"
          disabled={draft[image] === ''}
          onClick={() => dispatch(websiteChanged(withoutImage(draft, image)))}
        >
          {t('Remove: {{name}}', { name: label })}
        </Button>
      </div>
    </>
  );
}
