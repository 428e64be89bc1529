import { useTranslation } from 'react-i18next';
import { AWAY } from '../../api/error.ts';
import { reasonText } from '../../features/gate/notice/slice.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Actions } from '../../ui/layout/Actions.tsx';
import { GatePage } from '../../ui/layout/GatePage.tsx';
import { coreAddressOf } from '../browser/coreAddress.ts';

interface UnreachableProps {
  message: string;
  /** Something answered, and not as a core does. */
  answered: boolean;
}

export function Unreachable({ message, answered }: UnreachableProps) {
  const { t } = useTranslation();
  const { address, foreign } = coreAddressOf(new URL(location.href));
  // Browsers refuse to ask an unprotected core from a protected page, and do not say so.
  const mixed = !answered && location.protocol === 'https:' && address.startsWith('http:');
  return (
    <GatePage title={answered ? t('Unexpected response') : t('No connection to the core')}>
      <Alert
        title={
          answered
            ? t('The response from {{0}} cannot be used.', { 0: address })
            : t('There was an error connecting to the core at {{0}}.', { 0: address })
        }
        evidence={message === AWAY ? undefined : reasonText(message, t)}
      >
        {answered
          ? t('Check the address and the proxy in front of the core.')
          : mixed
            ? t(
                'Connecting to the core failed, probably mixed content. Open this page over HTTP, or make the core available over HTTPS.',
              )
            : t(AWAY)}{' '}
        {foreign &&
          t('A core without a login does not respond to pages of other servers: open {{0}} instead.', {
            0: `${address}/ui/`,
          })}{' '}
        {t('Retrying automatically.')}
      </Alert>
      <Actions>
        <Button kind="main" icon="restart" onClick={() => location.reload()}>
          {t('Retry')}
        </Button>
      </Actions>
    </GatePage>
  );
}
