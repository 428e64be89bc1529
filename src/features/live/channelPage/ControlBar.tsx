import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { publicationIdOf } from '../../../media/channel/publicationOutputs.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { preferencesOpened, type WithPreferences } from '../../shared/preference/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { type Controls, controlsOf, countRunning, needsConsent, noteOf } from '../ingest/controlState.ts';
import { stoppedKey, stoppedWithIn } from '../ingest/runCommand.ts';
import { controlStateIn, egressesIn, progressIn, publicationsOnIn } from '../ingest/selectors.ts';
import {
  ingestReconnectRequested,
  ingestStartRequested,
  ingestStopRequested,
  publicationsWanted,
  type WithIngest,
} from '../ingest/slice.ts';
import { shownControlIn, shownVerdictIn, type WithVerdicts } from '../verdict/slice.ts';
import { StartPublicationsDialog } from './StartPublicationsDialog.tsx';

type Action = NonNullable<Controls>['main'];

const looks = {
  start: { kind: 'main', icon: 'play', text: msg('Start stream') },
  stop: { kind: 'danger', icon: 'stop', text: msg('Stop stream') },
  cancel: { kind: 'plain', icon: 'close', text: msg('Cancel') },
  reconnect: { kind: 'main', icon: 'restart', text: msg('Reconnect') },
} as const satisfies Record<Action, object>;

export function ControlBar({ channel, record }: { channel: string; record: ReactNode }) {
  const note = useNote(channel);
  return (
    <Actions back={<MoreMenu channel={channel} />} note={note && <Note text={note} />}>
      <StreamButtons channel={channel}>
        <PageLinks channel={channel} />
        {record}
      </StreamButtons>
    </Actions>
  );
}

export function RemoteBar({ channel, record }: { channel: string; record: ReactNode }) {
  const note = useNote(channel);
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add('with-remote');
    return () => classList.remove('with-remote');
  }, []);
  return (
    <div className="remote">
      <div className="remote-buttons">
        <div className="remote-tools">
          <MoreMenu channel={channel} />
          <PageLinks channel={channel} />
          {record}
          {note && <p className="dim small tabular">{note}</p>}
        </div>
        <div className="remote-main">
          <StreamButtons channel={channel} />
        </div>
      </div>
    </div>
  );
}

