import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { TRIES } from '../../gate/session/waitForRestart.ts';
import { type Restart, restartDismissed, restartRequested } from './slice.ts';

/** Mounted above all screens, because a restart continues when the settings are left. */
export function RestartDialog() {
  const restart = useSelector((state: { restart: Restart }) => state.restart);
  switch (restart.status) {
    case 'none':
      return null;
    case 'offered':
    case 'asked':
      return <Offer waits={restart.status === 'offered'} />;
    case 'running':
      return restart.live ? <LoginChange /> : <Running {...restart} />;
    case 'absent':
      return <Absent {...restart} />;
    case 'failed':
      return <Failed {...restart} />;
  }
}

function Offer({ waits }: { waits: boolean }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const later = () => dispatch(restartDismissed());
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={waits ? t('Restart required') : t('Restart the core?')}
      onClose={later}
      actions={
        <>
          <Button onClick={later} autoFocus>
            {waits ? t('Later') : t('Cancel')}
          </Button>
          <Button kind="main" icon="restart" onClick={() => dispatch(restartRequested())}>
            {t('Restart now')}
          </Button>
        </>
      }
    >
      {waits && <p>{t('The saved settings take effect after the core restarts.')}</p>}
      <p>{t('All live streams are interrupted for a few seconds and resume automatically.')}</p>
    </DialogFrame>
  );
}

const stay = () => {};

function Running({ tries, movedTo }: { tries: number; movedTo: string | null }) {
  const { t } = useTranslation();
  return (
    <DialogFrame open role="alertdialog" title={t('The core is restarting')} onClose={stay}>
      <WaitingNote text={t('Waiting for the core to come back online …')} />
      {tries > 5 && <p className="dim tabular">{t('Attempt {{n}} of {{all}}', { n: tries, all: TRIES })}</p>}
      {movedTo !== null && <Moved to={movedTo} />}
    </DialogFrame>
  );
}

/** Logs out all sessions, but logs this one in again. */
function LoginChange() {
  const { t } = useTranslation();
  return (
    <DialogFrame open role="alertdialog" title={t('The login is changing')} onClose={stay}>
      <WaitingNote text={t('Logging in again …')} />
    </DialogFrame>
  );
}

/** The browser blocks requests to another port, so a link leads there. */
function Moved({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <p>{t('The port has changed. The core and this interface are now available at:')}</p>
      <div>
        {/* Same tab, because this page has lost its core. */}
        <LinkButton href={to} target="_self" icon="open">
          {to}
        </LinkButton>
      </div>
    </div>
  );
}

function Absent({ tries, movedTo }: { tries: number; movedTo: string | null }) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={t('The core is not back online yet')}
      onClose={stay}
      actions={
        <Button kind="main" icon="restart" onClick={() => location.reload()} autoFocus>
          {t('Reload')}
        </Button>
      }
    >
      <p>{t('Reconnecting to the core failed for the last {{n}} seconds.', { n: tries })}</p>
      <p>{t('This is not necessarily an error. However, it may take a bit longer for the core to restart.')}</p>
      {movedTo !== null && <Moved to={movedTo} />}
      <ul>
        <li>
          {t('If you enabled automatic certificates, port 80/TCP of this server must be reachable from the internet.')}
        </li>
        <li>{t('If you changed the HTTP or HTTPS port, open the new address.')}</li>
        <li>{t("If neither helps, the core's log on the server says why it does not start.")}</li>
      </ul>
    </DialogFrame>
  );
}

function Failed({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const close = () => dispatch(restartDismissed());
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={t('Restarting the application failed.')}
      onClose={close}
      actions={
        <>
          <Button onClick={close} autoFocus>
            {t('Close')}
          </Button>
          <Button kind="main" icon="restart" onClick={() => dispatch(restartRequested())}>
            {t('Retry')}
          </Button>
        </>
      }
    >
      <p>{reason}</p>
      <p>{t('The settings are saved. They take effect when the core has restarted.')}</p>
    </DialogFrame>
  );
}
