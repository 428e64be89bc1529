import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Processes, type ProcessState } from '../api/answers/process.ts';
import cores from '../api/fixtures/cores.json' with { type: 'json' };
import { egressId } from '../api/processIds.ts';
import type { Egresses } from '../media/channel/channel.ts';
import { isOn, sendingOf } from '../media/channel/publicationState.ts';
import type { ProcessFailure, Words } from '../media/diagnosis/processFailure.ts';
import { sightingAfter } from '../media/hold/holdSighting.ts';
import type { HoldStatus } from '../media/hold/holdStatus.ts';
import { type Progress, progressOf } from '../media/run/progress.ts';
import { isRecording } from '../media/stored/recordingFiles.ts';
import { OTHER_VIEWS, tallyOf } from '../media/verdict/verdict.ts';
import type { SendingStatus, Tally } from '../media/verdict/verdictTypes.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { randomFrom } from '../testing/randomFrom.ts';
import { connection, connectionAwaited, connectionHealed, connectionLost } from './gate/connection/slice.ts';
import { conditionsIn } from './live/alarm/judgeAlarm.ts';
import {
  channel,
  channelClosed,
  channelsFound,
  processesUnread,
  statesAged,
  statesOpened,
  statusFetched,
} from './live/channel/slice.ts';
import { hold, holdRead, isHoldReadIn, orderGiven } from './live/hold/slice.ts';
import { noteOf, sceneOf } from './live/ingest/controlState.ts';
import { storedIn, unreadIn } from './live/ingest/selectors.ts';
import {
  commandRefused,
  ingest,
  ingestReconnectRequested,
  ingestStartRequested,
  ingestStopRequested,
} from './live/ingest/slice.ts';
import { entryIn, needsWords, sumIn } from './live/multiview/channelEntry.ts';
import { publicationAlertOf } from './live/publication/FailureCause.tsx';
import {
  countOf,
  groupStateOf,
  lineOf,
  orderedIds,
  publicationsOf,
  rowToneOf,
  SENDING_STATES,
  sendingIn,
  shownOutputIn,
  switchOf,
  tallyAmong,
} from './live/publication/publicationState.ts';
import { recordingsIn } from './live/publication/RecordButton.tsx';
import { asked, publication, refused, settled } from './live/publication/slice.ts';
import { countsOf } from './live/publication/useCountsText.tsx';
import { channelsShown, overview } from './live/shownChannels/slice.ts';
import { commandTaken, failureExplained, failuresForgotten, status, storageListed } from './live/status/slice.ts';
import { inspector, pictureSeen } from './live/streamInspector/slice.ts';
import { observeInPassing, observeWatched } from './live/timeline/observeChannels.ts';
import { viewsAfter } from './live/verdict/channelView.ts';
import {
  channelShortIn,
  lookOf,
  shortIn,
  shownControlIn,
  shownHoldIn,
  shownUptimeIn,
  shownVerdictIn,
} from './live/verdict/slice.ts';
import type { RootState } from './setup/index.ts';

/* Whatever the core responds, no two components may show contradictory states of a channel at the same time. */

/** The facts that a component shows; absent: it shows none. */
interface Claim {
  sends?: boolean;
  /** A state of `StateChip`. */
  state?: Progress['status'];
  problems?: number;
  tone?: string;
  counts?: readonly { text: string; n: number; m?: number }[];
  uptime?: number | null;
  failing?: readonly string[];
  /** Stopped by an operator, so no place may show a failure or a wait. */
  stopped?: boolean;
  /** Shows an alarm, which a deliberate stop must not. */
  alarming?: boolean;
  recording?: string;
  /** Whether the output is the standby image. */
  held?: boolean;
}

interface Place {
  file: string;
  says: (state: RootState, now: number) => Claim;
}

const outOf = (state: Progress['status']): Pick<Claim, 'sends'> =>
  state === 'unknown' ? {} : { sends: state === 'connected' };

const shortClaim = (short: ReturnType<typeof channelShortIn>): Claim =>
  short
    ? {
        ...{ state: short.state, problems: short.problems, tone: short.tone, held: short.held === true },
        ...outOf(short.state),
      }
    : {};

/** The source may be gone while it is on the air, so statements on the source are not about the output. */
const isHeld = (state: RootState) => shownVerdictIn(state, CHANNEL).covered === true;

const ids = (state: RootState) => Object.keys(publicationsOf(state, CHANNEL));
const sendingIds = (state: RootState) => orderedIds(state, CHANNEL).filter((id) => !isRecording(id));
const stateOf = (state: RootState) => (id: string) => shownOutputIn(state, CHANNEL, id);
const isAnyLive = (tally: Pick<Tally, 'live'>) => (tally.live > 0 ? { sends: true } : {});

