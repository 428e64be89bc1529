import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { statusAge } from '../../../media/run/statusAge.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Spinner, WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { type DrawingName, Icon } from '../../../ui/look/icons.tsx';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { reasonText } from '../../gate/notice/slice.ts';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { sourceFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { statesRetried } from '../channel/channelStatusActions.ts';
import { type Scene, sceneOf } from '../ingest/channelPageButtonsAndPreview.ts';
import { seenAtIn, sightIn, storedIn, unreadIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { Preview } from './Preview.tsx';
import { SetupButton } from './SetupButton.tsx';
import { previewSwitched, type WithPreview } from './slice.ts';

/** The picture, or what stands in its place; `chip` is over it. */
export function PreviewArea({ channel, chip }: { channel: string; chip: ReactNode }) {
  const shown = useSelector(sceneIn, sameScene);
  return (
    <div className="player" data-scheme="dark">
      {chip}
      {(shown.status === 'live' || shown.status === 'off') && <PreviewSwitch on={shown.status === 'live'} />}
      {shown.status === 'live' ? <Preview channel={channel} /> : <Card shown={shown} channel={channel} />}
      {shown.status !== 'unread' && <OldAlert channel={channel} />}
    </div>
  );
}

const sceneIn = (state: WithIngest & WithConnection & WithPreview): Scene =>
  sceneOf({
    ...sightIn(state),
    alive: state.connection.status === 'alive',
    preview: state.channelPage.shown,
    stored: storedIn(state, Date.now()),
    unread: unreadIn(state),
  });

const alertIn = (scene: Scene) => (scene.status === 'alert' ? scene.alert : null);

const reasonIn = (scene: Scene) => (scene.status === 'unread' ? scene.reason : null);

const sameScene = (a: Scene, b: Scene) =>
  a.status === b.status && shallowEqual(alertIn(a), alertIn(b)) && reasonIn(a) === reasonIn(b);

/** Seconds since the core said so, once it is old. */
function useAge(): number | null {
  const seenAt = useSelector(seenAtIn);
  return useEachSecond((now) => statusAge(seenAt, now));
}

/** What is shown was true a while ago; a single slip is not worth a word. */
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
  const dispatch = useDispatch();
  return (
    <div className="player-tools">
      <Button kind="quiet" icon={on ? 'hide' : 'show'} onClick={() => dispatch(previewSwitched(!on))}>
        {on ? t('Hide preview') : t('Show preview')}
      </Button>
    </div>
  );
}

function Card({ shown, channel }: { shown: Scene; channel: string }) {
  const { t } = useTranslation();
  switch (shown.status) {
    case 'alert': {
      const { evidence, remedy, also, field, cause, at, setup, tone } = shown.alert;
      // Of a failure the verdict has it already.
      const link = field === null || at > 0 ? null : sourceFieldLink(channel, { field, cause, at });
      return (
        <div className="player-card">
          <Alert title={t(remedy)} evidence={evidence} tone={tone}>
            <div className="alert-remedy">
              <FailureHelp also={also} link={link} />
              {setup && <SetupButton channel={channel} kind="plain" />}
            </div>
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
          text={t('The stream has no complete segment yet. The line on top says how it goes.')}
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
