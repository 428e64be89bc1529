import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { newPushKey, pushAddress } from '../../../media/address/pushAddress.ts';
import type { BackupObstacle } from '../../../media/hold/backupInput.ts';
import { MOST_BACKUPS } from '../../../media/hold/backupSettings.ts';
import type { BackupDifference, BackupStatus } from '../../../media/hold/holdStatus.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { WithHold } from '../../live/hold/slice.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import { withoutToken } from '../source/PushAddress.tsx';
import { useSourceContext } from '../source/useSourceContext.tsx';
import { type BackupDraft, backupFaultsOf, newBackup } from './backups.ts';
import { type OpenSlate, slateChanged } from './slice.ts';

const OBSTACLES: Readonly<Record<BackupObstacle, string>> = {
  'no-address': msg('Enter the full address, for example rtsp://192.0.2.10/stream.'),
  'no-key': msg('Enter a stream key.'),
  'key-form': msg('Use only letters, digits, hyphens, dots and underscores in the stream key.'),
  main: msg('This is the source of the channel itself. Choose another one.'),
  'own-output': msg('This is what the channel sends itself. Choose another source.'),
  'other-backup': msg('Another backup source reads the same. Choose another one.'),
  'foreign-key': msg('This stream key belongs to another channel. Choose another one.'),
  port: msg('This port is in use. Choose another one.'),
  'server-off': msg('This server of the core is off. Switch it on in the settings.'),
};

const STATES: Readonly<Record<BackupStatus['state'], string>> = {
  off: msg('Off'),
  starting: msg('Starting …'),
  ready: msg('Ready'),
  failing: msg('It sends nothing'),
  mismatch: msg('Its format differs, so it is not sent'),
};

const DIFFERENCES: Readonly<Record<BackupDifference, string>> = {
  ...{ video: msg('Video'), 'video-codec': msg('Video codec'), pixels: msg('Pixel format'), size: msg('Resolution') },
  ...{ 'b-frames': msg('B-frames'), profile: msg('Profile'), 'frame-rate': msg('Frame rate') },
  ...{ keyframes: msg('Keyframe interval'), audio: msg('Audio'), 'audio-codec': msg('Audio codec') },
  ...{ 'sample-rate': msg('Sample rate'), channels: msg('Channels') },
};

const TYPES: readonly { value: BackupDraft['input']['type']; label: string }[] = [
  { value: 'pull', label: msg('Read an address') },
  { value: 'rtmp', label: msg('Receive RTMP') },
  { value: 'srt', label: msg('Receive SRT') },
];

const MODES: readonly { value: BackupDraft['mode']; label: string; help: string }[] = [
  {
    value: 'warm',
    label: msg('Always running'),
    help: msg(
      'It takes over within seconds. It is read all the time, and uses its bandwidth and about 60 MB of memory.',
    ),
  },
  {
    value: 'demand',
    label: msg('On demand'),
    help: msg('It uses nothing until the source fails. The standby image is sent until it has started, about 10 s.'),
  },
];

const randomBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

export function BackupFields({ form }: { form: OpenSlate }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(form.target);
  const { backups } = form.draft;
  const faults = backupFaultsOf(backups, form.found.backups, context);
  const change = (changed: readonly BackupDraft[]) => dispatch(slateChanged({ backups: changed }));
  const added = newBackup(backups);
  return (
    <section className="stack stack-form" aria-label={t('Backup sources')}>
      <h2>{t('Backup sources')}</h2>
      <p className="dim">
        {t(
          'If the source fails, protected publications go on with the first backup source that sends. The standby image is sent only while none does.',
        )}
      </p>
      {backups.map((backup, index) => (
        <BackupField
          key={backup.id}
          form={form}
          backup={backup}
          place={index}
          fault={faults[backup.id]}
          onChange={(changed) =>
            change(backups.map((other) => (other.id === backup.id ? { ...other, ...changed } : other)))
          }
          onRemove={() => change(backups.filter(({ id }) => id !== backup.id))}
          onRaise={() => change(raised(backups, index))}
        />
      ))}
      {added ? (
        <div className="button-row">
          <Button icon="add" onClick={() => change([...backups, added])}>
            {t('Add a backup source')}
          </Button>
        </div>
      ) : (
        <p className="field-note">{t('A channel can have up to {{n}} backup sources.', { n: MOST_BACKUPS })}</p>
      )}
    </section>
  );
}

