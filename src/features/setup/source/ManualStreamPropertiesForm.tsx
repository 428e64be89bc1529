import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldFaults } from '../../../catalog/form/evaluateFields.ts';
import { type Fields, number, select, selectOrCustom } from '../../../catalog/form/fields.ts';
import { settingsOf } from '../../../catalog/form/fieldValues.ts';
import { msg } from '../../../i18n/msg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import { assumeProbe, parseSize } from '../../../media/encoding/manualProbe.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import type { WorkingAlternative } from './draft.ts';

const named = (codec: string) => ({ value: codec, label: codecName(codec) });

const VIDEO = {
  codec: select({
    label: msg('Video codec'),
    default: 'h264',
    options: ['h264', 'hevc', 'av1', 'vp9', 'mpeg2video', 'mjpeg'].map(named),
  }),
  size: selectOrCustom({
    label: msg('Resolution'),
    default: '1920x1080',
    fault: ({ size }) => (parseSize(String(size)) ? null : msg('Enter width and height, as in 1280x720.')),
    options: ['3840x2160', '2560x1440', '1920x1080', '1280x720', '1024x576', '720x576', '640x480', '640x360'],
  }),
  fps: number({ label: msg('Frame rate'), unit: msg('fps'), default: 25, min: 1, step: 0.001 }),
};

const NONE = { value: 'none', label: msg('No audio') };
const sound = (isSilent: boolean) => ({
  audio: select({
    label: msg('Audio codec'),
    default: 'aac',
    options: [...(isSilent ? [NONE] : []), ...['aac', 'mp3', 'opus', 'ac3', 'pcm_s16le'].map(named)],
  }),
  sampling: number({ label: msg('Sample rate'), unit: 'Hz', default: 48_000, min: 8000 }),
  layout: select({
    label: msg('Channels'),
    default: 'stereo',
    options: [
      { value: 'mono', label: msg('mono') },
      { value: 'stereo', label: msg('stereo') },
    ],
  }),
});

const FORMS = { video: { ...VIDEO, ...sound(true) }, audio: { ...VIDEO, ...sound(false) } };

interface ByHandProps {
  type: MediaType;
  source: Source;
  onUse: (alternative: WorkingAlternative) => void;
}

export function ManualStreamPropertiesForm({ type, source: { settings }, onUse }: ByHandProps) {
  const { t } = useTranslation();
  const [entries, setEntries] = useState({});
  const properties = settingsOf(FORMS[type], entries);
  const shown: Fields = type === 'video' ? FORMS.video : sound(false);
  const faults = Object.entries(fieldFaults(shown, properties)).map(([key, text]) => [key, t(text)] as const);
  const use = () => onUse({ words: '', instead: settings, settings, found: assumeProbe(properties, type) });
  return (
    <Disclosure summary={t('Continue without checking')}>
      <Stack>
        <p className="dim small">
          {t('Set what the source sends. The channel starts as soon as it sends exactly that.')}
        </p>
        <FieldForm
          name="by hand"
          fields={shown}
          settings={properties}
          onChange={setEntries}
          errors={Object.fromEntries(faults)}
        />
        <div>
          <Button disabled={faults.length > 0} onClick={use}>
            {t('Use these settings')}
          </Button>
        </div>
      </Stack>
    </Disclosure>
  );
}
