import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { coreConfirmed } from '../../features/gate/session/actions.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { GatePage } from '../../ui/layout/GatePage.tsx';
import { coreAddressOf } from '../browser/coreAddress.ts';

/** Shows the address of a core named by a link, as the browser parses it, before anything is sent there. */
export function ConfirmCore() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { address } = coreAddressOf(new URL(location.href));
  const { host, protocol } = new URL(address);
  return (
    <GatePage
      title={t('You are about to use another server: {{0}}', { 0: host })}
      lead={t('This page comes from {{0}}. The link that opened it leads to the core at this address:', {
        0: location.host,
      })}
    >
      <p>
        <code className="wraps">{address}</code>
      </p>
      {protocol === 'http:' ? (
        <Alert tone="warning" title={t('The connection to it is not encrypted.')}>
          {t('Passwords and stream keys can be read on the way.')}
        </Alert>
      ) : (
        <p className="dim">{t('The connection to it is encrypted.')}</p>
      )}
      <p>
        {t(
          'Everything you enter here goes there: your password, stream keys, camera logins. Continue only if you know this server.',
        )}
      </p>
      <Actions back={<Button onClick={() => dispatch(coreConfirmed())}>{t('Use {{0}}', { 0: host })}</Button>}>
        <Button kind="main" onClick={() => location.assign(location.pathname)}>
          {t('Stay on {{0}}', { 0: location.host })}
        </Button>
      </Actions>
    </GatePage>
  );
}
