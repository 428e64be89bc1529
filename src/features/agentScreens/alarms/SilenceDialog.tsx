import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { MOST_SILENT_MS, type Silence } from '../../../media/incident/usualChoice.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { silenceRequested } from './slice.ts';

const MINUTE_MS = 60_000;
const SPANS: Readonly<Record<string, number>> = { '30': 30 * MINUTE_MS, '120': 120 * MINUTE_MS };
const UNTIL = 'until';
const EVERYTHING = '';

interface SilenceDialogProps {
  open: boolean;
  /** null: the operator chooses. */
  subject: Pick<Silence, 'channel' | 'publication'> | null;
  name: string;
  onClose: () => void;
}

export function SilenceDialog(props: SilenceDialogProps) {
  // Mounted anew each time, to reset the previous choice.
  return props.open ? <Asked {...props} /> : null;
}

function Asked({ subject, name, onClose }: SilenceDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const channels = useSelector(({ channel }: WithChannels) => channel.list);
  const [channel, setChannel] = useState(EVERYTHING);
  const [span, setSpan] = useState('30');
  const [until, setUntil] = useState('');
  const [tried, setTried] = useState(false);
  const now = pageNow();
  const end = span === UNTIL ? new Date(until).getTime() : now + (SPANS[span] ?? 0);
  const isFine = end > now && end <= now + MOST_SILENT_MS;
  const silence = () => {
    setTried(true);
    if (!isFine) return;
    const target = subject ?? { channel: channel === EVERYTHING ? null : channel, publication: null };
    dispatch(silenceRequested({ channel: target.channel, publication: target.publication, until: end }));
    onClose();
  };
  return (
    <DialogFrame
      open
      title={subject ? t('Silence: {{title}}', { title: name }) : t('Add silence')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="main" onClick={silence}>
            {t('Silence alarms')}
          </Button>
        </>
      }
    >
      {subject === null && (
        <SelectField
          label={t('What to silence')}
          value={channel}
          onChange={setChannel}
          options={[
            { value: EVERYTHING, label: t('All channels and the core') },
            ...channels.map(({ id, name: label }) => ({ value: id, label: sanitizeDisplayText(label) })),
          ]}
        />
      )}
      <SelectField
        label={t('For how long')}
        help={t('No messages are sent meanwhile. What is still wrong at the end is told then.')}
        value={span}
        onChange={setSpan}
        options={[
          { value: '30', label: t('30 minutes') },
          { value: '120', label: t('2 hours') },
          { value: UNTIL, label: t('Until a time') },
        ]}
      />
      {span === UNTIL && (
        <TextField
          label={t('End')}
          type="datetime-local"
          required
          error={tried && !isFine ? t('Enter a time within the next 31 days.') : undefined}
          value={until}
          onChange={setUntil}
        />
      )}
    </DialogFrame>
  );
}
