import type { WithPreferences } from '../../shared/preference/slice.ts';

/** What this browser keeps of the alarm. Off until somebody switches it on. */
export const ALARM_KEYS = ['alarm', 'alarmSound', 'alarmNotifications', 'alarmSilencedUntil'] as const;

export interface AlarmChoices {
  on: boolean;
  sound: boolean;
  notifications: boolean;
  /** ms; 0: it is not silenced. */
  silencedUntil: number;
}

export const SILENCE_MS = 10 * 60 * 1000;

/** Anybody may have written there; nobody silences it for longer than we do. */
function momentIn(text: string | undefined, now: number): number {
  const until = Number(text ?? 0);
  return Number.isFinite(until) && until > now && until <= now + SILENCE_MS ? until : 0;
}

/** A new object each time. */
export const alarmIn = ({ preference }: WithPreferences, now: number): AlarmChoices => ({
  on: preference.alarm === 'on',
  sound: preference.alarmSound !== 'off',
  notifications: preference.alarmNotifications === 'on',
  silencedUntil: momentIn(preference.alarmSilencedUntil, now),
});

export const isAlarmOn = ({ preference }: WithPreferences): boolean => preference.alarm === 'on';
