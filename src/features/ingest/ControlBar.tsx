import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { msg } from '../../i18n/msg.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Actions } from '../../ui/layout.tsx';
import { preferencesOpened, type WithPreferences } from '../preference/slice.ts';
import { SetupButton } from './SetupButton.tsx';
import { StartDialog } from './StartDialog.tsx';
import { controlStateIn, progressIn } from './selectors.ts';
import { ingestReconnectRequested, ingestStartRequested, ingestStopRequested, type WithIngest } from './slice.ts';
import { stoppedKey, stoppedWithIn } from './stoppedWith.ts';
import { type Controls, controlsOf, needsConsent, noteOf, running } from './view.ts';

type Action = NonNullable<Controls>['main'];

const looks = {
  start: { kind: 'main', icon: 'play', text: msg('Start stream') },
  stop: { kind: 'danger', icon: 'stop', text: msg('Stop stream') },
  cancel: { kind: 'plain', icon: 'close', text: msg('Cancel') },
  reconnect: { kind: 'main', icon: 'restart', text: msg('Reconnect') },
} as const satisfies Record<Action, object>;

/** What one can do about the stream; the main button stays at its place whatever happens. */
export function ControlBar({ channel, more }: { channel: string; more: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const choice = useSelector((state: WithIngest) => controlsOf(controlStateIn(state)), shallowEqual);
  const note = useSelector((state: WithIngest) => noteOf(controlStateIn(state)), shallowEqual);
  const publications = useSelector(publicationsIn);
  const asks = useSelector((state: WithIngest) => needsConsent(progressIn(state), publicationsIn(state)));
  const [asking, setAsking] = useState(false);
  const [starting, setStarting] = useState(false);
  const stopped = useSelector((state: Seen) => stoppedIn(state, channel), shallowEqual);
  useEffect(() => {
    dispatch(preferencesOpened([stoppedKey(channel)]));
  }, [dispatch, channel]);
  const stop = () => {
    setAsking(false);
    dispatch(ingestStopRequested(channel));
  };
  const actions: Record<Action, () => void> = {
    start: () => (stopped.length > 0 ? setStarting(true) : dispatch(ingestStartRequested(channel))),
    reconnect: () => dispatch(ingestReconnectRequested(channel)),
    stop: () => (asks ? setAsking(true) : stop()),
    cancel: () => (asks ? setAsking(true) : stop()),
  };
  const [left, right] = placesOf(choice);
  return (
    <>
      <Actions back={more} note={note && <span className="tabular">{t(note.text, { n: note.n })}</span>}>
        <LinkButton icon="edit" href={`#/${channel}/edit`}>
          {t('Edit')}
        </LinkButton>
        <SetupButton channel={channel} kind="plain" />
        {choice &&
          [left, right].map(({ action, busy, reason }) => (
            <Button
              key={action}
              kind={reason === null ? looks[action].kind : 'plain'}
              icon={looks[action].icon}
              busy={busy}
              disabled={reason !== null}
              title={reason === null ? undefined : t(reason)}
              onClick={actions[action]}
            >
              {t(looks[action].text)}
            </Button>
          ))}
      </Actions>
      <StartDialog channel={channel} ids={stopped} open={starting} onClose={() => setStarting(false)} />
      <ConfirmDialog
        open={asking}
        title={t('Stop the stream?')}
        confirm={t('Stop stream')}
        danger
        onConfirm={stop}
        onClose={() => setAsking(false)}
      >
        {t('Viewers will see that the stream is offline.')}{' '}
        {publications > 0 &&
          t('{{count}} publications will stop as well.', {
            count: publications,
            defaultValue_one: '{{count}} publication will stop as well.',
          })}
      </ConfirmDialog>
    </>
  );
}

interface Place {
  action: Action;
  busy: boolean;
  /** Why it cannot be pressed; null: it can. */
  reason: string | null;
}

/** Two places that stay, whatever happens: what brings the stream back, and what starts or ends it. */
function placesOf(choice: Controls): [left: Place, right: Place] {
  const { main, second, busy } = choice ?? { main: 'start', second: null, busy: false };
  const plain = { busy: false, reason: null };
  if (second)
    return [
      { action: main, busy, reason: null },
      { action: second, ...plain },
    ];
  if (main === 'reconnect')
    return [
      { action: main, busy, reason: null },
      { action: 'stop', busy: false, reason: msg('The stream is starting.') },
    ];
  const reason = msg('Only a stream that has failed or ended can be reconnected.');
  return [
    { action: 'reconnect', busy: false, reason },
    { action: main, busy, reason: null },
  ];
}

type Seen = WithIngest & WithPreferences;

const stoppedIn = (state: Seen, channel: string) =>
  stoppedWithIn(state, channel, (id) => {
    const { ingest } = state.ingest;
    return ingest.status === 'present' && ingest.egresses[id]?.order === 'stop';
  });

const publicationsIn = ({ ingest: { ingest } }: WithIngest) =>
  ingest.status === 'present' ? running(ingest.egresses) : 0;
