import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { tallyOf, type Verdict } from '../../../media/verdict/verdict.ts';
import { IconButton } from '../../../ui/controls/Button.tsx';
import { ringAlarm } from '../../../ui/feedback/alarmSound.ts';
import { markTitle } from '../../../ui/layout/Page.tsx';
import { channelVerdictIn, type VerdictState } from '../verdict/slice.ts';
import { useVerdictText } from '../verdict/useVerdictText.tsx';
import type { Alarm, WithAlarm } from './slice.ts';
import { type Bad, badIn, namedIn } from './slice.ts';
import { useAlarmSettings, useCoreWords } from './useAlarmSettings.tsx';

export function AlarmSignals({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const { silencedUntil, blocked } = useAlarmSettings();
  const bad = useSelector(badIn, sameJson);
  const ring = useSelector(({ alarm }: WithAlarm) => alarm.ring);
  useMarks(bad);
  const label =
    bad.length > 0
      ? t('Alarm: {{n}} with problems', { n: bad.length })
      : blocked
        ? t('Alarm: the browser blocks its sound')
        : silencedUntil > 0
          ? t('Alarm: silenced')
          : t('Alarm: on');
  return (
    <span
      className={`alarm-bell ${bad.length > 0 ? 'tone-error' : blocked || silencedUntil > 0 ? 'tone-warning' : ''}`}
    >
      <IconButton icon="bell" label={label} onClick={onOpen} />
      {ring && <Ring key={ring.n} ring={ring} />}
    </span>
  );
}

const ICON = 'icons/favicon.svg';
const ICON_ALARM = 'icons/favicon-alarm.svg';

/** Marks the title and icon, which remain visible when the tab is in the background. */
function useMarks(bad: readonly Bad[]) {
  const { t } = useTranslation();
  const [first] = bad;
  const name = first?.name ?? t('Core');
  const text =
    bad.length === 0
      ? ''
      : `(!) ${bad.length === 1 ? sanitizeDisplayText(name) : t('{{n}} with problems', { n: bad.length })} · `;
  useEffect(() => {
    markTitle(text);
    document.querySelector('link[rel=icon]')?.setAttribute('href', text === '' ? ICON : ICON_ALARM);
  }, [text]);
  useEffect(
    () => () => {
      markTitle('');
      document.querySelector('link[rel=icon]')?.setAttribute('href', ICON);
    },
    [],
  );
}

const NOTHING: Verdict = {
  ...{ kind: 'live', severity: 'live', fault: 'nobody', sentences: [], remedies: [], ids: [], since: null },
  ...{ tally: tallyOf([]), others: [], notes: [] },
};

/** Rings once on mount, with the state of that moment. */
function Ring({ ring }: { ring: NonNullable<Alarm['ring']> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { sound, notifications } = useAlarmSettings();
  const coreWords = useCoreWords();
  const rung = useSelector((state: VerdictState) => namedIn(state, ring.channels), sameJson);
  const [first] = rung;
  const verdict = useSelector((state: VerdictState) => (first ? channelVerdictIn(state, first.id) : null));
  const sentence = useVerdictText(verdict ?? NOTHING).join(' ');
  const names = rung.map(({ name }) => sanitizeDisplayText(name ?? t('Core'))).join(', ');
  const body = first?.name === null ? coreWords : sentence;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it rings with what was so when it began
  useEffect(() => {
    if (sound) ringAlarm().catch(() => {});
    if (!notifications || !('Notification' in window) || Notification.permission !== 'granted') return;
    const note = new Notification(rung.length > 1 ? t('{{n}} with problems', { n: rung.length }) : names, {
      body: rung.length > 1 ? names : body,
      tag: `alarm ${ring.channels.join(' ')}`,
    });
    note.onclick = () => {
      window.focus();
      note.close();
      if (first?.name) navigate(`/${first.id}`);
    };
  }, []);
  return (
    <span className="visually-hidden" role="alert">
      {names}: {rung.length > 1 ? '' : body}
    </span>
  );
}
