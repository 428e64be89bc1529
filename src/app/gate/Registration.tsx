import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { newPasswordFault } from '../../catalog/settingsTabs/newPasswordFault.ts';
import type { FoundProcess } from '../../features/gate/host/host.ts';
import { mask } from '../../features/gate/mask.ts';
import { registrationRequested } from '../../features/gate/session/actions.ts';
import type { Session } from '../../features/gate/session/slice.ts';
import { newPassword } from '../../features/live/admission/generatePassword.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { translateMessage } from '../../ui/form/translateMessage.ts';
import { GatePage } from '../../ui/layout/GatePage.tsx';

interface RegistrationProps {
  session: Extract<Session, { status: 'registration' }>;
}

/** Until there is a user, anyone who opens this page controls the core. */
export function Registration({ session: { found, step, failed } }: RegistrationProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { fixed } = found;
  const [username, setUsername] = useState(fixed.username ?? 'admin');
  const [made] = useState(() => newPassword((bytes) => crypto.getRandomValues(new Uint8Array(bytes))));
  const [password, setPassword] = useState(made);
  const [again, setAgain] = useState('');
  const own = !fixed.password;
  const weakness = own ? newPasswordFault(password) : null;
  const weak = weakness === null ? undefined : translateMessage(t, weakness);
  const missing =
    username === ''
      ? t('Enter a username.')
      : own && password === ''
        ? t('Enter a password.')
        : (weak ?? (own && again !== password ? t('Enter the same password in both fields.') : undefined));
  const note = { asking: missing, saving: t('Saving …'), restarting: t('The core is restarting …') }[step];
  const submit = () => {
    if (missing !== undefined || step !== 'asking') return;
    dispatch(registrationRequested({ username, password }));
  };
  return (
    <GatePage
      title={t('User registration')}
      lead={t('Create the administrator account for this server. From then on, a login is required.')}
    >
      <Form label={t('User registration')} onSubmit={submit}>
        {found.processes.length > 0 && <Found processes={found.processes} />}
        <TextField
          label={t('Username')}
          value={username}
          onChange={setUsername}
          autoComplete="username"
          env={fixed.username !== null}
          required
        />
        {own ? (
          <>
            <PasswordField
              label={t('Password')}
              help={
                password === made ? t('Generated at random. Store it in a safe place, or enter your own.') : undefined
              }
              value={password}
              error={weak}
              onChange={setPassword}
              autoComplete="new-password"
              end={<CopyButton what={t('Password')} text={password} />}
              required
            />
            <PasswordField
              label={t('Confirm password')}
              help={t('Paste it here to make sure you have stored it.')}
              value={again}
              onChange={setAgain}
              autoComplete="new-password"
              required
            />
          </>
        ) : (
          // The password itself is not shown, because this page is public.
          <TextField
            label={t('Password')}
            help={t('Set on the server by an environment variable. Log in with that one from now on.')}
            value="••••••••"
            onChange={() => {}}
            env
          />
        )}
        <Actions note={note}>
          <Button kind="main" type="submit" busy={step !== 'asking'} disabled={missing !== undefined}>
            {t('Create user')}
          </Button>
        </Actions>
        {failed !== null && (
          <Alert title={t('The user could not be created.')} evidence={mask(t(failed))}>
            {t('Your entries are kept. Fix the cause and try again.')}
          </Alert>
        )}
      </Form>
    </GatePage>
  );
}

const SHOWN = 5;

/** A new core has no processes, so these were left by someone else. */
function Found({ processes }: { processes: readonly FoundProcess[] }) {
  const { t } = useTranslation();
  const names = processes.slice(0, SHOWN).map(({ id, name }) => name || id);
  if (processes.length > SHOWN) names.push('…');
  return (
    <Alert
      tone="warning"
      title={t('Processes that are already on this server: {{0}}', { 0: processes.length })}
      evidence={mask(names.join(', '))}
    >
      {t(
        'They were created before this server had a login, so outsiders may have added them. You can look at them and delete them after the registration.',
      )}
    </Alert>
  );
}
