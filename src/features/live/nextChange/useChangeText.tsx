import { useTranslation } from 'react-i18next';
import { formatDayTime } from '../../../i18n/formatDayTime.ts';
import { msg } from '../../../i18n/msg.ts';
import type { ScheduledChange } from './slice.ts';

type ChangeKind = Pick<ScheduledChange, 'at' | 'becomes' | 'isImage'>;

const TEXTS: Readonly<Record<ScheduledChange['becomes'], string>> = {
  on: msg('Starts {{when}}'),
  off: msg('Stops {{when}}'),
  restart: msg('Restarts {{when}}'),
};
const IMAGE_TEXTS: Readonly<Record<ScheduledChange['becomes'], string>> = {
  ...TEXTS,
  on: msg('Standby image from {{when}}'),
  off: msg('Standby image until {{when}}'),
};

/** A change by the schedule in a few words: "Starts Sunday 09:55". */
export function useChangeText(): (change: ChangeKind, now: number, zone?: string) => string {
  const { t, i18n } = useTranslation();
  return ({ at, becomes, isImage }, now, zone) =>
    t((isImage ? IMAGE_TEXTS : TEXTS)[becomes], { when: formatDayTime(at, now, i18n.language, zone) });
}
