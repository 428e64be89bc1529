import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { TOKEN_SCOPES, type TokenScope } from '../../../api/tokenScopes.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { tokenAddRequested } from './slice.ts';
import { SCOPE_TEXTS } from './tokenTexts.ts';

const DAY_MS = 24 * 3600_000;
const ALL = '';
const NEVER = '';

interface TokenDialogProps {
  open: boolean;
  onClose: () => void;
}

export function TokenDialog(props: TokenDialogProps) {
  return props.open ? <NewToken {...props} /> : null;
}

function NewToken({ onClose }: TokenDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const channels = useSelector(({ channel }: WithChannels) => channel.list);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('control');
  const [channel, setChannel] = useState(ALL);
  const [days, setDays] = useState(NEVER);
  const [tried, setTried] = useState(false);
  const isNamed = name.trim() !== '';
  const make = () => {
    setTried(true);
    if (!isNamed) return;
    dispatch(
      tokenAddRequested({
        ...{ name, scope },
        channels: channel === ALL || scope === 'admin' ? null : [channel],
        end: days === NEVER ? null : pageNow() + Number(days) * DAY_MS,
      }),
    );
    onClose();
  };
  return (
    <DialogFrame
      open
      title={t('Add token')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="main" onClick={make}>
            {t('Create token')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Name')}
        help={t('What uses it, such as Stream Deck or Home Assistant.')}
        required
        error={tried && !isNamed ? t('Enter a name') : undefined}
        value={name}
        onChange={setName}
      />
      <SelectField
        label={t('It may')}
        value={scope}
        onChange={(value) => setScope(TOKEN_SCOPES.find((scope) => scope === value) ?? 'read')}
        options={TOKEN_SCOPES.map((scope) => ({ value: scope, label: t(SCOPE_TEXTS[scope]) }))}
      />
      {scope !== 'admin' && (
        <SelectField
          label={t('Channel')}
          value={channel}
          onChange={setChannel}
          options={[
            { value: ALL, label: t('All channels') },
            ...channels.map(({ id, name: label }) => ({ value: id, label: sanitizeDisplayText(label) })),
          ]}
        />
      )}
      <SelectField
        label={t('Ends')}
        value={days}
        onChange={setDays}
        options={[
          { value: NEVER, label: t('Never') },
          { value: '1', label: t('In one day') },
          { value: '30', label: t('In 30 days') },
          { value: '365', label: t('In one year') },
        ]}
      />
    </DialogFrame>
  );
}
