import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { AgentToken } from '../../../api/agentEndpoints.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { tokenRevokeRequested, type WithTokens } from './slice.ts';
import { TokenDialog } from './TokenDialog.tsx';
import { SCOPE_TEXTS } from './tokenTexts.ts';

export function TokenList({ tokens }: { tokens: readonly AgentToken[] }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const isAdding = useSelector(({ tokens }: WithTokens) => tokens.isAdding);
  const rest = useFocusKept(tokens.length);
  return (
    <>
      <MadeToken />
      <Card
        flush
        title={t('Tokens')}
        tools={
          <Button kind="main" icon="add" busy={isAdding} onClick={() => setAdding(true)}>
            {t('Add token')}
          </Button>
        }
      >
        <div ref={rest} tabIndex={-1}>
          {tokens.length === 0 ? (
            <p className="card-body dim">{t('No program has access yet.')}</p>
          ) : (
            <List label={t('Tokens')}>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </List>
          )}
        </div>
      </Card>
      <TokenDialog open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

/** Shown only once, because the agent does not store the secret. */
function MadeToken() {
  const { t } = useTranslation();
  const created = useSelector(({ tokens }: WithTokens) => tokens.made);
  if (created === null) return null;
  const { name, secret, address } = created;
  return (
    <Card title={t('New token: {{name}}', { name: sanitizeDisplayText(name) })}>
      <Stack>
        <Alert tone="warning" title={t('Copy the token now. It is not shown again.')}>
          {t('Keep it like a password, and never put it into an address.')}
        </Alert>
        <CopyField label={t('Token')} value={secret} whole />
        <CopyField
          label={t('Try it')}
          value={`curl -H 'Authorization: Bearer ${secret}' '${address}/channels'`}
          whole
        />
      </Stack>
    </Card>
  );
}

function TokenRow({ token: { id, name, scope, channels, end, used } }: { token: AgentToken }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const list = useSelector(({ channel }: WithChannels) => channel.list);
  const isBusy = useSelector(({ tokens }: WithTokens) => tokens.revoking.includes(id));
  const shown = sanitizeDisplayText(name);
  const nameOf = (channel: string) => list.find((entry) => entry.id === channel)?.name ?? t('Deleted channel');
  const day = (ms: number) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(ms);
  const words = [
    t(SCOPE_TEXTS[scope]),
    ...(channels ?? []).map((channel) => sanitizeDisplayText(nameOf(channel))),
    ...(end === null ? [] : [t('ends {{time}}', { time: formatMoment(end / 1000, i18n.language) })]),
    used === null ? t('Never used') : t('last used {{day}}', { day: day(used) }),
  ];
  return (
    <>
      <ListRow
        icon="server"
        title={name}
        below={<p className="small dim">{words.join(' · ')}</p>}
        end={
          <Button busy={isBusy} aria-label={t('Revoke: {{name}}', { name: shown })} onClick={() => setAsking(true)}>
            {t('Revoke')}
          </Button>
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={t('Revoke this token?')}
        confirm={t('Revoke token')}
        danger
        onConfirm={() => {
          setAsking(false);
          dispatch(tokenRevokeRequested(id));
        }}
        onClose={() => setAsking(false)}
      >
        {t('Programs with the token {{name}} lose access at once. This cannot be undone.', { name: shown })}
      </ConfirmDialog>
    </>
  );
}