/** The channel itself has no output to viewers; its publications may. */
const isUnstored = (state: RootState) => shownVerdictIn(state, CHANNEL).kind === 'unstored';

const SOURCE_SENDS: readonly (string | null)[] = ['live', 'slow', 'overloaded', 'behind', 'few-frames', 'fast'];
const SOURCE_SILENT: readonly (string | null)[] = ['stalled', 'away', 'off'];

const PLACES: Readonly<Record<string, Place>> = {
  sentence: {
    file: 'features/live/channelPage/VerdictBar.tsx',
    says: (state) => {
      const verdict = shownVerdictIn(state, CHANNEL);
      const { output } = OTHER_VIEWS[verdict.kind];
      const { tone } = lookOf(verdict);
      const texts = ['live', 'destination', 'held', 'cut', 'covered'].includes(verdict.kind)
        ? { counts: countsOf(verdict.tally) }
        : {};
      const isSilent = output === 'nothing' || ['soon'].includes(output) || verdict.kind === 'silent';
      const isStopped = verdict.kind === 'off' || verdict.kind === 'stopping';
      return {
        tone,
        ...texts,
        ...(isSilent || isStopped || verdict.kind === 'asked' ? { sends: false } : {}),
        ...(output === 'all' ? { sends: true } : {}),
        ...(isStopped ? { stopped: true } : {}),
        ...(verdict.kind === 'live' ? { problems: 0, failing: [] } : {}),
        ...(verdict.kind === 'destination' ? { failing: verdict.ids } : {}),
        ...(verdict.kind === 'loading' ? {} : { held: verdict.kind === 'held' || verdict.kind === 'cut' }),
      };
    },
  },
  header: { file: 'app/frame/Shell.tsx', says: (state) => shortClaim(shortIn(state)) },
  title: { file: 'screens/ChannelScreen.tsx', says: (state) => shortClaim(shortIn(state)) },
  chip: {
    file: 'features/live/verdict/ChannelProblemsChip.tsx',
    says: (state) => {
      const short = shortIn(state);
      return short.state === 'connected' && short.problems > 0 ? shortClaim(short) : {};
    },
  },
  tile: {
    file: 'features/live/channelList/ChannelTile.tsx',
    says: (state) => shortClaim(channelShortIn(state, CHANNEL)),
  },
  'tile of the multiview': {
    file: 'features/live/multiview/Tile.tsx',
    says: (state) => {
      const { short, verdict, uptime } = entryIn(state, CHANNEL);
      return {
        ...shortClaim(short),
        ...(verdict ? { counts: countsOf(verdict.tally) } : {}),
        ...(short?.state === 'connected' ? { uptime } : {}),
        ...(needsWords(verdict) && verdict.severity === 'error' ? { alarming: true } : {}),
      };
    },
  },
  'sum of the multiview': {
    file: 'features/live/multiview/Multiview.tsx',
    says: (state) => {
      const { live, troubled } = sumIn(state);
      const isKnown = shortIn(state).state !== 'unknown';
      return isKnown ? { sends: live === 1, ...(troubled === 0 && live === 1 ? { problems: 0 } : {}) } : {};
    },
  },
  'counts of the list': {
    file: 'features/live/publication/PublicationsCard.tsx',
    says: (state) => {
      const tally = tallyAmong(state, CHANNEL, orderedIds(state, CHANNEL));
      const grouped = groupStateOf(state, CHANNEL, 'Evening');
      const others = tallyAmong(
        state,
        CHANNEL,
        orderedIds(state, CHANNEL).filter((id) => publicationsOf(state, CHANNEL)[id]?.turn?.group !== 'Evening'),
      );
      const sum = (status: SendingStatus) => grouped[status] + others[status] === tally[status];
      if (!Object.keys(tally).every((status) => sum(status as SendingStatus)))
        throw new Error('the groups are counted otherwise than the list');
      if (countOf(state, CHANNEL).all !== orderedIds(state, CHANNEL).length) throw new Error('not all are counted');
      return {
        counts: countsOf(tally),
        ...isAnyLive(tally),
        ...(tally.waiting + tally.stalled > 0 ? { alarming: true } : {}),
      };
    },
  },
  rows: {
    file: 'features/live/publication/PublicationRow.tsx',
    says: (state) => {
      const egresses = publicationsOf(state, CHANNEL);
      const lines = ids(state).map((id) => lineOf(stateOf(state)(id)));
      // A rejected command stays red until the next one, regardless of the channel.
      const own = ids(state).filter((id) => stateOf(state)(id).refused === null);
      const tally: Record<string, number> = {};
      for (const id of sendingIds(state)) {
        const { status, lacks } = sendingIn(egresses, id, stateOf(state));
        const tone = rowToneOf(egresses, id, stateOf(state));
        const isGreen = tone === 'accent';
        if (isGreen !== (status === 'live' && lacks === null) && !(status === 'live' && tone === 'warning'))
          throw new Error(`a row is ${tone}, and counts as ${status}`);
        if (switchOf(state, CHANNEL, id).tone !== tone) throw new Error('a switch has another color than its row');
        tally[status] = (tally[status] ?? 0) + 1;
      }
      return {
        ...(lines.some(({ tone }) => tone === 'accent') ? { sends: true } : {}),
        ...(own.some((id) => lineOf(stateOf(state)(id)).tone === 'error') ? { alarming: true } : {}),
        // A stalled publication is displayed as failing.
        failing: orderedIds(state, CHANNEL).filter((id) =>
          ['failing', 'stalled'].includes(sendingIn(egresses, id, stateOf(state)).status),
        ),
      };
    },
  },
  'words for a screen reader': {
    file: 'features/live/publication/PublicationsCard.tsx',
    says: (state) => {
      const states = ids(state).map((id) => SENDING_STATES[sendingOf(stateOf(state)(id))]);
      return states.includes('connected') ? { sends: true } : {};
    },
  },
  'cause of a failure': {
    file: 'features/live/publication/FailureCause.tsx',
    says: (state) => {
      const states = ids(state).map(stateOf(state));
      return states.some((output) => output.refused === null && publicationAlertOf(output)) ? { alarming: true } : {};
    },
  },
  'button of the recording': {
    file: 'features/live/publication/RecordButton.tsx',
    says: (state) => ({ recording: recordingsIn(state, CHANNEL).on }),
  },
  'switch of the recording': {
    file: 'features/live/publication/PublicationRow.tsx',
    says: (state) => ({
      recording: ids(state)
        .filter((id) => isRecording(id) && isOn(stateOf(state)(id)))
        .join(' '),
    }),
  },
  'process of the publication': {
    file: 'features/setup/publicationForm/ProcessTab.tsx',
    says: (state) => (ids(state).some((id) => sendingOf(stateOf(state)(id)) === 'live') ? { sends: true } : {}),
  },
  picture: {
    file: 'features/live/channelPage/PreviewArea.tsx',
    says: (state, now) => {
      const { status } = sceneOf({
        ...shownControlIn(state, CHANNEL),
        alive: state.connection.status === 'alive',
        preview: true,
        stored: storedIn(state, now),
        unread: unreadIn(state),
      });
      if (status === 'alert') return { ...(isHeld(state) ? {} : { sends: false }), alarming: true };
      return !isHeld(state) && ['stopped', 'stopping', 'connecting'].includes(status) ? { sends: false } : {};
    },
  },
  'bar of the stream': {
    file: 'features/live/channelPage/ControlBar.tsx',
    says: (state) =>
      noteOf(shownControlIn(state, CHANNEL)) ? { ...(isHeld(state) ? {} : { sends: false }), alarming: true } : {},
  },
  figures: {
    file: 'features/live/channelPage/StreamFigures.tsx',
    says: (state) => {
      const uptime = shownUptimeIn(state, CHANNEL);
      return uptime === null ? {} : { uptime, sends: true };
    },
  },
  'standby image': {
    file: 'features/live/channelPage/HoldPanel.tsx',
    says: (state) => {
      const { status } = shownHoldIn(state, CHANNEL);
      // Without the core or with a stopped channel, nothing is known about the output.
      const { output } = OTHER_VIEWS[shownVerdictIn(state, CHANNEL).kind];
      if (output !== 'all') return {};
      const waiting = ids(state).filter(
        (id) => stateOf(state)(id).hold === 'slate' && sendingOf(stateOf(state)(id)) === 'kept',
      );
      if (waiting.length > 0) throw new Error('what sends the standby image is called kept');
      const hasLive = (state.verdict[CHANNEL]?.publications ?? []).some(
        (publication) => publication.readsHold === true && publication.status === 'live',
      );
      return status === 'slate' && !hasLive ? {} : { held: status === 'slate' };
    },
  },
  'offer of the standby image': {
    file: 'features/live/channelPage/HoldNote.tsx',
    says: (state) => {
      const { status } = shownHoldIn(state, CHANNEL);
      if (shownVerdictIn(state, CHANNEL).kind !== 'live' || status !== 'none') return {};
      if (isHoldReadIn(state, CHANNEL)) throw new Error('what is there already is offered');
      return { problems: 0, held: false };
    },
  },
  alarm: {
    file: 'features/live/alarm/AlarmSignals.tsx',
    says: (state, now) => {
      const condition = conditionsIn(state, false, now)[CHANNEL];
      if (condition?.status === 'good') return { sends: true, failing: [] };
      if (condition?.status !== 'bad') return {};
      return { alarming: true, ...(condition.things.includes('channel-down') ? { sends: false } : {}) };
    },
  },
  timeline: {
    file: 'features/live/timeline/Timeline.tsx',
    says: (state, now) => {
      const watched = state.status.watched === CHANNEL && state.status.watchedAt !== null;
      const stands = (watched ? observeWatched : observeInPassing)(state, CHANNEL, now)?.stands ?? {};
      const { source, ...outputs } = stands;
      const isBad = Object.entries(outputs).some(
        ([id, { status }]) =>
          (status === 'failing' && shownOutputIn(state, CHANNEL, id).refused === null) || status === 'stalled',
      );
      return {
        ...(SOURCE_SENDS.includes(source?.status ?? null) ? { sends: true } : {}),
        ...(SOURCE_SILENT.includes(source?.status ?? null) ? { sends: false } : {}),
        ...(isBad ? { alarming: true } : {}),
      };
    },
  },
};

