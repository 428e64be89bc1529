import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../catalog/form/fields.ts';
import { msg } from '../../../i18n/msg.ts';
import {
  type CropArea,
  cropAreaOf,
  cropSettingsOf,
  fitRatio,
  proportionOf,
  RATIOS,
  type Ratio,
  ratioOf,
} from '../../../media/encoding/crop.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';
import { CropFrame } from './CropFrame.tsx';

interface CropFieldProps {
  /** Of the filter. */
  settings: Settings;
  /** What reaches the filter; `same`: as the stream shows it. */
  entering: { width: number; height: number; same: boolean };
  /** What leaves all filters; 0: nobody can tell. */
  sent: { width: number; height: number };
  /** By the size that is chosen. */
  distorted: boolean;
  picture: ReactNode;
  onChange: (settings: Settings) => void;
}

const FREE = 'free';
const WORDS: Readonly<Record<Ratio, string>> = {
  '9:16': msg('9:16, upright'),
  '1:1': msg('1:1, square'),
  '4:5': msg('4:5, upright'),
  '16:9': msg('16:9, wide'),
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What is cropped, as one sees it. It writes the numbers of the filter; they can be typed all the same. */
export function CropAreaField({ settings, entering, sent, distorted, picture, onChange }: CropFieldProps) {
  const { t } = useTranslation();
  // A frame that happens to have a ratio can be meant to have any.
  const [free, setFree] = useState(false);
  if (entering.width <= 0 || entering.height <= 0) return null;
  const { width, height, x, y } = settings;
  const frame = cropAreaOf({ width: textOf(width), height: textOf(height), x: textOf(x), y: textOf(y) }, entering);
  const ratio = free || !frame ? null : ratioOf(frame);
  const write = (next: CropArea) => onChange({ ...settings, ...cropSettingsOf(next) });
  const choose = (value: string) => {
    const chosen = RATIOS.find((one) => one === value);
    setFree(chosen === undefined);
    if (chosen) write(fitRatio(chosen, entering, frame ?? undefined));
  };
  return (
    <>
      <SegmentedChoiceField
        label={t('Aspect ratio')}
        value={ratio ?? FREE}
        onChange={choose}
        options={[...RATIOS.map((value) => ({ value, label: t(WORDS[value]) })), { value: FREE, label: t('Free') }]}
      />
      {frame ? (
        <CropFrame
          frame={frame}
          of={entering}
          ratio={ratio && proportionOf(ratio)}
          picture={entering.same ? picture : null}
          onChange={write}
        />
      ) : (
        <Alert tone="warning" title={t('This section cannot be shown.')}>
          {t('It is larger than the video of {{size}}, or only ffmpeg can work it out. Choose a ratio to begin anew.', {
            size: sizeText(entering),
          })}
        </Alert>
      )}
      {frame && distorted && (
        <Alert tone="warning" title={t('The chosen size distorts this section.')}>
          {t('Choose a height or a width instead: the other side follows.')}
        </Alert>
      )}
      {frame && (
        <p className="small tabular">
          {t('Section: {{size}} of {{source}}', { size: sizeText(frame), source: sizeText(entering) })}
          {sent.width > 0 && ` · ${t('Sent: {{size}}', { size: sizeText(sent) })}`}
        </p>
      )}
    </>
  );
}

interface Size {
  width: number;
  height: number;
}

const sizeText = ({ width, height }: Size) => `${width}×${height}`;
