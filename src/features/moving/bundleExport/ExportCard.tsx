import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatBytes } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { SHORTEST_PASSPHRASE } from '../../../media/bundle/bundleCipher.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { downloadFile } from '../../../ui/controls/download.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { MultiselectField } from '../../../ui/form/MultiselectField.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { phraseText } from '../phraseText.ts';
import { type PassphraseStrength, passphraseStrength } from './passphraseStrength.ts';
import {
  type ExportOrder,
  type ExportState,
  exportClosed,
  exportOpened,
  exportRequested,
  exportTaken,
  type WithExport,
} from './slice.ts';

export function ExportCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state = useSelector(({ bundleExport }: WithExport) => bundleExport);
  useEffect(() => {
    dispatch(exportOpened());
    return () => {
      dispatch(exportClosed());
    };
  }, [dispatch]);
  return (
    <Card title={t('Export')}>
      {state.status === 'unread' ? (
        <Alert title={t('The settings could not be read, so nothing can be exported.')}>
          <p>{reasonText(state.reason, t)}</p>
          <Button icon="restart" onClick={() => dispatch(exportOpened())}>
            {t('Retry')}
          </Button>
        </Alert>
      ) : (
        <ExportForm state={state.status === 'ready' ? state : null} />
      )}
    </Card>
  );
}

type ReadyState = Extract<ExportState, { status: 'ready' }>;

const FORM = 'export';

/** `state`: null while the settings are read. */
function ExportForm({ state }: { state: ReadyState | null }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const channels = useSelector(({ channel }: WithChannels) => channel.list).filter(({ available }) => available);
  const [kind, setKind] = useState<'installation' | 'channels'>('installation');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isSecret, setSecret] = useState(false);
  const [[passphrase, repeated], setPassphrase] = useState(['', '']);
  const [tried, setTried] = useState(false);
  useDownload(state?.file ?? null);
  const faults = faultsOf({ kind, chosen, isSecret, passphrase, repeated });
  const send = () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    const selection: ExportOrder['selection'] = kind === 'channels' ? { kind, channels: chosen } : { kind };
    dispatch(exportRequested({ selection, passphrase: isSecret ? passphrase : null }));
  };
  const faultAt = (key: keyof typeof faults) => (tried && faults[key] !== undefined ? t(faults[key]) : undefined);
  return (
    <Form id={FORM} label={t('Export')} onSubmit={send}>
      <Stack form>
        <p>
          {t(
            'One file with channels, publications, website, images and schedule. Recordings, ports, certificates and logins of this machine are not part of it.',
          )}
        </p>
        <SegmentedChoiceField
          label={t('What to export')}
          value={kind}
          options={[
            { value: 'installation', label: t('Everything') },
            { value: 'channels', label: t('Chosen channels') },
          ]}
          onChange={(value) => setKind(value === 'channels' ? 'channels' : 'installation')}
        />
        {kind === 'channels' && (
          <MultiselectField
            label={t('Channels')}
            value={chosen}
            options={channels.map(({ id, name }) => ({ value: id, label: sanitizeDisplayText(name) }))}
            error={faultAt('channels')}
            onChange={setChosen}
          />
        )}
        <SwitchField
          label={t('Include stream keys and passwords')}
          help={t(
            'They are encrypted with a passphrase. When off, they are left out, and you enter them after an import.',
          )}
          checked={isSecret}
          onChange={setSecret}
        />
        {isSecret && (
          <>
            <PasswordField
              label={t('Passphrase')}
              help={t(STRENGTHS[passphraseStrength(passphrase)], { least: SHORTEST_PASSPHRASE })}
              error={faultAt('passphrase')}
              autoComplete="new-password"
              required
              value={passphrase}
              onChange={(value) => setPassphrase([value, repeated])}
            />
            <PasswordField
              label={t('Repeat the passphrase')}
              help={t('There is no way to recover it. If it is lost, the file is imported without keys and passwords.')}
              error={faultAt('repeated')}
              autoComplete="new-password"
              required
              value={repeated}
              onChange={(value) => setPassphrase([passphrase, value])}
            />
          </>
        )}
        {state?.failure && (
          <Alert title={t('The export failed.')}>
            <p>{phraseText(state.failure, t)}</p>
          </Alert>
        )}
      </Stack>
      <Actions
        note={
          state ? (
            <Size sizes={state.sizes} chosen={kind === 'channels' ? chosen : null} />
          ) : (
            t('Reading the settings …')
          )
        }
      >
        <Button kind="main" type="submit" icon="download" busy={state?.busy ?? true}>
          {t('Export')}
        </Button>
      </Actions>
    </Form>
  );
}

const STRENGTHS: Readonly<Record<PassphraseStrength, string>> = {
  short: msg('At least {{least}} characters. Four random words are easy to remember.'),
  weak: msg('Weak: easy to guess. Use more and different characters.'),
  fair: msg('Fair: one more word makes it strong.'),
  strong: msg('Strong'),
};

interface EnteredExport {
  kind: 'installation' | 'channels';
  chosen: readonly string[];
  isSecret: boolean;
  passphrase: string;
  repeated: string;
}

type ExportFaults = Partial<Record<'channels' | 'passphrase' | 'repeated', string>>;

function faultsOf({ kind, chosen, isSecret, passphrase, repeated }: EnteredExport): ExportFaults {
  return {
    ...(kind === 'channels' && chosen.length === 0 ? { channels: msg('Choose a channel.') } : {}),
    ...(isSecret && passphraseStrength(passphrase) === 'short'
      ? { passphrase: msg('The passphrase is too short.') }
      : {}),
    ...(isSecret && passphrase !== repeated ? { repeated: msg('The passphrases differ.') } : {}),
  };
}

function useDownload(file: ReadyState['file']) {
  const dispatch = useDispatch();
  useEffect(() => {
    if (file === null) return;
    downloadFile(file.name, file.content);
    dispatch(exportTaken());
  }, [dispatch, file]);
}

/** @param chosen null: everything */
function Size({ sizes, chosen }: Pick<ReadyState, 'sizes'> & { chosen: readonly string[] | null }) {
  const { t, i18n } = useTranslation();
  const counted = chosen === null ? Object.values(sizes.channels) : chosen.map((id) => sizes.channels[id] ?? 0);
  const bytes = counted.reduce((sum, size) => sum + size, chosen === null ? sizes.others : 0);
  const { figure, unit } = formatBytes(bytes, i18n.language);
  return bytes > 0 && t('About {{size}}', { size: `${figure} ${unit}` });
}
