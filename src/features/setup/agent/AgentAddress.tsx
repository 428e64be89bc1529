import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { type AddressFault, suggestedAgentAddress } from '../../../media/agent/agentAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { helpAddress } from '../../../ui/help/helpTopics.ts';
import { Stack } from '../../../ui/layout/Card.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { agentAddressChecked, agentAddressSaved, type WithAgent } from './slice.ts';

const START = 'docker compose -f docker/compose.agent.yaml up -d --build';

const FAULTS: Readonly<Record<AddressFault, string>> = {
  missing: msg('Enter the address of the agent.'),
  unreadable: msg('Not a valid address. Use one such as http://192.168.1.5:8090.'),
  scheme: msg('It must start with http:// or https://, or with / for a path at the core.'),
  login: msg('Leave out the user and the password: your login at the core is used.'),
  query: msg('Leave out everything from the ? or # on.'),
  mixed: msg(
    'This page was opened with HTTPS, so the browser reaches only agents with HTTPS. Put a proxy in front of the agent.',
  ),
  long: msg('The address is too long. Use up to 500 characters.'),
};

export function AgentAddress() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const check = useSelector(({ agent }: WithAgent) => agent.check);
  const core = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address ?? location.origin);
  const suggested = suggestedAgentAddress(core, new URL(location.href));
  const current = useSelector(({ agent: { access } }: WithAgent) => ('address' in access ? access.address : null));
  const [entered, setEntered] = useState(current ?? suggested);
  const [checked, setChecked] = useState<string | null>(null);
  // The result belongs to the address that was checked, not to later input.
  const shown = checked === entered ? check : ({ status: 'idle' } as const);
  const isBusy = check.status === 'asking' || check.status === 'saving';
  return (
    <Stack form>
      <CopyField
        label={t('Command that starts a core with its agent, in the folder of this project')}
        value={START}
        whole
      />
      <p className="field-note">
        <a href={helpAddress('alarms-agent', i18n.language)} target="_blank" rel="noreferrer">
          {t('How to start the agent')}
        </a>
      </p>
      <form
        className="stack stack-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBusy) return;
          setChecked(entered);
          dispatch(agentAddressChecked(entered));
        }}
      >
        <TextField
          label={t('Address of the agent')}
          help={t('Your browser connects to it. It is stored on the core, for all operators.')}
          error={shown.status === 'faulty' ? t(FAULTS[shown.fault]) : undefined}
          inputMode="url"
          placeholder={suggested}
          value={entered}
          onChange={setEntered}
        />
        <div className="button-row">
          <Button type="submit" busy={check.status === 'asking'} kind={shown.status === 'found' ? 'plain' : 'main'}>
            {t('Check address')}
          </Button>
          {check.status === 'asking' && <ProgressNote>{t('Asking the agent …')}</ProgressNote>}
        </div>
      </form>
      {shown.status === 'failed' && (
        <Alert title={t('No agent responds at this address')}>
          <p>{reasonText(shown.why, t)}</p>
          <p>
            <code className="wraps">{shown.address}/agent/api/v1/healthz</code>
          </p>
        </Alert>
      )}
      {(shown.status === 'found' || shown.status === 'saving') && (
        <Alert tone="neutral" title={t('An agent responds at this address')}>
          <p>
            <code className="wraps">{shown.address}</code>
          </p>
          {shown.trouble !== null && <p>{t('It says: {{0}}', { 0: reasonText(shown.trouble, t) })}</p>}
          <p>{t('With each request, your login goes there. Continue only if you know this server.')}</p>
          <div className="button-row">
            <Button kind="main" busy={shown.status === 'saving'} onClick={() => dispatch(agentAddressSaved())}>
              {t('Use this agent')}
            </Button>
          </div>
        </Alert>
      )}
    </Stack>
  );
}
