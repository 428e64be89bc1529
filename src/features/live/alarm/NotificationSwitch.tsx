import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { useAlarmSettings } from './useAlarmSettings.tsx';

type Permission = NotificationPermission | 'absent';

/** Browsers have none for a page that came without encryption from elsewhere. */
const permissionNow = (): Permission => ('Notification' in window ? Notification.permission : 'absent');

/** The browser asks its question only when this is switched on. */
export function NotificationSwitch() {
  const { t } = useTranslation();
  const { notifications, switchNotifications } = useAlarmSettings();
  const [permission, setPermission] = useState(permissionNow);
  const turn = async (on: boolean) => {
    const given = on && permission === 'default' ? await Notification.requestPermission() : permission;
    setPermission(given);
    switchNotifications(on && given === 'granted');
  };
  return (
    <SwitchField
      label={t('Notifications')}
      help={
        permission === 'absent'
          ? t('Browsers show notifications only for pages opened over HTTPS or on this machine.')
          : t('Shown by the browser, also while another program is in front. A click leads to the channel.')
      }
      error={
        permission === 'denied'
          ? t('The browser blocks notifications of this page. Allow them in its settings, then switch this on again.')
          : undefined
      }
      disabled={permission === 'absent' || permission === 'denied'}
      checked={notifications && permission === 'granted'}
      onChange={(on) => void turn(on)}
    />
  );
}
