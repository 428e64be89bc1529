import { useTranslation } from 'react-i18next';
import { msg } from '../../../i18n/msg.ts';
import type { Profile } from '../../../media/encoding/profile.ts';
import { DELAY_NAMES, DELAYS, type Delay, delayBy, delayOf, isDelay } from '../../../media/hls/delay.ts';
import type { HlsControl } from '../../../media/hls/hlsFiles.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { keyframesIn } from './encoderKeyframeInterval.ts';
import { lowLatencyFor } from './lowLatencyEncoderSetting.ts';

const WORDS: Record<Delay, string> = {
  safe: msg('Safe: for viewers with an unsteady connection'),
  normal: msg('Normal'),
  fast: msg('Fast: less delay, and players stall sooner'),
};
const CUSTOM = 'custom';

interface DelayFieldProps {
  hls: HlsControl;
  /** How the video is coded. */
  profile: Profile;
  onChange: (hls: HlsControl) => void;
}

/** Segment length and playlist size in one choice; what it comes to is said below. */
export function HlsDelayField({ hls, profile, onChange }: DelayFieldProps) {
  const { t } = useTranslation();
  const chosen = delayOf(hls);
  const keyframes = keyframesIn(profile);
  const seconds = Math.round(delayBy(hls, keyframes));
  const about = t(
    'With these settings players are about {{seconds}} s behind. The preview on the channel page measures it.',
    {
      seconds,
    },
  );
  const rare =
    keyframes !== null && keyframes > hls.segmentDuration
      ? t(
          'The encoder sets a keyframe every {{keyframes}} s, so segments are that long: shorten the keyframe interval in the video setup.',
          { keyframes },
        )
      : keyframes === null
        ? t('The keyframes of the source decide how short segments can be.')
        : '';
  const better = chosen === 'fast' ? lowLatencyFor(profile) : null;
  const holds = better
    ? t('The video encoder holds frames back: in the video setup set "{{field}}" to {{value}} for less delay.', {
        field: t(better.label),
        value: better.value,
      })
    : '';
  const listed = DELAY_NAMES.map((value) => ({ value, label: t(WORDS[value]) }));
  return (
    <SelectField
      label={t('Delay')}
      help={[about, rare, holds].filter(Boolean).join(' ')}
      value={chosen ?? CUSTOM}
      options={chosen ? listed : [...listed, { value: CUSTOM, label: t('As set below') }]}
      onChange={(value) => isDelay(value) && onChange({ ...hls, ...DELAYS[value] })}
    />
  );
}
