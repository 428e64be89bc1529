import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { clockOf } from '../../../i18n/format.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TruncatedName } from '../../../ui/controls/TruncatedName.tsx';
import { ringAlarm } from '../../../ui/feedback/alarmSound.ts';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { badIn } from './slice.ts';
import { useAlarmSettings, useCoreWords } from './useAlarmSettings.tsx';

type Permission = NotificationPermission | 'absent';

/** Browsers lack `Notification` on pages loaded without TLS, except from localhost. */
const permissionNow = (): Permission => ('Notification' in window ? Notification.permission : 'absent');

/** Switching this on triggers the permission prompt of the browser. */
function NotificationSwitch() {
  const { t } = useTranslation();
  const { notifications, switchNotifications } = useAlarmSettings();
  const [permission, setPermission] = useState(permissionNow);
  const turn = async (on: boolean) => {
    const result = on && permission === 'default' ? await Notification.requestPermission() : permission;
    setPermission(result);
    switchNotifications(on && result === 'granted');
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

interface AlarmDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AlarmDialog({ open, onClose }: AlarmDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame open={open} title={t('Alarm')} onClose={onClose}>
      <Panel onClose={onClose} />
    </DialogFrame>
  );
}

function Panel({ onClose }: Pick<AlarmDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  const { on, sound, blocked, switchOn, switchSound } = useAlarmSettings();
  return (
    <>
      {on && <Now onClose={onClose} />}
      <SwitchField
        label={t('Alarm in this browser')}
        help={t(
          'Rings once when something that was live goes wrong on any channel. A stream that is stopped does not ring. Keep a tab open: in a hidden one, the core is still asked every 5 s.',
        )}
        checked={on}
        onChange={switchOn}
      />
      {on && (
        <>
          <SwitchField
            label={t('Sound')}
            help={blocked ? t('The browser blocks sound until you press something on this page.') : undefined}
            checked={sound}
            onChange={switchSound}
          />
          <NotificationSwitch />
          <Test />
        </>
      )}
    </>
  );
}

function Now({ onClose }: Pick<AlarmDialogProps, 'onClose'>) {
  const { t, i18n } = useTranslation();
  const { silencedUntil, silence } = useAlarmSettings();
  const bad = useSelector(badIn, sameJson);
  const coreWords = useCoreWords();
  const time = clockOf(i18n.language)(silencedUntil / 1000);
  return (
    <div className="alarm-now">
      {bad.length === 0 ? (
        <p>{t('Nothing is wrong on any channel.')}</p>
      ) : (
        <ul className="alarm-bad">
          {bad.map(({ id, name }) => (
            <li key={id} className="state-word tone-error">
              <Icon name="alert" />
              {name === null ? (
                coreWords
              ) : (
                <Link to={`/${id}`} onClick={onClose}>
                  <TruncatedName of={name} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {silencedUntil > 0 && <p className="dim tabular">{t('Silenced until {{time}}.', { time })}</p>}
      <div>
        <Button onClick={() => silence(silencedUntil === 0)}>
          {silencedUntil === 0 ? t('Silence for 10 minutes') : t('End the silence')}
        </Button>
      </div>
    </div>
  );
}

function Test() {
  const { t } = useTranslation();
  const { notifications, sound } = useAlarmSettings();
  const [isAudible, setHeard] = useState<boolean | null>(null);
  const test = async () => {
    setHeard(null);
    if (notifications && 'Notification' in window && Notification.permission === 'granted')
      new Notification(t('Test of the alarm'), { tag: 'alarm-test' });
    setHeard(sound ? await ringAlarm().catch(() => false) : null);
  };
  return (
    <div className="alarm-test">
      <Button icon="play" onClick={() => void test()}>
        {t('Test')}
      </Button>
      <p role="status" className="small">
        {isAudible === true && t('The sound was played.')}
        {isAudible === false && t('The browser did not play the sound. Check its settings for this page.')}
      </p>
    </div>
  );
}
