import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { AgentState } from '../../../api/agentEndpoints.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { AgentAddress } from './AgentAddress.tsx';
import { agentAccessIn, agentConfirmed, agentHidden, agentRetried, agentShown, type WithAgent } from './slice.ts';

const HEIGHT = 320;

/** Renders its children if the agent is available; otherwise the reason and the next step. */
export function AgentGate({ children }: { children: (state: AgentState) => ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const access = useSelector(agentAccessIn);
  useEffect(() => {
    dispatch(agentShown());
    return () => {
      dispatch(agentHidden());
    };
  }, [dispatch]);
  switch (access.status) {
    case 'unknown':
      return <WaitingNote text={t('Asking the agent …')} height={HEIGHT} />;
    case 'none':
      return <NoAgentYet />;
    case 'unconfirmed':
      return <ConfirmAgent address={access.address} />;
    case 'away':
      return <AgentAway address={access.address} why={access.why} />;
    case 'ready':
      return children(access.state);
  }
}

export function AgentCard() {
  const { t } = useTranslation();
  return (
    <AgentGate>
      {({ version }) => (
        <Card title={t('Agent')}>
          <Stack>
            <p>{t('The agent responds. Version {{0}}.', { 0: version })}</p>
            <OtherAddress />
          </Stack>
        </Card>
      )}
    </AgentGate>
  );
}

function NoAgentYet() {
  const { t } = useTranslation();
  return (
    <Card title={t('No agent for history and alarms yet')}>
      <p>
        {t(
          'The agent is a program beside the core. It watches your channels day and night: it keeps the history, sends alarms and fills in when a source fails.',
        )}
      </p>
      <AgentAddress />
    </Card>
  );
}

/** Asks before a token goes to another origin, and shows the host as the browser has parsed it. */
function ConfirmAgent({ address }: { address: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { host, protocol } = new URL(address);
  return (
    <Card title={t('Use the agent at {{0}}?', { 0: host })}>
      <Stack>
        <p>
          {t(
            'An operator has entered this address. Your login goes there with every request, so continue only if you know this server.',
          )}
        </p>
        <p>
          <code className="wraps">{address}</code>
        </p>
        {protocol === 'http:' && (
          <Alert tone="warning" title={t('The connection to it is not encrypted.')}>
            {t('Your login can be read on the way.')}
          </Alert>
        )}
        <Actions>
          <Button kind="main" onClick={() => dispatch(agentConfirmed(address))}>
            {t('Use {{0}}', { 0: host })}
          </Button>
        </Actions>
        <OtherAddress />
      </Stack>
    </Card>
  );
}

function AgentAway({ address, why }: { address: string; why: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <Stack>
      <Alert tone="warning" title={t('The agent cannot be reached')}>
        <p>{reasonText(why, t)}</p>
        <p>
          <code className="wraps">{address}</code>
        </p>
        <div className="button-row">
          <Button onClick={() => dispatch(agentRetried())}>{t('Retry')}</Button>
        </div>
      </Alert>
      <OtherAddress />
    </Stack>
  );
}

function OtherAddress() {
  const { t } = useTranslation();
  const isOwn = useSelector(({ session }: WithSession & WithAgent) => {
    const info = coreInfoOf(session);
    return info !== null && hasExtension(info.about, 'agent');
  });
  if (isOwn) return null;
  return (
    <Disclosure summary={t('Use another address')}>
      <AgentAddress />
    </Disclosure>
  );
}
