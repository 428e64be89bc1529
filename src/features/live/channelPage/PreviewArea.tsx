import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { type MeasuredDelay, wholeDelay } from '../../../media/hls/delay.ts';
import { playlistPath, snapshotPath } from '../../../media/hls/hlsFiles.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { statusAge } from '../../../media/run/statusAge.ts';
import { isReadAnew } from '../../../media/verdict/encoderChanges.ts';
import { waitsForEncoder } from '../../../media/verdict/sourceDown.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Spinner, WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { type DrawingName, Icon } from '../../../ui/look/icons.tsx';
import { LiveVideo } from '../../../ui/player/LiveVideo.tsx';
import { isVideoPrepared } from '../../../ui/player/preparedVideo.ts';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import { useVisible } from '../../../ui/viewportHooks.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { reasonText } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { sourceFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import type { WithPreferences } from '../../shared/preference/slice.ts';
import { usePreference } from '../../shared/preference/usePreference.tsx';
import { deliveryIn, statesRetried, type WithChannels } from '../channel/slice.ts';
import { type ControlState, type Scene, sceneOf } from '../ingest/controlState.ts';
import { seenAtIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { isWatched } from '../status/slice.ts';
import { keepPreviewFile, storagePath } from '../streamInspector/previewFileCache.ts';
import { delayMeasured } from '../streamInspector/slice.ts';
import { shownControlIn, type WithVerdicts } from '../verdict/slice.ts';
import { isPreviewShown, PREVIEW_KEY, PREVIEW_OFF } from './previewPreference.ts';

const addressIn = ({ session }: WithSession) => coreInfoOf(session)?.address;

const playlistIn = (state: WithSession & WithChannels, channel: string) =>
  `${addressIn(state)}/${playlistPath(channel, deliveryIn(state, channel).storage)}`;

function Preview({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const visible = useVisible();
  const address = useSelector(addressIn);
  const playlist = useSelector((state: WithSession & WithChannels) => playlistIn(state, channel));
  // An old state does not prove that the playlist still exists.
  const current = statusAge(useSelector(seenAtIn), pageNow()) === null;
  const snapshotAt = useSelector(({ ingest }: WithIngest) => ingest.snapshotAt);
  const dispatch = useDispatch();
  const reportDelay = useMemo(() => {
    let last = '';
    return (delay: MeasuredDelay | null) => {
      const rounded = delay && wholeDelay(delay);
      const next = JSON.stringify(rounded);
      if (next !== last) dispatch(delayMeasured(rounded));
      last = next;
    };
  }, [dispatch]);
  const keep = useCallback(
    (file: string, buffer: ArrayBuffer) => {
      const path = storagePath(file, playlist, channel);
      if (path !== null) keepPreviewFile(path, buffer);
    },
    [playlist, channel],
  );
  if (!visible || !current || address === undefined) return null;
  // The core sends no cache headers for snapshots, so the address changes with each one.
  const poster = snapshotAt === null ? null : `${address}/${snapshotPath(channel)}?${snapshotAt}`;
  return <LiveVideo address={playlist} poster={poster} label={t('Preview')} onDelay={reportDelay} onFile={keep} />;
}

export function PreviewArea({ channel, chip }: { channel: string; chip: ReactNode }) {
  const shown = useSelector((state: SceneState) => sceneIn(state, channel), sameScene);
  const playlist = useSelector((state: WithSession & WithChannels) => playlistIn(state, channel));
  // The login has read that it is live.
  const [prepared] = useState(() => isVideoPrepared(playlist));
  const isLive = shown.status === 'live' || (prepared && shown.status === 'unknown');
  return (
    <div className="player" data-scheme="dark">
      {chip}
      {(isLive || shown.status === 'off') && <PreviewSwitch on={isLive} />}
      {isLive ? <Preview channel={channel} /> : <Card shown={shown} channel={channel} />}
      {shown.status !== 'unread' && <OldAlert channel={channel} />}
    </div>
  );
}

type SceneState = WithIngest & WithConnection & WithPreferences & WithVerdicts;

/** Used until the first status after mounting: an earlier one may be outdated, and its playlist deleted. */
const UNSEEN: ControlState = { progress: null, asked: null, failure: null };

function sceneIn(state: SceneState, channel: string): Scene {
  const control = isWatched(state, channel) ? shownControlIn(state, channel) : UNSEEN;
  return sceneOf({
    ...control,
    // If the encoder is already back, no advice is needed.
    failure: state.ingest.returned && waitsForEncoder(control) ? null : control.failure,
    alive: state.connection.status === 'alive',
    preview: isPreviewShown(state),
    stored: storedIn(state, pageNow()),
    unread: unreadIn(state),
    resumes: isReadAnew({ ...shownControlIn(state, channel), arriving: state.ingest.arriving, now: pageNow() }),
  });
}

const alertIn = (scene: Scene) => (scene.status === 'alert' ? scene.alert : null);

const reasonIn = (scene: Scene) => (scene.status === 'unread' ? scene.reason : null);

const sameScene = (a: Scene, b: Scene) =>
  a.status === b.status && shallowEqual(alertIn(a), alertIn(b)) && reasonIn(a) === reasonIn(b);

function useAge(): number | null {
  const seenAt = useSelector(seenAtIn);
  return useEachSecond((now) => statusAge(seenAt, now));
}

/** Warns about an outdated status, but not after a single failed request. */
function OldAlert({ channel }: { channel: string }) {
  const unread = useSelector(unreadIn);
  const alive = useSelector(({ connection }: WithConnection) => connection.status === 'alive');
  const age = useAge();
  return unread === null || age === null || !alive ? null : <UnreadAlert channel={channel} reason={unread} />;
}

function UnreadAlert({ channel, reason }: { channel: string; reason: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <Alert title={t('The stream status could not be loaded.')} evidence={reasonText(reason, t)} tone="warning">
      <div className="alert-remedy">
        <p>
          {t('Retrying automatically. If this does not stop, check the log of the core and the proxy in front of it.')}
        </p>
        <Button icon="restart" onClick={() => dispatch(statesRetried(channel))}>
          {t('Retry')}
        </Button>
      </div>
    </Alert>
  );
}

function PreviewSwitch({ on }: { on: boolean }) {
  const { t } = useTranslation();
  const [, choose] = usePreference(PREVIEW_KEY);
  return (
    <div className="player-tools">
      <Button kind="quiet" icon={on ? 'hide' : 'show'} onClick={() => choose(on ? PREVIEW_OFF : 'on')}>
        {on ? t('Hide preview') : t('Show preview')}
      </Button>
    </div>
  );
}

function Card({ shown, channel }: { shown: Scene; channel: string }) {
  const { t } = useTranslation();
  switch (shown.status) {
    case 'alert': {
      const { evidence, remedy, also, field, cause, at, tone } = shown.alert;
      // The verdict already links the field of a failure.
      const link = field === null || at > 0 ? null : sourceFieldLink(channel, { field, cause, at });
      return (
        <div className="player-card">
          <Alert title={t(remedy)} tone={tone}>
            <FailureHelp also={also} link={link} />
            {evidence && (
              <Disclosure summary={t('Details')}>
                <code>{evidence}</code>
              </Disclosure>
            )}
          </Alert>
        </div>
      );
    }
    case 'stopped':
      return <Words icon="empty" title={t('The stream is stopped')} text={t('Start the stream to see it here.')} />;
    case 'connecting':
      return (
        <Words title={t('Connecting …')} text={t('It takes about 10 s before the stream is shown as live.')}>
          <Spinner />
        </Words>
      );
    case 'empty':
      return (
        <Words
          title={t('Nothing to play yet')}
          text={t('The stream has no complete segment yet. The preview begins with the first one.')}
        >
          <Spinner />
        </Words>
      );
    case 'stopping':
      return (
        <Words title={t('Stopping …')} text={t('Waiting for the process to finish.')}>
          <Spinner />
        </Words>
      );
    case 'away':
      return (
        <Words
          icon="alert"
          title={t('The core is not responding')}
          text={t('The preview returns as soon as it responds.')}
        />
      );
    case 'off':
      return <Words icon="hide" title={t('Preview hidden')} text={t('The stream itself is not affected.')} />;
    case 'unknown':
      return (
        <div className="player-card">
          <WaitingNote text={t('Loading stream status …')} />
        </div>
      );
    case 'unread':
      return (
        <div className="player-card">
          <UnreadAlert channel={channel} reason={shown.reason} />
        </div>
      );
    case 'unclear':
      return (
        <Words
          icon="info"
          title={t('State unknown')}
          text={t(
            'The core reports a state that this interface does not know. You can still start and stop the stream.',
          )}
        />
      );
    case 'live':
      return null;
  }
}

interface WordsProps {
  icon?: DrawingName;
  title: string;
  text: string;
  children?: ReactNode;
}

function Words({ icon, title, text, children }: WordsProps) {
  return (
    <div className="player-card">
      {icon ? <Icon name={icon} size={40} /> : children}
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