const raised = (backups: readonly BackupDraft[], place: number) =>
  backups.map((backup, n) => (n === place ? backups[place - 1] : n === place - 1 ? backups[place] : backup) ?? backup);

interface BackupFieldProps {
  form: OpenSlate;
  backup: BackupDraft;
  place: number;
  fault: BackupObstacle | undefined;
  onChange: (changed: Partial<BackupDraft>) => void;
  onRemove: () => void;
  onRaise: () => void;
}

function BackupField({ form, backup, place, fault, onChange, onRemove, onRaise }: BackupFieldProps) {
  const { t } = useTranslation();
  const { network } = useSourceContext(form.target);
  const { id, name, mode, encode, input } = backup;
  const title = t('Backup {{n}}', { n: place + 1 });
  const text = input.type === 'pull' ? input.address : input.key;
  const shownFault = fault !== undefined && (form.tried || text !== '') ? t(OBSTACLES[fault]) : undefined;
  const receives = input.type === 'pull' ? null : pushAddress(network, { type: input.type, name: input.key });
  const setType = (value: string) => {
    const type = TYPES.find((option) => option.value === value)?.value;
    if (type === undefined || type === input.type) return;
    const key = input.type === 'pull' ? newPushKey(randomBytes) : input.key;
    onChange({ input: type === 'pull' ? { type, address: '' } : { type, key } });
  };
  return (
    <fieldset className="backup-source stack">
      <legend>{name.trim() === '' ? title : `${title}: ${name.trim()}`}</legend>
      <State channel={form.target} id={id} />
      <TextField label={t('Name')} value={name} onChange={(value) => onChange({ name: value.slice(0, 100) })} />
      <SegmentedChoiceField
        label={t('Type')}
        value={input.type}
        options={TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={setType}
      />
      {input.type === 'pull' ? (
        <TextField
          label={t('Address')}
          help={t('RTSP, RTMP, SRT, HLS or HTTP, with the login in it where it needs one.')}
          error={shownFault}
          type="url"
          mono
          value={input.address}
          onChange={(address) => onChange({ input: { type: 'pull', address } })}
        />
      ) : (
        <>
          <TextField
            label={t('Stream key')}
            help={t('A key of its own. The encoder of the channel has another one.')}
            error={shownFault}
            mono
            value={input.key}
            onChange={(key) => onChange({ input: { ...input, key } })}
          />
          {receives && (
            <>
              <CopyField
                label={t('Address for the encoder')}
                value={receives.address}
                masked={withoutToken(receives.address)}
                whole
              />
              <PendingRestartNote />
            </>
          )}
        </>
      )}
      <SegmentedChoiceField
        label={t('Start')}
        help={t(MODES.find(({ value }) => value === mode)?.help ?? '')}
        value={mode}
        options={MODES.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(value) => onChange({ mode: value === 'demand' ? 'demand' : 'warm' })}
      />
      <SwitchField
        label={t('Encode to match')}
        help={t(
          'Encodes it in the format of the source. Needed if its resolution or codecs differ: it is not sent otherwise. This uses the CPU for as long as it runs.',
        )}
        checked={encode}
        onChange={(on) => onChange({ encode: on })}
      />
      <div className="button-row">
        {place > 0 && <Button onClick={onRaise}>{t('Use before backup {{n}}', { n: place })}</Button>}
        <IconButton icon="trash" label={t('Delete {{what}}', { what: title })} onClick={onRemove} />
      </div>
    </fieldset>
  );
}

function State({ channel, id }: { channel: string; id: number }) {
  const { t } = useTranslation();
  const status = useSelector(({ hold }: WithHold) =>
    hold.sightings[channel]?.status?.backups?.find((backup) => backup.id === id),
  );
  if (!status) return null;
  const { state, differs } = status;
  return (
    <p role="status" className={state === 'mismatch' || state === 'failing' ? 'tone-warning' : 'dim'}>
      {t(STATES[state])}
      {differs.length > 0 && `: ${differs.map((difference) => t(DIFFERENCES[difference])).join(', ')}`}
    </p>
  );
}