function contradictionAmong(claims: Readonly<Record<string, Claim>>): string | null {
  const all = Object.entries(claims);
  for (const key of [
    'state',
    'problems',
    'tone',
    'uptime',
    'recording',
    'sends',
    'counts',
    'failing',
    'held',
  ] as const) {
    const texts = all.flatMap(([place, claim]) => (key in claim ? [{ place, text: JSON.stringify(claim[key]) }] : []));
    const [first] = texts;
    const other = texts.find(({ text }) => text !== first?.text);
    if (first && other) return `${key}: "${first.place}" says ${first.text}, "${other.place}" says ${other.text}`;
  }
  const stopped = all.find(([, { stopped: isStopped }]) => isStopped);
  const alarming = all.find(([, claim]) => claim.alarming || claim.tone === 'error');
  return stopped && alarming ? `"${stopped[0]}" says that it was stopped, "${alarming[0]}" is alarmed` : null;
}

function contradictionIn(state: RootState, now: number, places = PLACES): string | null {
  const claims = Object.fromEntries(
    Object.entries(places).map(([place, { says }]) => {
      const claim = says(state, now);
      if (!isUnstored(state)) return [place, claim];
      const { sends: _, ...rest } = claim;
      return [place, rest];
    }),
  );
  return contradictionAmong(claims);
}

