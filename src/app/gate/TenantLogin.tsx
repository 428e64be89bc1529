import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { reasonText } from '../../features/gate/notice/slice.ts';
import { tenantChosen } from '../../features/gate/session/actions.ts';
import { tenantName, tenantsIn } from '../../features/gate/session/auth0Tenants.ts';
import type { Session } from '../../features/gate/session/slice.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';

const AUTH0 = 'Auth0: ';

const SIGN_UP = 'https://service.datarhei.com';

interface OtherLoginProps {
  session: Extract<Session, { status: 'login' }>;
  onBasic: (() => void) | undefined;
}

export function TenantLogin({ session, onBasic }: OtherLoginProps) {
  const { t } = useTranslation();
  const [service, setService] = useState(false);
  const provider = tenantsIn(session.auths).length > 0;
  const shown = service || (!provider && onBasic !== undefined) ? 'service' : provider ? 'tenant' : 'none';
  return (
    <>
      {shown === 'service' && <Service />}
      {shown === 'tenant' && <TenantForm session={session} />}
      {shown === 'none' && (
        <Alert title={t("There's no login method available.")}>
          {t("The core offers no login method that this interface supports. Check the core's settings.")}
        </Alert>
      )}
      <fieldset className="button-row" aria-label={t('Login method')}>
        {provider && (
          <Button
            kind={shown === 'tenant' ? 'plain' : 'quiet'}
            aria-pressed={shown === 'tenant'}
            onClick={() => setService(false)}
          >
            Auth0
          </Button>
        )}
        {onBasic && (
          <Button kind="quiet" aria-pressed={false} onClick={onBasic}>
            {t('Basic')}
          </Button>
        )}
        <Button
          kind={shown === 'service' ? 'plain' : 'quiet'}
          aria-pressed={shown === 'service'}
          onClick={() => setService(true)}
        >
          {t('Service')}
        </Button>
      </fieldset>
    </>
  );
}

function TenantForm({ session: { auths, busy, failed } }: Pick<OtherLoginProps, 'session'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const tenants = tenantsIn(auths);
  const [chosen, setChosen] = useState(tenants.length === 1 ? (tenants[0]?.id ?? '') : '');
  if (!isSecureContext)
    return (
      <Alert
        tone="warning"
        title={t('Auth0 is currently not available because this interface is loaded from an insecure origin.')}
      >
        {t('Open this interface with https:// or at localhost.')}
      </Alert>
    );
  return (
    <Form label="Auth0" onSubmit={() => chosen !== '' && dispatch(tenantChosen(chosen))}>
      {failed?.startsWith(AUTH0) && <Alert title={AUTH0 + reasonText(failed.slice(AUTH0.length), t)} />}
      <SelectField
        label={t('Tenant')}
        value={chosen}
        onChange={setChosen}
        placeholder={t('Choose tenant ...')}
        options={tenants.map((tenant) => ({ value: tenant.id, label: tenantName(tenant, tenants) }))}
      />
      <Actions note={busy ? t('Logging in …') : undefined}>
        <Button kind="main" type="submit" busy={busy} disabled={chosen === ''}>
          {t('Login')}
        </Button>
      </Actions>
    </Form>
  );
}

function Service() {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('Starter plan')}</h2>
      <p>{t('The makers of the core run a hosted service that this server can be connected to:')}</p>
      <ul>
        <li>{t('Login with a social account')}</li>
        <li>{t('Hosted interface')}</li>
        <li>{t('Advanced monitoring')}</li>
        <li>{t('Alerts by e-mail')}</li>
      </ul>
      <p>
        <a href={SIGN_UP} target="_blank" rel="noreferrer">
          {t('Sign up for free')}
        </a>
      </p>
    </>
  );
}
