import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, formatCalmSpan, formatMoment, formatSpan } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { ALARM_RULES } from '../../../media/incident/alarmRules.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { type DrawingName, Icon } from '../../../ui/look/icons.tsx';
import type { ColorTone } from '../../../ui/look/palette.ts';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import { useSentenceText } from '../../live/verdict/useVerdictText.tsx';
import { MoreRows } from './MoreRows.tsx';
import { isRule } from './ruleTexts.ts';
import { SilenceDialog } from './SilenceDialog.tsx';
import type { AlarmIncident, AlarmsKnown } from './slice.ts';

type Status = AlarmIncident['status'];

const LOOKS: Readonly<Record<Status, { word: string; icon: DrawingName; tone: ColorTone }>> = {
  pending: { word: msg('Not told yet'), icon: 'wait', tone: 'warning' },
  firing: { word: msg('Ongoing'), icon: 'alert', tone: 'error' },
  resolved: { word: msg('Over'), icon: 'check', tone: 'neutral' },
};

const ENDS: Readonly<Record<NonNullable<AlarmIncident['end']>, string>> = {
  good: msg('Over'),
  off: msg('Stopped, switched off or deleted'),
  'rule-off': msg('This alarm was switched off'),
};

/** For example "Studio · Venue A: Publication failing". */
export function useIncidentTitle(): (incident: Pick<AlarmIncident, 'rule' | 'names'>) => string {
  const { t } = useTranslation();
  return ({ rule, names }) => {
    const named = [names.channel, names.publication].flatMap((name) =>
      name === '' ? [] : [sanitizeDisplayText(name)],
    );
    const label = isRule(rule) ? t(ALARM_RULES[rule].label) : rule;
    return named.length === 0 ? label : `${named.join(' · ')}: ${label}`;
  };
}

export function IncidentList({ data }: { data: AlarmsKnown }) {
  const { t } = useTranslation();
  const running = data.incidents.filter(({ status }) => status !== 'resolved');
  const past = data.incidents.filter(({ status }) => status === 'resolved');
  return (
    <>
      <Card flush title={t('Ongoing incidents')}>
        {running.length === 0 ? (
          <p className="card-body dim">{t('Nothing is wrong that a rule is about.')}</p>
        ) : (
          <List label={t('Ongoing incidents')}>
            {running.map((incident) => (
              <IncidentRow key={incident.id} incident={incident} data={data} />
            ))}
          </List>
        )}
      </Card>
      <Card flush title={t('Past incidents')}>
        {past.length === 0 ? (
          <p className="card-body dim">{t('No past incidents yet.')}</p>
        ) : (
          <List label={t('Past incidents')}>
            {past.map((incident) => (
              <IncidentRow key={incident.id} incident={incident} data={data} />
            ))}
          </List>
        )}
        <MoreRows list="incidents" rows={past.length} />
      </Card>
    </>
  );
}

function IncidentRow({ incident, data }: { incident: AlarmIncident; data: AlarmsKnown }) {
  const { t } = useTranslation();
  const [silencing, setSilencing] = useState(false);
  const titleOf = useIncidentTitle();
  const inWords = useSentenceText();
  const { status, end, channel, publication, sentences, isSilent, remedy } = incident;
  const { icon, tone, word } = LOOKS[status];
  const title = titleOf(incident);
  const isOver = status === 'resolved';
  const text = [...sentences, ...(remedy === null || isOver ? [] : [remedy])].map(inWords).join(' ');
  return (
    <>
      <ListRow
        icon={
          <span className={`tone-${tone}`}>
            <Icon name={icon} />
          </span>
        }
        title={title}
        below={
          <>
            {text !== '' && <p className="small">{isOver ? t('Before the end: {{text}}', { text }) : text}</p>}
            <p className="dim small tabular">
              {[
                t(end === null ? word : ENDS[end]),
                ...(isSilent && end === null ? [t('Silenced')] : []),
                useSpanText(incident),
                useToldText(incident, data),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
            {!isOver && (
              <div>
                <Button aria-label={t('Silence: {{title}}', { title })} onClick={() => setSilencing(true)}>
                  {t('Silence …')}
                </Button>
              </div>
            )}
          </>
        }
      />
      <SilenceDialog
        open={silencing}
        subject={{ channel, publication }}
        name={title}
        onClose={() => setSilencing(false)}
      />
    </>
  );
}

function useSpanText({ begun: startedAt, ended }: AlarmIncident): string {
  const { t, i18n } = useTranslation();
  const minutes = useEachSecond((now) => (ended === null ? Math.floor(Math.max(0, now - startedAt) / 1000) : null));
  const seconds = minutes ?? ((ended ?? startedAt) - startedAt) / 1000;
  const span = (ended !== null && seconds < 3600 ? formatSpan : formatCalmSpan)(seconds, i18n.language);
  const since = formatMoment(startedAt / 1000, i18n.language);
  return ended === null
    ? t('since {{time}} ({{span}})', { time: since, span })
    : t('{{from}} to {{to}} ({{span}})', { from: since, to: clockOf(i18n.language)(ended / 1000), span });
}

/** Returns '' if the deliveries are no longer data. */
function useToldText({ id, begun: startedAt, status }: AlarmIncident, { deliveries, receivers }: AlarmsKnown): string {
  const { t, i18n } = useTranslation();
  const notifications = deliveries.filter(({ kind, incidents }) => kind === 'fired' && incidents.includes(id));
  const names = [
    ...new Set(
      notifications.map(({ receiver }) => {
        const name = receivers.find((candidate) => candidate.id === receiver)?.name;
        return name === undefined ? t('Deleted receiver') : sanitizeDisplayText(name);
      }),
    ),
  ];
  if (names.length > 0)
    return t('told: {{names}}', { names: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names) });
  const isKnown = status === 'firing' || startedAt > (deliveries.at(-1)?.at ?? 0);
  return isKnown && status !== 'pending' ? t('sent to no receiver') : '';
}
