import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { HEALING_RULE_IDS, HEALING_RULES, MOST_PER_HOUR } from '../../../media/healing/healingRules.ts';
import { type HealingChoice, readHealing, storedHealingOf } from '../../../media/healing/healingSettings.ts';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { agentAccessIn, agentHidden, agentShown } from '../agent/slice.ts';

interface HealingFieldsProps {
  healing: StoredHealing;
  onChange: (healing: StoredHealing) => void;
}

const NIGHT = { from: '22:00', to: '06:00' };

export function HealingFields({ healing, onChange }: HealingFieldsProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const access = useSelector(agentAccessIn);
  useEffect(() => {
    dispatch(agentShown());
    return () => {
      dispatch(agentHidden());
    };
  }, [dispatch]);
  if (access.status === 'none' || access.status === 'unconfirmed')
    return (
      <p className="field-note">
        {t('The agent, a program beside the core, would restart it. It is not known here yet.')}{' '}
        <a href="#/alarms">{t('Set up the agent')}</a>
      </p>
    );
  const choice = readHealing(healing);
  const { rules, mostPerHour, quiet } = choice;
  const change = (changed: Partial<HealingChoice>) => onChange(storedHealingOf(healing, { ...choice, ...changed }));
  return (
    <Stack form>
      {HEALING_RULE_IDS.map((id) => {
        const { label, help, unit, least, most } = HEALING_RULES[id];
        const { on, figure } = rules[id];
        const set = (rule: { on: boolean; figure: number }) => change({ rules: { ...rules, [id]: rule } });
        return (
          <div key={id} className="stack">
            <SwitchField label={t(label)} help={t(help)} checked={on} onChange={(isOn) => set({ on: isOn, figure })} />
            {on && (
              <NumberField
                label={t('{{rule}}: after', { rule: t(label) })}
                unit={unit}
                min={least}
                max={most}
                value={figure}
                onChange={(to) => set({ on, figure: to })}
              />
            )}
          </div>
        );
      })}
      <NumberField
        label={t('Restarts in an hour, at most')}
        help={t('The agent waits longer before each one. It leaves alone what was changed in the last minute.')}
        min={MOST_PER_HOUR.least}
        max={MOST_PER_HOUR.most}
        value={mostPerHour}
        onChange={(times) => change({ mostPerHour: times })}
      />
      <SwitchField
        label={t('No restart at certain hours')}
        checked={quiet !== null}
        onChange={(on) =>
          change({ quiet: on ? { ...NIGHT, zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : null })
        }
      />
      {quiet && (
        <div className="short-fields">
          <TextField
            label={t('Begin')}
            type="time"
            value={quiet.from}
            onChange={(from) => from !== '' && change({ quiet: { ...quiet, from } })}
          />
          <TextField
            label={t('End')}
            type="time"
            help={`${t('Time zone')}: ${quiet.zone}`}
            value={quiet.to}
            onChange={(to) => to !== '' && change({ quiet: { ...quiet, to } })}
          />
        </div>
      )}
    </Stack>
  );
}
