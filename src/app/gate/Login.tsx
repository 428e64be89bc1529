import { lazy, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { reasonText } from '../../features/gate/notice/slice.ts';
import { loginRequested } from '../../features/gate/session/actions.ts';
import type { Session } from '../../features/gate/session/slice.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { GatePage } from '../../ui/layout/GatePage.tsx';
import { ForeignHost } from '../../ui/layout/Page.tsx';
import { componentOf, loadGateScreens } from '../loading/loadScreens.ts';
import { NotLoaded } from '../loading/NotLoaded.tsx';

const OtherLogin = lazy(componentOf(loadGateScreens, (chunk) => chunk.TenantLogin, NotLoaded));

interface LoginProps {
  session: Extract<Session, { status: 'login' }>;
  onSubmit: () => unknown;
}

export function Login({ session, onSubmit }: LoginProps) {
  const { auths, busy, failed, interrupted, ended } = session;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  // A password stored for this page must not be filled in for another server.
  const canStore = useContext(ForeignHost) === undefined;
  const local = auths.includes('localjwt');
  const [other, setOther] = useState(false);
  const missing = (value: string) => (tried && value === '' ? t('This field is required.') : undefined);
  const submit = () => {
    setTried(true);
    if (username === '' || password === '') return;
    onSubmit();
    dispatch(loginRequested({ username, password }));
  };
  return (
    <GatePage
      title={t('Login')}
      lead={
        interrupted
          ? t('Your session has expired. Log in again to continue where you left off.')
          : ended === 'elsewhere'
            ? t('You were logged out in another tab.')
            : ended &&
              t('Failed to refresh token: {{message}}', { message: t('The last login has expired or was ended.') })
      }
    >
      {!local || other || failed?.startsWith('Auth0') ? (
        <Suspense>
          <OtherLogin session={session} onBasic={local ? () => setOther(false) : undefined} />
        </Suspense>
      ) : (
        <Form label={t('Login')} onSubmit={submit}>
          <TextField
            label={t('Username')}
            value={username}
            onChange={setUsername}
            autoComplete={canStore ? 'username' : 'off'}
            autoFocus
            required
            error={missing(username)}
          />
          <PasswordField
            label={t('Password')}
            value={password}
            onChange={setPassword}
            autoComplete={canStore ? 'current-password' : 'new-password'}
            required
            error={missing(password)}
          />
          <Actions>
            <Button kind="main" type="submit" busy={busy}>
              {t('Login')}
            </Button>
          </Actions>
          <Button kind="quiet" onClick={() => setOther(true)}>
            {t('Other login methods')}
          </Button>
          {/* Last, so that they move no field: the core rejects a wrong password only after 5 s. */}
          {busy && (
            <p className="dim small" role="status">
              {t('Logging in …')}
            </p>
          )}
          {failed !== null && <Alert title={t('Login failed: {{message}}', { message: reasonText(failed, t) })} />}
        </Form>
      )}
    </GatePage>
  );
}
