import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { listenPortOf, passphraseIn, srtCaller } from '../../../media/address/listenPort.ts';
import { opensStorage, type PushAddressParts, pushAddress, pushOf } from '../../../media/address/pushAddress.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { secretsOfQuery } from '../../../media/masking/maskAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
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

const LOCAL =
  /^[a-z]+:\/\/(?:[^@/]*@)?((?:[^@/:]*\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[^\]]*\])(?=[:/?]|$)/i;

/** Returns the host of an address that only works on the server itself; null for any other address. */
export const localHostIn = (address: string): string | null => LOCAL.exec(address)?.[1] ?? null;

interface PushAddressProps {
  network: Network;
  source: Source;
  waits: boolean;
  /** Draws the fields as OBS shows them. */
  drawn?: boolean;
  /** Stream keys in use that no channel expects. */
  strangers?: readonly string[];
  onTake?: (key: string) => void;
}

export function SourcePushAddress(props: PushAddressProps) {
  return (
    <>
      <PendingRestartNote />
      <Way {...props} />
    </>
  );
}

function Way({ network, source, waits, drawn = false, strangers = [], onTake }: PushAddressProps) {
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
  const fullField = <CopyField label={t('Full URL')} value={push.address} masked={withoutToken(push.address)} whole />;
  return (
    <>
      {drawn && own.type === 'rtmp' ? (
        <ObsFields push={push} />
      ) : (
        <div>
          <CopyField label={t('Server')} value={push.server} masked={withoutToken(push.server)} whole />
          <CopyField label={t('Stream key')} value={push.key} masked={withoutToken(push.key)} whole />
          {fullField}
        </div>
      )}
      {opensStorage(network, own, key) && (
        <p className="field-note">
          {t('This address contains the password of the memory storage, which opens the files of every channel.')}
        </p>
      )}
      <LocalHostNote server={push.server} local={own.type === 'hls' ? network.hls.local : network[own.type].local} />
      {onTake && strangers.map((key) => <Stranger key={key} name={key} onTake={() => onTake(key)} />)}
      {waits && (
        <ProgressNote>{t('Waiting for the stream … Setup continues automatically when it arrives.')}</ProgressNote>
      )}
      {waits && !drawn && <EncoderSettings />}
      {drawn && own.type === 'rtmp' && (
        <Disclosure summary={t('Other encoders, and settings for them')}>
          <Stack>
            {fullField}
            <EncoderSettings />
          </Stack>
        </Disclosure>
      )}
      {onTake && own.type !== 'hls' && (
        <PublishedStreams channel={network.channel} type={own.type} name={own.name} onTake={onTake} />
      )}
    </>
  );
}

function ObsFields({ push: { server, key } }: { push: PushAddressParts }) {
  const { t } = useTranslation();
  const places = [
    t('General', { context: 'OBS' }),
    t('Stream', { context: 'OBS' }),
    t('Output', { context: 'OBS' }),
    t('Audio', { context: 'OBS' }),
    t('Video', { context: 'OBS' }),
  ];
  return (
    <figure className="obs" aria-label={t('The window "Settings" of OBS')}>
      <div className="obs-title" aria-hidden>
        <svg viewBox="0 0 44 12" aria-hidden>
          <path d="M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zM22 1a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM38 1a5 5 0 1 1 0 10 5 5 0 0 1 0-10z" />
        </svg>
        {`OBS · ${t('Settings', { context: 'OBS' })} · ${t('Stream', { context: 'OBS' })}`}
      </div>
      <ul className="obs-menu" aria-hidden>
        {places.map((place, at) => (
          <li key={place} className={at === 1 ? 'here' : undefined}>
            <svg viewBox="0 0 16 16" aria-hidden>
              <path d={PLACES[at]} />
            </svg>
            {place}
          </li>
        ))}
      </ul>
      <div className="obs-fields">
        <p className="obs-service">
          {t('Service', { context: 'OBS' })}
          <span>{t('Custom...', { context: 'OBS' })}</span>
        </p>
        <CopyField label={t('Server', { context: 'OBS' })} value={server} masked={withoutToken(server)} whole />
        <CopyField
          label={t('Stream Key', { context: 'OBS' })}
          value={key}
          masked={withoutToken(key) && '••••••••••••'}
          whole
        />
      </div>
    </figure>
  );
}

const PLACES = [
  'M2 4h12M2 8h12M2 12h12',
  'M8 7v.01M5 10a4 4 0 0 1 0-6M11 4a4 4 0 0 1 0 6M8 8v6',
  'M3 8v5h10V8M8 2v7M5 5l3-3 3 3',
  'M3 6h3l4-3v10L6 10H3z',
  'M2 3h12v8H2zM5 14h6',
];

interface HlsKey {
  /** null: the channel has none. undefined: loading, and no address may be shown yet. */
  key: string | null | undefined;
  reason: string | null;
  onRetry: () => void;
}

function useHlsKey({ channel }: Network, isNeeded: boolean): HlsKey {
  const dispatch = useDispatch();
  const onRetry = () => dispatch(hlsPushPlanned(channel));
  useEffect(() => {
    if (isNeeded) dispatch(hlsPushPlanned(channel));
  }, [dispatch, channel, isNeeded]);
  const state = useSelector(({ pushAddress: push }: WithPush) => push);
  if (!isNeeded) return { key: null, reason: null, onRetry };
  if (state.status === 'none' || state.channel !== channel || !state.wanted)
    return { key: undefined, reason: null, onRetry };
  return state.status === 'unread'
    ? { key: undefined, reason: state.reason, onRetry }
    : { key: state.key, reason: null, onRetry };
}

/** Warns about an address that only works on the server itself. `local`: where the server listens. */
function LocalHostNote({ server, local }: { server: string; local: string }) {
  const { t } = useTranslation();
  const host = localHostIn(server);
  if (host === null) return null;
  return (
    <p className="field-note">
      {/^(127\.|\[::1\])/.test(local)
        ? t('This server accepts streams only from its own machine, so OBS has to run there, too.')
        : t(
            '"{{host}}" works if OBS runs on the machine of this server. On another machine, enter the address of this server instead.',
            { host },
          )}
    </p>
  );
}

function EncoderSettings() {
  const { t } = useTranslation();
  return (
    <p className="field-note">
      {t('If the stream does not arrive or stutters, set the encoder to H.264, keyframe interval 2 s, and audio AAC.')}
    </p>
  );
}

/** Others may see the screen, so only the end of the key is shown. */
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

/** Masks passwords and tokens in an address. Returns undefined if there is nothing to mask. */
export function withoutToken(text: string): string | undefined {
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