/** Known causes and live times must not get lost while a process continues. */
function lossBetween(before: RootState, after: RootState): string | null {
  for (const id of ids(after)) {
    const [was, current] = [before, after].map((state) => shownOutputIn(state, CHANNEL, id));
    if (!was || !current) continue;
    const keepsFailing = sendingOf(was) === 'failing' && sendingOf(current) === 'failing' && current.refused === null;
    // That the channel has ended is a different cause, which needs no log.
    const isOther = current.failure?.cause === 'channel-not-running';
    if (keepsFailing && was.failure?.words && !current.failure?.words && !isOther)
      return `${id}: was known to fail for a reason`;
    const [previous, next] = [was.progress, current.progress];
    if (previous?.status !== 'connected' || next?.status !== 'connected') continue;
    const isSameRun =
      next.seconds > previous.seconds && next.seconds - previous.seconds < 20 && current.isKept && was.isKept;
    if (isSameRun && (next.uptimeSeconds ?? 0) < (previous.uptimeSeconds ?? 0) - 3)
      return `${id}: was live for ${previous.uptimeSeconds} s, and is for ${next.uptimeSeconds} s`;
  }
  return null;
}

type Random = ReturnType<typeof randomFrom>;
const oneOf = <T>(random: Random, ...all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];

const idOf = (n: number) => `${CHANNEL.slice(0, -2)}0${n}`;
const A = egressId('rtmp', idOf(1));
const B = egressId('rtmp', idOf(2));
const BACKUP = egressId('youtube', idOf(4));
const TWO = egressId('youtube', idOf(3));
const FILE = egressId('recording', idOf(5));
const EGRESSES: Egresses = {
  [A]: { service: 'rtmp', name: 'Venue A' },
  [B]: { service: 'rtmp', name: 'Venue B', turn: { group: 'Evening', pauseMs: 0 } as never },
  [TWO]: { service: 'youtube', name: 'Two', backup: BACKUP },
  [BACKUP]: { service: 'youtube', name: 'Two' },
  [FILE]: { service: 'recording', name: 'File' },
};
const PROCESSES = ['', ...Object.keys(EGRESSES)];

