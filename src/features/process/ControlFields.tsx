import { useTranslation } from 'react-i18next';
import type { ProcessControl } from '../../media/metadata.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { Stack } from '../../ui/layout.tsx';

interface ControlFieldsProps {
  control: ProcessControl;
  onChange: (control: ProcessControl) => void;
}

/** How a process is kept alive. */
export function ControlFields({ control, onChange }: ControlFieldsProps) {
  const { t } = useTranslation();
  const change = (changed: Partial<ProcessControl>) => onChange({ ...control, ...changed });
  return (
    <Stack form>
      <SwitchField
        label={t('Start when it is created')}
        help={t('Without it a new one waits until it is switched on.')}
        checked={control.autostart}
        onChange={(autostart) => change({ autostart })}
      />
      <SwitchField
        label={t('Reconnect')}
        help={t('Try again by itself after an error or an end.')}
        checked={control.reconnect}
        onChange={(reconnect) => change({ reconnect })}
      />
      <NumberField
        label={t('Reconnect delay')}
        help={t('Time until the next try. Platforms that lock out who comes back too soon want 30 s.')}
        unit="s"
        min={0}
        disabled={!control.reconnect}
        value={control.delay}
        onChange={(delay) => change({ delay })}
      />
      <NumberField
        label={t('Stale timeout')}
        help={t('A process from which nothing comes for this long is ended. 0 never ends it.')}
        unit="s"
        min={0}
        value={control.staleTimeout}
        onChange={(staleTimeout) => change({ staleTimeout })}
      />
    </Stack>
  );
}
