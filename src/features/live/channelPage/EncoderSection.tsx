import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { hasOwnKey, opensStorage, pushAddress } from '../../../media/address/pushAddress.ts';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { unreadIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { PushFields } from '../pushAddress/PushFields.tsx';
import { pushCorrected, pushKeyChangeConfirmed, pushOpened, type WithPush } from '../pushAddress/slice.ts';

export function EncoderSection({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const pushState = useSelector(({ pushAddress: push }: WithPush) => push);
  const isUnread = useSelector((state: WithIngest) => unreadIn(state) !== null);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    dispatch(pushOpened(channel));
  }, [dispatch, channel]);
  const network = useMemo(() => coreInfo && networkFor(coreInfo, channel), [coreInfo, channel]);
  // An unreadable channel is already reported elsewhere on the page.
  if (pushState.status === 'unread' && pushState.channel === channel && !isUnread)
    return <Unread reason={pushState.reason} onRetry={() => dispatch(pushOpened(channel))} />;
  if (!network || pushState.status !== 'known' || pushState.channel !== channel || !pushState.held) return null;
  const { held: heldPush, key, busy } = pushState;
  const { push, astray } = heldPush;
  const address = pushAddress(network, push, key);
  const keyed = push.type !== 'hls' || (coreInfo !== null && hasExtension(coreInfo.about, 'push-keys'));
  const opens = opensStorage(network, push, key);
  const token = { rtmp: network.rtmp.token, srt: network.srt.token, hls: '' }[push.type];
  const own = push.type === 'hls' ? key !== null : hasOwnKey(channel, push);
  return (
    <section className="stack" aria-label={t('Encoder (OBS)')}>
      <h3>{t('Encoder (OBS)')}</h3>
      {astray && (
        <Alert tone="warning" title={t('The channel reads from an address that the server no longer has.')}>
          <Button busy={busy} onClick={() => dispatch(pushCorrected(channel))}>
            {t('Use the current address')}
          </Button>
        </Alert>
      )}
      {address ? (
        <PushFields key={address.address} push={address} hidden />
      ) : (
        <Alert tone="warning" title={t('The server that this encoder sends to is off.')}>
          {push.type === 'srt' && network.srt.enabled === null ? (
            <a href={`#/${channel}/edit/source`}>{t('Source editor')}</a>
          ) : (
            push.type !== 'hls' && <a href={`#/settings/${push.type}`}>{t('Enable it in the settings')}</a>
          )}
        </Alert>
      )}
      {(opens || own || push.type !== 'hls') && <KeyNote opens={opens} own={own} keyed={keyed} token={token} />}
      {keyed && (
        <>
          <div className="button-row">
            <Button busy={busy} onClick={() => setAsking(true)}>
              {t('Change stream key …')}
            </Button>
            {push.type !== 'hls' && (
              <LinkButton href={`#/settings/${push.type}`}>{t('Change the port or token')}</LinkButton>
            )}
          </div>
          <ConfirmDialog
            open={asking}
            title={t('Change the stream key?')}
            confirm={t('Change stream key')}
            danger
            onConfirm={() => {
              setAsking(false);
              dispatch(pushKeyChangeConfirmed(channel));
            }}
            onClose={() => setAsking(false)}
          >
            {opens
              ? t(
                  'The channel gets a random key of its own. The old address still works until the password of the memory storage changes.',
                )
              : t('A random key takes its place. The channel is offline until the encoder has the new one.')}
          </ConfirmDialog>
        </>
      )}
    </section>
  );
}

interface KeyNoteProps {
  /** Whether the address opens the files of all channels. */
  opens: boolean;
  /** Whether the key is valid for this channel only. */
  own: boolean;
  keyed: boolean;
  token: string;
}

function KeyNote({ opens, own, keyed, token }: KeyNoteProps) {
  const { t } = useTranslation();
  const sentences = opens
    ? [
        t('This address contains the password of the memory storage, which opens the files of every channel.'),
        keyed ? t('Change the key to give this channel one of its own.') : '',
      ]
    : [
        own
          ? t('This key belongs to this channel alone. Whoever has it can send in place of the encoder.')
          : t('This key is made of the channel id, which is public: it is part of the player page.'),
        token === '' ? '' : t('The token is the same for all channels.'),
        own || token !== '' ? '' : t('Anyone can send in place of the encoder. Change the key to prevent that.'),
      ];
  return <p className="field-note">{sentences.filter((sentence) => sentence !== '').join(' ')}</p>;
}

function Unread({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert
      tone="warning"
      title={t('The address for the encoder could not be loaded.')}
      evidence={reasonText(reason, t)}
    >
      <Button icon="restart" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </Alert>
  );
}
