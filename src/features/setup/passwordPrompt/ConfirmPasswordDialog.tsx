import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { type PasswordPrompt, passwordDismissed, passwordGiven, type WithPasswordPrompt } from './slice.ts';

const FORM = 'password';

export function ConfirmPasswordDialog() {
  const prompt = useSelector((state: WithPasswordPrompt) => state.passwordPrompt);
  return prompt.status === 'asked' ? <Asked {...prompt} /> : null;
}

function Asked({ what: action, live, busy, wrong }: Extract<PasswordPrompt, { status: 'asked' }>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [password, setPassword] = useState('');
  const close = () => dispatch(passwordDismissed());
  const isSignOut = action === 'signOut';
  const title = isSignOut ? t('Log out everywhere?') : t('Change the login?');
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button
            kind={isSignOut ? 'dangerMain' : 'main'}
            type="submit"
            form={FORM}
            busy={busy}
            disabled={password === ''}
          >
            {isSignOut ? t('Log out everywhere') : live ? t('Save') : t('Save and restart')}
          </Button>
        </>
      }
    >
      <p>
        {live
          ? t('Everyone else has to log in again. Live streams keep running.')
          : t('The core restarts. All live streams are interrupted for a few seconds and resume automatically.')}
      </p>
      <Form id={FORM} label={title} onSubmit={() => dispatch(passwordGiven(password))}>
        <PasswordField
          label={t('Current password')}
          value={password}
          onChange={setPassword}
          error={wrong ? t('This is not the current password.') : undefined}
          autoComplete="current-password"
          required
        />
      </Form>
    </DialogFrame>
  );
}
