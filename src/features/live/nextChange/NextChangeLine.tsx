import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import type { WithNextChange } from './slice.ts';
import { useChangeText } from './useChangeText.tsx';

const MINUTE_MS = 60_000;

export function NextChangeLine({ channel, plain }: { channel: string; plain: boolean }) {
  const { t } = useTranslation();
  const channels = useSelector(({ nextChange }: WithNextChange) => nextChange.channels);
  const now = useEachSecond((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const inWords = useChangeText();
  const change = channels?.[channel];
  if (!change) return plain ? null : <a href="#/schedule">{channels ? t('No change scheduled') : t('Schedule')}</a>;
  const { subject, rule, name } = change;
  const isOwn = subject.type === 'channel' || subject.type === 'image';
  const text = inWords({ ...change, isImage: change.isImage || subject.type === 'image' }, now);
  const words = isOwn || name === '' ? text : `${text} (${sanitizeDisplayText(name)})`;
  return plain ? words : <a href={`#/schedule/${rule}`}>{words}</a>;
}
