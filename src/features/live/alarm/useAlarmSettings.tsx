import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { pageNow } from '../../../media/run/pageClock.ts';
import { isSoundBlocked, onGesture } from '../../../ui/feedback/alarmSound.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { preferenceChosen, type WithPreferences } from '../../shared/preference/slice.ts';
import { alarmIn, SILENCE_MS } from './alarmChoices.ts';

export function useAlarmSettings() {
  const dispatch = useDispatch();
  const choices = useSelector((state: WithPreferences) => alarmIn(state, pageNow()), shallowEqual);
  const blocked = useSyncExternalStore(onGesture, isSoundBlocked);
  const { silencedUntil } = choices;
  // No action is dispatched when the silence ends, so a timer re-renders.
  const [, setOver] = useState(0);
  useEffect(() => {
    if (silencedUntil === 0) return;
    const timer = setTimeout(() => setOver(pageNow()), Math.max(0, silencedUntil - pageNow()) + 100);
    return () => clearTimeout(timer);
  }, [silencedUntil]);
  const choose = (key: string, value: string) => dispatch(preferenceChosen({ key, value }));
  return {
    ...choices,
    silencedUntil: silencedUntil > pageNow() ? silencedUntil : 0,
    blocked: choices.sound && blocked,
    switchOn: (on: boolean) => choose('alarm', on ? 'on' : 'off'),
    switchSound: (on: boolean) => choose('alarmSound', on ? 'on' : 'off'),
    switchNotifications: (on: boolean) => choose('alarmNotifications', on ? 'on' : 'off'),
    silence: (on: boolean) => choose('alarmSilencedUntil', on ? String(pageNow() + SILENCE_MS) : '0'),
  };
}

export function useCoreWords(): string {
  const { t } = useTranslation();
  const renewal = useSelector(({ connection }: WithConnection) => connection.status === 'lost' && connection.renewal);
  return renewal ? t('The login cannot be renewed right now.') : t('Connection to the core lost.');
}
