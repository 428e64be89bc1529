import { useTranslation } from 'react-i18next';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { formatNumber } from '../../../i18n/format.ts';
import type { EncoderMeasurement } from '../../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../../media/encoding/skills.ts';

/** Returns the result of the encoder test in a few words; null without a test. */
export function useEncoderTestText(tested: Skills['tested']) {
  const { t } = useTranslation();
  const speed = useSpeed();
  return ({ id }: Pick<Encoder, 'id'>): string | null => {
    const found = tested?.[id];
    if (!found) return null;
    const [first] = found.sizes;
    const words = !found.works
      ? t('does not work here')
      : first && first.height > 0
        ? t('works, {{speed}}', { speed: speed(first) })
        : t('works');
    return found.old ? t('tested with another version: {{result}}', { result: words }) : words;
  };
}

export function useSpeed() {
  const { t, i18n } = useTranslation();
  return ({ speed, height }: EncoderMeasurement): string =>
    t('{{speed}}× at {{height}}p', { speed: formatNumber(speed, i18n.language, speed < 10 ? 1 : 0), height });
}