const RUNNING = (() => {
  const state = Processes.parse(cores['16.7.2'].processes[0]?.body)[0]?.state;
  if (!state?.progress) throw new Error('nothing is recorded');
  return { ...state, progress: state.progress };
})();
const HOLDING = [
  '-re',
  '-i',
  `http://127.0.0.1:8080/memfs/hold-${CHANNEL}.m3u8`,
  '-c',
  'copy',
  '-f',
  'flv',
  'rtmp://x/y',
];
const COPYING = ['-i', 'x', '-c:v', 'copy', '-f', 'flv', 'rtmp://venue.example/live'];

interface SimulatedProcess {
  state: ProcessState;
  flows: boolean;
}

/** @param reads possible inputs; the source of a channel does not read the hold */
const aProcess = (random: Random, long: number, reads: 'channel' | 'hold' = 'channel'): SimulatedProcess => {
  return {
    flows: random() < 0.8,
    state: {
      ...RUNNING,
      order: random() < 0.85 ? 'start' : 'stop',
      exec: random() < 0.8 ? 'running' : oneOf(random, 'starting', 'finishing', 'finished', 'failed', 'killed'),
      runtime_seconds: long,
      reconnect_seconds: -1,
      last_logline: oneOf(random, '', 'Connection refused', 'x: 404 Not Found'),
      progress: { ...RUNNING.progress, frame: long * 25, time: long, size_kb: long * 500, fps: 25 },
      command: random() < 0.5 ? (reads === 'hold' ? HOLDING : COPYING) : RUNNING.command,
    },
  };
};

function later({ state, flows }: SimulatedProcess, seconds: number, random: Random): SimulatedProcess {
  if (random() < 0.08) return { ...aProcess(random, seconds), ...(state.command === HOLDING && { state }) };
  const nextFlows = random() < 0.1 ? !flows : flows;
  const runtime = (state.runtime_seconds ?? 0) + seconds;
  const { progress } = state;
  if (random() < 0.1) {
    const exec = oneOf(random, 'failed', 'finished', 'running', 'finishing');
    const reset = exec === 'running' && progress ? { ...progress, frame: 0, time: 0, size_kb: 0, fps: 0 } : progress;
    const reconnect = exec === 'running' ? -1 : oneOf(random, -1, 5, 14);
    return {
      flows: nextFlows,
      state: { ...state, exec, runtime_seconds: 0, reconnect_seconds: reconnect, progress: reset },
    };
  }
  const grown =
    progress && state.exec === 'running' && nextFlows
      ? {
          ...progress,
          ...{ frame: progress.frame + 25 * seconds, time: progress.time + seconds, fps: 25 },
          size_kb: progress.size_kb + 500 * seconds,
        }
      : progress;
  return { flows: nextFlows, state: { ...state, runtime_seconds: runtime, progress: grown } };
}

const WORDS: Words = {
  ...{ title: '{{name}} rejected the key.', short: 'Key rejected', remedy: '', field: null, also: null },
  ...{ party: 'us', severity: 'fatal', lines: [] },
};

interface World {
  get: () => RootState;
  /** Also updates the derived views, as the store does. */
  dispatch: (event: Event) => void;
  now: number;
  processes: Map<string, SimulatedProcess>;
  random: Random;
  kinds: Set<string>;
}

const answerOf = ({ processes, now }: World, isRenamed = false) => {
  const progressOfId = (id: string) => progressOf(processes.get(id)?.state);
  return {
    seenAt: now,
    progress: isRenamed ? null : progressOfId(''),
    egresses: Object.fromEntries(Object.keys(EGRESSES).map((id) => [id, progressOfId(id)] as const)),
  };
};

const looked = (world: World, watched: boolean) =>
  statusFetched({
    askedAt: world.now,
    watched: watched ? CHANNEL : null,
    answers: { [CHANNEL]: answerOf(world) },
  });

type Event = Parameters<ReturnType<typeof openStore>['dispatch']>[0];

