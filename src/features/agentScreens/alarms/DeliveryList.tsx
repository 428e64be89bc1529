import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { clockOf, formatMoment } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { type DrawingName, Icon } from '../../../ui/look/icons.tsx';
import type { ColorTone } from '../../../ui/look/palette.ts';
import { useAnswerText } from './AnswerNote.tsx';
import { MoreRows } from './MoreRows.tsx';
import { type AlarmDelivery, type AlarmsKnown, deliveryAgainRequested, type WithAlarms } from './slice.ts';

const LOOKS: Readonly<Record<AlarmDelivery['state'], { word: string; icon: DrawingName; tone: ColorTone }>> = {
  waiting: { word: msg('Waiting'), icon: 'wait', tone: 'warning' },
  delivered: { word: msg('Delivered'), icon: 'check', tone: 'accent' },
  failed: { word: msg('Given up'), icon: 'cross', tone: 'error' },
  withdrawn: { word: msg('Not needed any more'), icon: 'empty', tone: 'neutral' },
};

export function useDeliveryState(): (delivery: AlarmDelivery) => { text: string; tone: ColorTone } {
  const { t, i18n } = useTranslation();
  const clock = clockOf(i18n.language);
  return ({ state, tries, nextAt }) => {
    const { word, tone } = LOOKS[state];
    if (state !== 'waiting' || tries === 0 || nextAt === null) return { text: t(word), tone };
    return { text: t('Failed, next try at {{time}}', { time: clock(nextAt / 1000) }), tone };
  };
}

export function DeliveryList({ data }: { data: AlarmsKnown }) {
  const { t } = useTranslation();
  return (
    <Card flush title={t('Deliveries')}>
      {data.deliveries.length === 0 ? (
        <p className="card-body dim">{t('No messages yet. They stand here as soon as an alarm or a test is sent.')}</p>
      ) : (
        <List label={t('Deliveries')}>
          {data.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.number} delivery={delivery} data={data} />
          ))}
        </List>
      )}
      <MoreRows list="deliveries" rows={data.deliveries.length} />
    </Card>
  );
}

function DeliveryRow({ delivery, data }: { delivery: AlarmDelivery; data: AlarmsKnown }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const stateOf = useDeliveryState();
  const inWords = useAnswerText();
  const busy = useSelector(({ alarms }: WithAlarms) => alarms.busy.includes(`again ${delivery.number}`));
  const { number, title, receiver, at, state, last } = delivery;
  const { text, tone } = stateOf(delivery);
  const { icon } = LOOKS[state];
  const to = data.receivers.find(({ id }) => id === receiver)?.name;
  return (
    <ListRow
      icon={
        <span className={`tone-${tone}`}>
          <Icon name={icon} />
        </span>
      }
      title={title}
      below={
        <>
          <p className={`small tone-${tone}`}>{text}</p>
          <p className="dim small">
            {[
              formatMoment(at / 1000, i18n.language),
              to === undefined ? t('Deleted receiver') : sanitizeDisplayText(to),
            ].join(' · ')}
          </p>
          {last !== null && last.text !== null && <p className="dim small">{inWords(last)}</p>}
        </>
      }
      end={
        to !== undefined &&
        state !== 'waiting' && (
          <Button
            busy={busy}
            aria-label={t('Send again: {{title}}', { title: sanitizeDisplayText(title) })}
            onClick={() => dispatch(deliveryAgainRequested(number))}
          >
            {t('Send again')}
          </Button>
        )
      }
    />
  );
}
