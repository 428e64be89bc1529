import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import type { WithChannels } from '../channel/slice.ts';
import type { ScheduledChange, WithNextChange } from './slice.ts';
import { useChangeText } from './useChangeText.tsx';

const MINUTE_MS = 60_000;

/** `plain`: without links, for inside a button. */
export function NextChangeLine({ channel, plain }: { channel: string; plain: boolean }) {
  const { t } = useTranslation();
  const channels = useSelector(({ nextChange }: WithNextChange) => nextChange.channels);
  const now = useEachSecond((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const inWords = useChangeText();
  const change = channels?.[channel];
  const part = useSelector((state: WithChannels) => (change ? partIn(state, channel, change) : ''));
  if (!change) return plain ? null : <a href="#/schedule">{channels ? t('No change scheduled') : t('Schedule')}</a>;
  const { subject, rule } = change;
  const text = inWords({ ...change, isImage: change.isImage || subject.type === 'image' }, now);
  const words = part === '' ? text : `${sanitizeDisplayText(part)} · ${text}`;
  return plain ? words : <a href={`#/schedule/${rule}`}>{words}</a>;
}

/** The publication or group that changes; empty: the channel itself. */
function partIn({ channel: { list } }: WithChannels, channel: string, { subject, name }: ScheduledChange): string {
  switch (subject.type) {
    case 'publication':
      return list.find(({ id }) => id === channel)?.egresses[subject.id]?.name || name;
    case 'group':
      return subject.name;
    case 'channel':
    case 'image':
      return '';
  }
}
