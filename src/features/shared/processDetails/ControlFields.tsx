import { useTranslation } from 'react-i18next';
import type { ProcessControl } from '../../../media/stored/metadata.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { usePointed } from '../../../ui/form/pointedField.ts';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';

interface ControlFieldsProps {
  control: ProcessControl;
  onChange: (control: ProcessControl) => void;
  /** Whether it sends only audio: the core then sees no progress and never considers it stale. */
  unwatched?: boolean;
}

export function ControlFields({ control, onChange, unwatched = false }: ControlFieldsProps) {
  const { t } = useTranslation();
  const change = (changes: Partial<ProcessControl>) => onChange({ ...control, ...changes });
  const pointed = usePointed(
    ({ keys }) => keys.filter((key) => key === 'delay' || key === 'staleTimeout').slice(0, 1),
    () => control,
  );
  return (
    <Stack form>
      <SwitchField
        label={t('Autostart')}
        help={t(
          'Starts once it is saved for the first time. After a restart of the server, what was started before starts again, whatever is set here.',
        )}
        checked={control.autostart}
        onChange={(autostart) => change({ autostart })}
      />
      <SwitchField
        label={t('Reconnect')}
        help={t('Reconnects automatically after an error or when the stream ends.')}
        checked={control.reconnect}
        onChange={(reconnect) => change({ reconnect })}
      />
      <div className="short-fields">
        <div>
          <NumberField
            label={t('Reconnect delay')}
            error={pointed.delay}
            help={t('Wait before the next attempt. Use 30 s for platforms that block rapid reconnects.')}
            unit="s"
            min={0}
            disabled={!control.reconnect}
            value={control.delay}
            onChange={(delay) => change({ delay })}
          />
        </div>
        <div>
          <NumberField
            label={t('Stale timeout')}
            error={pointed.staleTimeout}
            help={
              unwatched
                ? t('Not watched: the core sees no progress of audio alone.')
                : t('Stops the process when it makes no progress for this long. 0 = never.')
            }
            disabled={unwatched}
            unit="s"
            min={0}
            value={unwatched ? 0 : control.staleTimeout}
            onChange={(staleTimeout) => change({ staleTimeout })}
          />
        </div>
      </div>
    </Stack>
  );
}
