import type { WithPreferences } from '../../shared/preference/slice.ts';

export const ALARM_KEYS = ['alarm', 'alarmSound', 'alarmNotifications', 'alarmSilencedUntil'] as const;

export interface AlarmChoices {
  on: boolean;
  sound: boolean;
  notifications: boolean;
  silencedUntil: number;
}

export const CORE = 'core';

export const SILENCE_MS = 10 * 60 * 1000;

/** The stored value may be arbitrary, so the silence is limited to its usual length. */
function momentIn(text: string | undefined, now: number): number {
  const until = Number(text ?? 0);
  return Number.isFinite(until) && until > now && until <= now + SILENCE_MS ? until : 0;
}

export const alarmIn = ({ preference }: WithPreferences, now: number): AlarmChoices => ({
  on: preference.alarm === 'on',
  sound: preference.alarmSound !== 'off',
  notifications: preference.alarmNotifications === 'on',
  silencedUntil: momentIn(preference.alarmSilencedUntil, now),
});

export const isAlarmOn = ({ preference }: WithPreferences): boolean => preference.alarm === 'on';
