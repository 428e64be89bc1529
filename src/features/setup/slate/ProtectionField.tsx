import { useTranslation } from 'react-i18next';
import { readsHold, withHold, withoutHold } from '../../../media/hold/readsHold.ts';
import type { EgressMetadata } from '../../../media/stored/metadata.ts';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { type FormContext, obstacleIn } from '../egress/publicationDraft.ts';
import { OutsideAgentNote, useOutsideAgent } from './AgentNote.tsx';
import { obstacleTexts } from './obstacleTexts.ts';

type Control = EgressMetadata['control'];

interface ProtectionFieldProps {
  context: FormContext;
  draft: Parameters<typeof obstacleIn>[1];
  stored: { control: Control };
  onChange: (control: Control) => void;
}

export function ProtectionField({ context, draft, stored, onChange }: ProtectionFieldProps) {
  const { t } = useTranslation();
  const { control } = draft;
  const isOutside = useOutsideAgent();
  const isOn = readsHold(control.source);
  const obstacle = obstacleIn(context, draft);
  // A recording is not sent to a platform, so its form needs no switch.
  if (obstacle === 'recording' && !isOn) return null;
  const isLater = isOn && ['rtmp', 'srt'].includes(stored.control.source.source);
  const change = (on: boolean) => {
    const { source } = stored.control;
    // Restores the previous feed if it is known.
    const back = readsHold(source) ? withoutHold(control) : { ...control, source };
    onChange(on ? withHold(control) : back);
  };
  return (
    <div>
      <SwitchField
        label={t('Protect with the standby image')}
        help={
          obstacle !== null
            ? t(obstacleTexts[obstacle])
            : isLater
              ? t(
                  'If the source fails, viewers see an image instead, and the platform keeps the stream. It arrives about 6 s later.',
                )
              : t('If the source fails, viewers see an image instead, and the platform keeps the stream.')
        }
        disabled={obstacle !== null && !isOn}
        checked={isOn}
        onChange={change}
      />
      {isOn && isOutside && <OutsideAgentNote />}
      {isOn && (
        <p className="small">
          <a href={`#/${context.channel}/edit/standby`}>{t('Edit the standby image')}</a>
        </p>
      )}
    </div>
  );
}
