import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { listenPortOf, passphraseIn, srtCaller } from '../../../media/address/listenPort.ts';
import { opensStorage, pushAddress, pushOf } from '../../../media/address/pushAddress.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { secretsOfQuery } from '../../../media/masking/maskAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { hlsPushPlanned, type WithPush } from '../../live/pushAddress/slice.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import { PublishedStreams } from '../publishedStreams/PublishedStreams.tsx';

/** The address for an encoder when ffmpeg listens on its own port. */
export function ListenAddress({ network, source }: { network: Network; source: Source }) {
  const { t } = useTranslation();
  const address = String(source.settings.address ?? '');
  const port = listenPortOf(address);
  if (port === null || !/^srt:/i.test(address.trim())) return null;
  const caller = srtCaller(network, port, passphraseIn(address));
  const masked = maskWith(secretsOfQuery(caller))(caller);
  return (
    <>
      <PendingRestartNote />
      <CopyField label={t('Full URL')} value={caller} masked={masked === caller ? undefined : masked} whole />
      <p className="field-note">
        {t(
          'Start sending to this address, then continue. UDP port {{port}} must be open; for Docker: -p {{port}}:{{port}}/udp.',
          {
            port: port.port,
          },
        )}
      </p>
    </>
  );
}

const LOCAL = /^[a-z]+:\/\/(?:[^@/]*@)?(localhost|127\.[\d.]+|\[::1\])(?=[:/?]|$)/i;

/** The host of an address where that is the very machine that reads it; null: it is one that others reach as well. */
export const localHostIn = (address: string): string | null => LOCAL.exec(address)?.[1] ?? null;

interface PushAddressProps {
  network: Network;
  source: Source;
  waits: boolean;
  /** Keys of arriving streams that no channel expects. */
  strangers?: readonly string[];
  onTake?: (key: string) => void;
}

/** Shows the address to send to, and waits for the stream. */
export function SourcePushAddress(props: PushAddressProps) {
  return (
    <>
      <PendingRestartNote />
      <Way {...props} />
    </>
  );
}

function Way({ network, source, waits, strangers = [], onTake }: PushAddressProps) {
  const { t } = useTranslation();
  const own = pushOf(source);
  const { key, reason, onRetry } = useHlsKey(network, own?.type === 'hls');
  if (reason !== null)
    return (
      <Alert title={t('The address for the encoder could not be loaded.')} evidence={reasonText(reason, t)}>
        <Button icon="restart" onClick={onRetry}>
          {t('Retry')}
        </Button>
      </Alert>
    );
  if (key === undefined) return <ProgressNote>{t('Loading …')}</ProgressNote>;
  const push = own && pushAddress(network, own, key);
  if (!push) return own?.type === 'srt' ? <SrtIsOff network={network} /> : <RtmpIsOff />;
  return (
    <>
      <div>
        <CopyField label={t('Server')} value={push.server} masked={withoutToken(push.server)} whole />
        <CopyField label={t('Stream key')} value={push.key} masked={withoutToken(push.key)} whole />
        <CopyField label={t('Full URL')} value={push.address} masked={withoutToken(push.address)} whole />
      </div>
      {opensStorage(network, own, key) && (
        <p className="field-note">
          {t('This address contains the password of the memory storage, which opens the files of every channel.')}
        </p>
      )}
      <EncoderHints server={push.server} waits={waits} />
      {onTake && own.type !== 'hls' && (
        <PublishedStreams channel={network.channel} type={own.type} name={own.name} onTake={onTake} />
      )}
      {onTake && strangers.map((key) => <Stranger key={key} name={key} onTake={() => onTake(key)} />)}
      {waits && (
        <ProgressNote>{t('Waiting for the stream … Setup continues automatically when it arrives.')}</ProgressNote>
      )}
    </>
  );
}

interface HlsKey {
  /** null: the channel has none. undefined: it is being read, and no address may be shown before. */
  key: string | null | undefined;
  /** Why it could not be read. */
  reason: string | null;
  onRetry: () => void;
}

function useHlsKey({ channel }: Network, wanted: boolean): HlsKey {
  const dispatch = useDispatch();
  const onRetry = () => dispatch(hlsPushPlanned(channel));
  useEffect(() => {
    if (wanted) dispatch(hlsPushPlanned(channel));
  }, [dispatch, channel, wanted]);
  const known = useSelector(({ pushAddress: push }: WithPush) => push);
  if (!wanted) return { key: null, reason: null, onRetry };
  if (known.status === 'none' || known.channel !== channel || !known.wanted)
    return { key: undefined, reason: null, onRetry };
  return known.status === 'unread'
    ? { key: undefined, reason: known.reason, onRetry }
    : { key: known.key, reason: null, onRetry };
}

/** Answers to frequent questions when nothing arrives or plays. */
function EncoderHints({ server, waits }: { server: string; waits: boolean }) {
  const { t } = useTranslation();
  const local = localHostIn(server);
  return (
    <>
      {local !== null && (
        <p className="field-note">
          {t(
            '"{{host}}" is the machine of the encoder itself. On another machine, enter the address of this server instead.',
            {
              host: local,
            },
          )}
        </p>
      )}
      {waits && (
        <p className="field-note">
          {t('In OBS: Settings, Output: H.264 (x264 or hardware), keyframe interval 2 s, audio AAC.')}
        </p>
      )}
    </>
  );
}

/** The end is enough to know it by: others may see the screen. */
function Stranger({ name, onTake }: { name: string; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert tone="warning" title={t('A stream arrives under another key (…{{end}}).', { end: name.slice(-4) })}>
      <div className="alert-remedy">
        <p>{t('No channel waits for it. Use it for this channel, or correct the key in the encoder.')}</p>
        <Button onClick={onTake}>{t('Use this stream')}</Button>
      </div>
    </Alert>
  );
}

const SECRETS = /(token[=:])[^,&]+|(passphrase=)[^&]+/g;

/** undefined when there is nothing to hide. */
function withoutToken(text: string): string | undefined {
  const masked = text.replace(SECRETS, '$1$2••••').replace(/:\/\/[^/@]*@/, '://••••@');
  return masked === text ? undefined : masked;
}

function RtmpIsOff() {
  const { t } = useTranslation();
  return (
    <Alert tone="warning" title={t('RTMP server is not enabled')}>
      {t('Encoders cannot connect until the RTMP server is enabled.')}{' '}
      <a href="#/settings/rtmp">{t('Enable it in the settings')}</a>
    </Alert>
  );
}

function SrtIsOff({ network: { channel, srt } }: { network: Network }) {
  const { t } = useTranslation();
  if (srt.enabled === null)
    return (
      <Alert tone="warning" title={t('This core has no SRT server.')}>
        {t('ffmpeg can wait for this one encoder at a port of its own.')}{' '}
        <a href={`#/${channel}/edit/wizard`}>{t('Choose this in the wizard')}</a>
      </Alert>
    );
  return (
    <Alert tone="warning" title={t('SRT server is not enabled')}>
      {t('Encoders cannot connect until the SRT server is enabled.')}{' '}
      <a href="#/settings/srt">{t('Enable it in the settings')}</a>
    </Alert>
  );
}
