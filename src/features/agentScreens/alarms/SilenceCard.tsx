import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoment } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { Silence } from '../../../media/incident/usualChoice.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { SilenceDialog } from './SilenceDialog.tsx';
import { type AlarmsKnown, silenceEndRequested } from './slice.ts';

export function SilenceCard({ data }: { data: AlarmsKnown }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { silences } = data.alarms.settings;
  const count = useEachSecond((now) => silences.filter(({ until }) => until > now).length);
  const shown = silences.toSorted((a, b) => a.until - b.until).slice(silences.length - count);
  const rest = useFocusKept(shown.length);
  return (
    <Card
      flush
      title={t('Silences')}
      tools={
        <Button icon="add" onClick={() => setAdding(true)}>
          {t('Add silence')}
        </Button>
      }
    >
      <div ref={rest} tabIndex={-1}>
        {shown.length === 0 ? (
          <p className="card-body dim">{t('Nothing is silenced.')}</p>
        ) : (
          <List label={t('Silences')}>
            {shown.map((silence) => (
              <SilenceRow
                key={`${silence.channel} ${silence.publication} ${silence.until}`}
                silence={silence}
                data={data}
              />
            ))}
          </List>
        )}
      </div>
      <SilenceDialog open={adding} subject={null} name="" onClose={() => setAdding(false)} />
    </Card>
  );
}

function SilenceRow({ silence, data }: { silence: Silence; data: AlarmsKnown }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const { channel, publication, until } = silence;
  const found = useSelector(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
  // Only the incidents contain the names of publications.
  const names = data.incidents.find((incident) => publication !== null && incident.publication === publication)?.names;
  const name =
    channel === null
      ? t('All channels and the core')
      : [found ?? t('Deleted channel'), ...(names ? [names.publication] : [])]
          .map((name) => sanitizeDisplayText(name))
          .join(' · ');
  return (
    <ListRow
      icon="bell"
      title={name}
      detail={t('until {{time}}', { time: formatMoment(until / 1000, i18n.language) })}
      end={
        <Button
          aria-label={t('End the silence: {{name}}', { name })}
          onClick={() => dispatch(silenceEndRequested(silence))}
        >
          {t('End the silence')}
        </Button>
      }
    />
  );
}