/** Possible events as dispatched by sagas; the first are the most frequent. */
const EVENTS: readonly ((world: World) => Event)[] = [
  ...Array.from({ length: 12 }, () => (world: World) => looked(world, true)),
  (world) => looked(world, false),
  (world) => asked({ ids: [oneOf(world.random, A, B, FILE)], intent: oneOf(world.random, 'start', 'stop', 'restart') }),
  (world) => settled({ id: oneOf(world.random, A, B, FILE), at: world.now }),
  (world) => settled({ id: oneOf(world.random, A, B, FILE), at: world.now }),
  (world) => refused({ id: oneOf(world.random, A, B), reason: 'Bad Request' }),
  (world) => failuresForgotten([oneOf(world.random, A, B, TWO, FILE)]),
  () => ingestStopRequested(CHANNEL),
  () => ingestReconnectRequested(CHANNEL),
  () => ingestStartRequested(CHANNEL),
  (world) => commandTaken(world.now),
  () => commandRefused(),
  () => connectionLost({ message: '', retryAt: 0 }),
  () => connectionAwaited(),
  () => connectionHealed(),
  () => connectionHealed(),
  () => statesAged(),
  () => processesUnread({ channel: CHANNEL, reason: 'x' }),
  () => channelClosed(),
  () => statesOpened(CHANNEL),
  () => statesOpened(CHANNEL),
  () => channelsShown([CHANNEL]),
  (world) => pictureSeen({ blackSince: world.random() < 0.5 ? world.now - 9000 : null, frozenSince: null }),
  (world) =>
    storageListed({ measuredKbit: 500, snapshotAt: null, segments: oneOf(world.random, '', 'a', 'b'), at: world.now }),
  ...Array.from({ length: 4 }, () => (world: World) => heldStatus(world)),
  (world) => orderGiven({ channel: CHANNEL, wanted: oneOf(world.random, 'slate', 'auto'), at: world.now }),
  (world) => explained(world, A),
  (world) => explained(world, B),
  (world) => explained(world, ''),
];

const heldStatus = ({ get, now, random }: World) => {
  const status: HoldStatus | null =
    random() < 0.1
      ? null
      : {
          ...{ version: 1, beat: random() < 0.85 ? now : 0, seconds: 2 },
          onAir: oneOf(random, 'slate', 'slate', 'source', 'nothing'),
          why: oneOf(random, 'ended', 'late', 'order', 'running', 'limit'),
          image: oneOf(random, 'ready', 'ready', 'drawing', 'codec'),
          limitIn: oneOf(random, null, 60),
        };
  const sighting = sightingAfter(get().hold.sightings[CHANNEL], status, now);
  return holdRead({ channel: CHANNEL, sighting });
};

function explained({ get }: World, id: string) {
  const status = get().status.channels[CHANNEL];
  const failing: ProcessFailure | null = (id === '' ? status?.ingest : status?.egresses[id])?.failure ?? null;
  if (failing === null) return connectionHealed();
  const payload = { channel: CHANNEL, id: id === '' ? `restreamer-ui:ingest:${CHANNEL}` : id };
  return failureExplained({ ...payload, failing: { ...failing, cause: 'key-refused', words: WORDS } });
}

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const LIST = { list: [{ id: CHANNEL, name: 'A', available: true, egresses: EGRESSES }], chosen: CHANNEL };

/** Applies an event without sagas, whose actions are simulated as events. */
function reduced(state: RootState, event: Event, now: number): RootState {
  const observed = {
    ...state,
    status: status(state.status, event),
    ingest: ingest(state.ingest, event),
    hold: hold(state.hold, event),
    publication: publication(state.publication, event),
    channel: channel(state.channel, event),
    connection: connection(state.connection, event),
    streamInspector: inspector(state.streamInspector, event),
    shownChannels: overview(state.shownChannels, event),
  };
  return { ...observed, verdict: viewsAfter(observed, now) };
}

const BEGIN = (() => {
  const store = openStore({ core: aCore() });
  store.dispatch(channelsFound(LIST));
  const state = store.getState();
  store.stop();
  return state;
})();

function aWorld(seed: number): World {
  let state: RootState = BEGIN;
  const world: World = {
    ...{ now: 1_000_000, random: randomFrom(seed), processes: new Map(), kinds: new Set() },
    get: () => state,
    dispatch: (event) => {
      state = reduced(state, event, world.now);
    },
  };
  return world;
}