function PageLinks({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const off = useSelector((state: WithIngest) => controlsOf(controlStateIn(state))?.main === 'start');
  return (
    <>
      {off && (
        <LinkButton icon="check" href={`#/${channel}/preflight`}>
          {t('Check')}
        </LinkButton>
      )}
      <LinkButton icon="edit" href={`#/${channel}/edit`}>
        {t('Edit')}
      </LinkButton>
    </>
  );
}

/** Keeps the bar to one row in every language. */
function MoreMenu({ channel }: { channel: string }) {
  const { t } = useTranslation();
  return (
    <HeaderMenu
      label={t('More')}
      icon="more"
      entries={[
        { icon: 'check', text: t('Check before going live'), to: `#/${channel}/preflight` },
        { icon: 'details', text: t('Process details'), to: `#/${channel}?show=details` },
        { icon: 'download', text: t('Debug report'), to: `#/${channel}?show=report` },
        { icon: 'camera', text: t('Video setup'), to: `#/${channel}/edit/wizard` },
      ]}
    />
  );
}

const Note = ({ text }: { text: string }) => (
  <span className="tabular" title={text}>
    {text}
  </span>
);

function useNote(channel: string): string | null {
  const { t } = useTranslation();
  const note = useSelector((state: WithVerdicts) => noteOf(shownControlIn(state, channel)), shallowEqual);
  return note && t(note.text, { n: note.n });
}

const UNDO_MS = 8000;

function useUndo() {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (ids === null) return;
    const timer = setTimeout(() => setIds(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [ids]);
  return { ids, offer: setIds, over: () => setIds(null) };
}

interface StreamControls {
  choice: Controls;
  act: Readonly<Record<Action, () => void>>;
  takeBack: (() => void) | null;
}

const StreamContext = createContext<StreamControls | null>(null);

/** Wraps both bars, so that the confirmation stays open when a rotated phone switches between them. */
export function StreamControl({ channel, children }: { channel: string; children: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const choice = useSelector((state: WithIngest) => controlsOf(controlStateIn(state)), shallowEqual);
  const running = useSelector(runningIn, shallowEqual);
  const asks = useSelector((state: ControlBarState) => needsConsent(progressIn(state), countOf(runningIn(state))));
  const on = useSelector(publicationsOnIn);
  const [asking, setAsking] = useState(false);
  const [starting, setStarting] = useState(false);
  const undo = useUndo();
  const stopped = useSelector((state: ControlBarState) => stoppedIn(state, channel), shallowEqual);
  const stopWords = useStopWords();
  useEffect(() => {
    dispatch(preferencesOpened([stoppedKey(channel)]));
  }, [dispatch, channel]);
  const stop = () => {
    setAsking(false);
    undo.offer(on.split(' ').filter((id) => id !== ''));
    dispatch(ingestStopRequested(channel));
  };
  const start = () => {
    undo.over();
    if (stopped.length > 0) setStarting(true);
    else dispatch(ingestStartRequested(channel));
  };
  const takeBack = (ids: readonly string[]) => {
    undo.over();
    dispatch(ingestStartRequested(channel));
    dispatch(publicationsWanted(ids));
  };
  const act: Record<Action, () => void> = {
    start,
    reconnect: () => dispatch(ingestReconnectRequested(channel)),
    stop: () => (asks ? setAsking(true) : stop()),
    cancel: () => (asks ? setAsking(true) : stop()),
  };
  const { ids } = undo;
  return (
    <StreamContext value={{ choice, act, takeBack: ids === null ? null : () => takeBack(ids) }}>
      {children}
      <StartPublicationsDialog channel={channel} ids={stopped} open={starting} onClose={() => setStarting(false)} />
      <ConfirmDialog
        open={asking}
        title={t('Stop the stream?')}
        confirm={t('Stop stream')}
        danger
        onConfirm={stop}
        onClose={() => setAsking(false)}
      >
        {t('Viewers will see that the stream is offline.')} {stopWords(running)}
      </ConfirmDialog>
    </StreamContext>
  );
}

function useStopWords() {
  const { t, i18n } = useTranslation();
  return (running: RunningCounts): string => {
    const { publications, recordings } = running;
    const parts = [
      publications > 0 &&
        t('{{count}} publications', { count: publications, defaultValue_one: '{{count}} publication' }),
      recordings > 0 && t('{{count}} recordings', { count: recordings, defaultValue_one: '{{count}} recording' }),
    ].filter((part) => part !== false);
    const what = new Intl.ListFormat(i18n.language).format(parts);
    const count = countOf(running);
    return count === 0 ? '' : t('{{what}} stop as well.', { count, what, defaultValue_one: '{{what}} stops as well.' });
  };
}

function StreamButtons({ channel, children }: { channel: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const control = use(StreamContext);
  const lost = useSelector(({ connection }: WithConnection) => connection.status === 'lost');
  const offered = useSelector((state: WithVerdicts) =>
    shownVerdictIn(state, channel).remedies.some(({ act }) => act === 'reconnect'),
  );
  if (!control) return null;
  const { choice, act, takeBack } = control;
  const [left, right] = placesOf(choice, lost, offered);
  return (
    <>
      {!choice && <KeptPlace action="reconnect" />}
      {choice && takeBack && left.empty && !lost ? (
        <Button icon="back" onClick={takeBack}>
          {t('Undo stop')}
        </Button>
      ) : (
        choice && <PlaceButton place={left} onPress={act[left.action]} />
      )}
      {children}
      <span className="place-wide">
        {choice && <PlaceButton place={right} onPress={act[right.action]} />}
        <KeptPlace action="stop" />
      </span>
    </>
  );
}

/** Reserves the width of the button of a live channel, to avoid layout shifts. */
function KeptPlace({ action }: { action: Action }) {
  const { t } = useTranslation();
  return (
    <span className="place-kept" aria-hidden>
      <Button icon={looks[action].icon} disabled>
        {t(looks[action].text)}
      </Button>
    </span>
  );
}

function PlaceButton({ place: { action, busy, reason, empty }, onPress }: { place: PlaceState; onPress: () => void }) {
  const { t } = useTranslation();
  if (empty) return <KeptPlace action={action} />;
  return (
    <Button
      kind={reason === null ? looks[action].kind : 'plain'}
      icon={looks[action].icon}
      busy={busy}
      disabled={reason !== null}
      title={reason === null ? undefined : t(reason)}
      onClick={onPress}
    >
      {t(looks[action].text)}
    </Button>
  );
}

interface PlaceState {
  action: Action;
  busy: boolean;
  reason: string | null;
  empty: boolean;
}

const closed = (place: PlaceState): PlaceState => ({
  ...place,
  busy: false,
  reason: msg('The core is not responding.'),
});

/** @param offered whether a reconnect could help a running stream */
function placesOf(choice: Controls, lost: boolean, offered: boolean): [left: PlaceState, right: PlaceState] {
  const [left, right] = openPlacesOf(choice, offered);
  return lost ? [{ ...left, empty: true }, closed(right)] : [left, right];
}

function openPlacesOf(choice: Controls, offered: boolean): [left: PlaceState, right: PlaceState] {
  const { main, second, busy } = choice ?? { main: 'start', second: null, busy: false };
  const plain = { busy: false, reason: null, empty: false };
  if (second)
    return [
      { ...plain, action: main, busy },
      { action: second, ...plain },
    ];
  if (main === 'reconnect')
    return [
      { ...plain, action: main, busy },
      { ...plain, action: 'stop', reason: msg('The stream is starting.') },
    ];
  return [
    { ...plain, action: 'reconnect', empty: !(offered && main === 'stop') },
    { ...plain, action: main, busy },
  ];
}

type ControlBarState = WithIngest & WithPreferences & WithChannels;

const stoppedIn = (state: ControlBarState, channel: string) =>
  stoppedWithIn(state, channel, (id) => egressesIn(state)[id]?.progress.order === 'stop');

interface RunningCounts {
  publications: number;
  recordings: number;
}

const countOf = ({ publications, recordings }: RunningCounts) => publications + recordings;

/** Counts what would stop with the channel. Two outputs of a publication count once. */
function runningIn({ channel: { list }, ...state }: ControlBarState): RunningCounts {
  const egresses = egressesIn(state);
  const ownerOf = (id: string) => publicationIdOf(list.find((channel) => id in channel.egresses)?.egresses ?? {}, id);
  const all = countRunning(egresses, ownerOf);
  const isRecording = (id: string) => egressOf(id)?.service === 'recording';
  const recordings = countRunning(Object.fromEntries(Object.entries(egresses).filter(([id]) => isRecording(id))));
  return { publications: all - recordings, recordings };
}