/** Plays a sequence with new processes and judges each step; returns the fault or null. */
function playSequence(world: World, steps: number, places = PLACES): string | null {
  const { get, dispatch, random } = world;
  world.now += 600_000;
  const holders = random() < 0.5 ? [A, TWO, BACKUP] : [];
  for (const id of PROCESSES)
    world.processes.set(id, aProcess(random, oneOf(random, 1, 5, 11, 90), holders.includes(id) ? 'hold' : 'channel'));
  const events: string[] = [];
  const judge = (before: RootState) => {
    const after = get();
    world.kinds.add(shownVerdictIn(after, CHANNEL).kind);
    const wrong = contradictionIn(after, world.now, places) ?? lossBetween(before, after);
    const shown = JSON.stringify(after.verdict[CHANNEL]?.verdict.kind);
    const source = JSON.stringify(after.status.channels[CHANNEL]?.ingest?.progress);
    return wrong === null ? null : `${wrong}\nafter ${events.join(', ')}: ${shown}, ${source}`;
  };
  for (const first of [connectionHealed(), statesOpened(CHANNEL), looked(world, true)]) dispatch(first);
  for (let step = 0; step < steps; step += 1) {
    const before = get();
    const seconds = 1 + Math.floor(random() * 4);
    world.now += seconds * 1000;
    for (const [id, process] of world.processes) world.processes.set(id, later(process, seconds, random));
    const event = EVENTS[Math.floor(random() * EVENTS.length)]?.(world);
    if (!event) continue;
    events.push(event.type);
    dispatch(event);
    const wrong = judge(before);
    if (wrong !== null) return wrong;
  }
  return null;
}

const SEQUENCES = 10_000;
const STEPS = 5;

it('the interface never shows contradictory states in 10,000 random sequences of responses and commands', () => {
  const found: string[] = [];
  const kinds = new Set<string>();
  for (let start = 1; start <= SEQUENCES && found.length < 3; start += 100) {
    const world = aWorld(start);
    for (let i = 0; i < 100; i += 1) {
      const wrong = playSequence(world, STEPS);
      if (wrong !== null) found.push(`seed ${start}, sequence ${i}: ${wrong}`);
      if (wrong !== null) break;
    }
    for (const kind of world.kinds) kinds.add(kind);
  }
  expect(found).toEqual([]);
  expect([...kinds]).toEqual(expect.arrayContaining(['held', 'cut', 'covered', 'agent-away', 'away', 'live']));
});

function statesIn(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer.flatMap(statesIn);
  if (typeof answer !== 'object' || answer === null) return [];
  const own = 'exec' in answer && 'order' in answer ? [answer] : [];
  return [...own, ...Object.values(answer).flatMap(statesIn)];
}

const ROOT = new URL('../../', import.meta.url);

const RECORDINGS = ['src', 'server', 'harness'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!/fixtures[/\\][^/\\]*\.json$/.test(file)) return [];
    const states = statesIn(JSON.parse(readFileSync(new URL(`${folder}/${file}`, ROOT), 'utf8')));
    const read = Processes.parse(states.map((state) => ({ id: 'x', reference: '', state }))).map(({ state }) => state);
    const readable = read.filter((state) => state != null);
    return readable.length > 1 ? [{ file: `${folder}/${file}`, states: readable }] : [];
  }),
);

it('the recordings with process states are found', () => expect(RECORDINGS.length).toBeGreaterThan(5));

/** Plays the recorded states for the source, for a publication of a live source, and for both. */
it.each(RECORDINGS)('the interface never shows contradictory states for the recording $file', ({ states }) => {
  const live = { ...RUNNING, order: 'start', exec: 'running', runtime_seconds: 60 } as const;
  for (const [source, sent] of [
    [true, false],
    [false, true],
    [true, true],
  ])
    for (const seconds of [1, 3, 12]) {
      const world = aWorld(1);
      world.dispatch(statesOpened(CHANNEL));
      for (const state of states) {
        const before = world.get();
        world.now += seconds * 1000;
        for (const id of PROCESSES) {
          const recorded = id === '' ? source : sent;
          world.processes.set(id, { flows: true, state: recorded ? state : live });
        }
        world.dispatch(looked(world, true));
        const wrong = contradictionIn(world.get(), world.now) ?? lossBetween(before, world.get());
        expect(wrong, `${state.exec}, ordered to ${state.order}`).toBeNull();
      }
    }
});

function firstFoundWith(changes: Readonly<Record<string, Place>>): string | null {
  const world = aWorld(7);
  for (let i = 0; i < 200; i += 1) {
    const wrong = playSequence(world, STEPS, { ...PLACES, ...changes });
    if (wrong !== null) return wrong;
  }
  return null;
}

/** Former behavior of single components, which must be detected. */
it.each<[string, Readonly<Record<string, Place>>, string]>([
  [
    'a verdict that is delayed by seconds',
    {
      sentence: {
        file: '',
        says: (() => {
          let last = { kind: '', at: 0 };
          return (state: RootState, now: number) => {
            const { kind, severity } = shownVerdictIn(state, CHANNEL);
            if (severity === 'error' || now - last.at > 5000) last = { kind, at: now };
            return last.kind === 'stalled' || last.kind === 'away' ? { sends: false } : {};
          };
        })(),
      },
    },
    'sends',
  ],
  [
    'a chip with its own color logic',
    { chip: { file: '', says: (state) => (shortIn(state).problems > 0 ? { tone: 'warning' } : {}) } },
    'tone',
  ],
  [
    'a multiview that ignores problems of publications',
    {
      'tile of the multiview': {
        file: '',
        says: (state) => {
          const short = channelShortIn(state, CHANNEL);
          return short ? { ...shortClaim(short), problems: Math.min(1, short.problems) } : {};
        },
      },
    },
    'problems',
  ],
  [
    'a list that counts recordings as publications',
    {
      'counts of the list': {
        file: '',
        says: (state) => {
          const all = ids(state).map((id) => ({ status: sendingOf(stateOf(state)(id)) }));
          return { counts: countsOf(tallyOf(all)) };
        },
      },
    },
    'counts',
  ],
  [
    'rows that read the raw status, without pending commands',
    {
      rows: {
        file: '',
        says: (state) => {
          const isSilent = ids(state).some((id) => stateOf(state)(id).progress?.status === 'connected');
          return isSilent ? { alarming: true } : {};
        },
      },
    },
    'was stopped',
  ],
])('the check detects the contradiction of %s', (_, changes, found) =>
  expect(firstFoundWith(changes)).toContain(found),
);

/** Selectors and components of the view; importing one of them means showing the state of a channel or publication. */
const TELLS =
  /\b(?:StateChip|StateWord|StateIcon|useStateWord|shownVerdictIn|channelVerdictIn|channelViewIn|channelShortIn|shortIn|shownControlIn|shownHoldIn|shownUptimeIn|shownOutputIn|tallyAmong|groupStateOf|switchOf|recordingsIn|entryIn|sumIn)\b/;
/** Raw inputs of the view, which may be from another moment. */
const RAW =
  /\b(?:publicationStateOf|stateInStatus|sightIn|controlStateIn|progressIn|sourceIn|watchedStatusIn|isLiveIn)\b/;

/** Components that import the view without showing the state of a channel. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'ui/frame/Frame.tsx': 'shows what Shell.tsx gives it',
  'ui/layout/SnapshotTile.tsx': 'shows what ChannelTile.tsx gives it',
  'ui/feedback/StateChip.tsx': 'the marks themselves',
  'features/live/publication/useCountsText.tsx': 'the words of a count',
  'features/shared/processDetails/DetailsDialog.tsx': 'ffmpeg as it is, of an answer of its own, for experts',
  'features/setup/slate/AgentNote.tsx': 'whether there is an agent and an image, and nothing of what is sent',
  'features/setup/rendition/RenditionsPanel.tsx': 'how renditions are, which are said nowhere else',
};

const RAW_READERS: Readonly<Record<string, string>> = {
  'features/live/channelPage/VerdictBar.tsx': 'since when all is well: only while the sentence says that it is',
  'features/live/channelPage/ControlBar.tsx': 'what may be pressed, which stays when the core is away',
  'screens/PublicationScreen.tsx': 'what a save would interrupt',
  'features/live/streamInspector/SourcePanel.tsx': 'whether its figures are on their way',
  'features/setup/player/ViewerPreview.tsx': 'whether there is something to play in an example',
};

const COMPONENTS = readdirSync(new URL('src', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !file.startsWith('testing'))
  .map((file) => ({ file, text: readFileSync(new URL(`src/${file}`, ROOT), 'utf8') }));

it('every component that shows the state of a channel is covered', () => {
  const places = new Set(Object.values(PLACES).map(({ file }) => file));
  const claiming = COMPONENTS.flatMap(({ file, text }) => (TELLS.test(text) ? [file] : []));
  expect(claiming.filter((file) => !places.has(file) && !(file in ELSEWHERE))).toEqual([]);
  const all = COMPONENTS.map(({ file }) => file);
  expect([...places, ...Object.keys(ELSEWHERE)].filter((file) => !all.includes(file))).toEqual([]);
});

it('no component reads raw inputs of the view', () => {
  const reading = COMPONENTS.flatMap(({ file, text }) => (RAW.test(text) ? [file] : []));
  expect(reading.toSorted()).toEqual(Object.keys(RAW_READERS).toSorted());
});
