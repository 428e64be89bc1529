import { weakMapMemoize } from '@reduxjs/toolkit';
import type { Proof } from '../../../api/answers/proofReport.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Channel, ChannelRenditions, Egresses } from '../../../media/channel/channel.ts';
import {
  backupOf,
  isBackup,
  outputIdsOf,
  publicationsInOrder,
  type SendingOutputs,
  sendingOutputs,
} from '../../../media/channel/publicationOutputs.ts';
import {
  agedState,
  type Intent,
  isFailing,
  isOn,
  isPatient,
  KEYLESS,
  type PublicationState,
  publicationStateIn,
  sendingOf,
} from '../../../media/channel/publicationState.ts';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import type { ShownHold } from '../../../media/hold/holdOf.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { proofLine } from '../../../media/proof/proofTexts.ts';
import { sharedAmong } from '../../../media/renditions/duplicateEncodings.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { flowingSeconds, ratesOf, stalledFor, type Throughput } from '../../../media/run/throughput.ts';
import type { ChannelStatus } from '../../../media/status/channelStatus.ts';
import { groupsIn } from '../../../media/stored/publicationStartOrder.ts';
import { isRecording } from '../../../media/stored/recordingFiles.ts';
import { tallyOf } from '../../../media/verdict/verdict.ts';
import type { SendingStatus, Tally } from '../../../media/verdict/verdictTypes.ts';
import type { WithChannels } from '../channel/slice.ts';
import type { WithHold } from '../hold/slice.ts';
import { agedSinceIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { proofsIn, type WithProofs } from '../proof/slice.ts';
import { watchedStatusIn } from '../status/slice.ts';
import type { WithPublications } from './slice.ts';

export type WithPublicationList = WithIngest & WithPublications & WithChannels & WithHold & WithProofs;

type OutputsState = WithChannels & WithShownOutputs;

/** For decisions only: creates an object per call. The interface uses `shownOutputIn`, a consistent snapshot. */
export const publicationStateOf = (state: WithPublicationList, id: string): PublicationState => {
  const status = watchedStatusIn(state);
  const current = stateInStatus(state, status?.ingest ? status : null, id);
  const since = agedSinceIn(state);
  return since === null ? current : agedState(current, since);
};

export function stateInStatus(state: WithPublicationList, status: ChannelStatus | null, id: string): PublicationState {
  const { publication, channel } = state;
  const { watched, channels } = state.status;
  const isWatched = watched !== null && status === channels[watched];
  const own = channel.list.find(({ egresses }) => id in egresses);
  return publicationStateIn(id, {
    status,
    channel: own,
    ...(own && { proofs: proofsIn(state, own.id) }),
    sightings: state.hold.sightings,
    asked: publication.asked[id]?.intent ?? null,
    refused: publication.refused[id] ?? null,
    sourceAsked: isWatched ? state.ingest.asked : null,
  });
}

/** A consistent snapshot of the publications of a channel, stored by `features/live/verdict`. */
export interface ShownOutputs {
  /** Keyed by process id. */
  outputs: Readonly<Record<string, PublicationState>>;
}

export interface WithShownOutputs {
  verdict: Readonly<Record<string, ShownOutputs>>;
}

const NOT_ASKED: PublicationState = { progress: null, asked: null, refused: null, failure: null, waiting: false };

export const shownOutputIn = ({ verdict }: WithShownOutputs, channel: string, id: string): PublicationState =>
  verdict[channel]?.outputs[id] ?? NOT_ASKED;

/** Returns the rendition that a publication passes on, or null if it reads the channel itself. */
export const readBy = (list: readonly Pick<Channel, 'egresses'>[], id: string): string | null =>
  list.find(({ egresses }) => id in egresses)?.egresses[id]?.rendition ?? null;

const NONE: Egresses = {};

export const publicationsOf = ({ channel: { list } }: WithChannels, channel: string) =>
  list.find(({ id }) => id === channel)?.egresses ?? NONE;

const NO_RENDITIONS: ChannelRenditions = {};

export const renditionsOf = ({ channel: { list } }: WithChannels, channel: string) =>
  list.find(({ id }) => id === channel)?.renditions ?? NO_RENDITIONS;

export const publicationOf = (state: WithChannels, channel: string, id: string) =>
  publicationsOf(state, channel)[id] ?? null;

// Memoized, because it is called many times a second.
const inOrder = weakMapMemoize(publicationsInOrder);

export const orderedIds = (state: WithChannels, channel: string): readonly string[] =>
  inOrder(publicationsOf(state, channel));

export function sendingIn(egresses: Egresses, id: string, stateOf: (id: string) => PublicationState): SendingOutputs {
  const backup = backupOf(egresses, id);
  const primary = sendingOf(stateOf(id));
  if (backup === null) return { status: primary, lacks: null };
  return sendingOutputs(primary, backup in egresses ? sendingOf(stateOf(backup)) : null);
}

const isAnyOn = (state: OutputsState, channel: string, id: string): boolean =>
  outputIdsOf(publicationsOf(state, channel), id).some((output) => isOn(shownOutputIn(state, channel, output)));

/** Counts publications that are on, and all of them, including recordings. */
export function countOf(state: OutputsState, channel: string): { on: number; all: number } {
  const ids = orderedIds(state, channel);
  return { on: ids.filter((id) => isAnyOn(state, channel, id)).length, all: ids.length };
}

/** Counts sending states, without recordings. */
export function tallyAmong(state: OutputsState, channel: string, ids: readonly string[]): Tally {
  const egresses = publicationsOf(state, channel);
  const sent = ids.filter((id) => !isRecording(id));
  return tallyOf(sent.map((id) => sendingIn(egresses, id, (output) => shownOutputIn(state, channel, output))));
}

/** Returns groups of two or more. A backup belongs to the group of its primary, whatever is stored with it. */
export const severalGroups = weakMapMemoize((egresses: Egresses): readonly string[] =>
  groupsIn(Object.fromEntries(Object.entries(egresses).filter(([id]) => !isBackup(egresses, id))), 2),
);

export const groupedIds = weakMapMemoize(
  (ids: readonly string[], egresses: Egresses): readonly { group: string; ids: readonly string[] }[] =>
    sectionsOf(ids, egresses, severalGroups(egresses)),
);

const sectionsOf = (ids: readonly string[], egresses: Egresses, groups: readonly string[]) => {
  const groupOf = (id: string) => groups.find((group) => group === egresses[id]?.turn?.group) ?? '';
  return ['', ...groups]
    .map((group) => ({ group, ids: ids.filter((id) => groupOf(id) === group) }))
    .filter((section) => section.ids.length > 0);
};

export function groupStateOf(
  state: OutputsState,
  channel: string,
  group: string,
): { on: boolean; busy: boolean } & Tally {
  const egresses = publicationsOf(state, channel);
  const ids = orderedIds(state, channel).filter((id) => egresses[id]?.turn?.group === group);
  const switches = ids.map((id) => switchOf(state, channel, id));
  return {
    on: switches.every(({ on }) => on),
    busy: switches.some(({ busy }) => busy),
    ...tallyAmong(state, channel, ids),
  };
}

/** Returns the state of the switch, which covers all outputs of a publication. */
export function switchOf(state: OutputsState, channel: string, id: string) {
  const egresses = publicationsOf(state, channel);
  const states = outputIdsOf(egresses, id).map((output) => shownOutputIn(state, channel, output));
  // An unknown state looks like off, but a press would start what may be running.
  const busy = states.some(({ asked, progress }) => asked !== null || progress === null);
  return {
    on: states.some(isOn),
    busy,
    tone: rowToneOf(egresses, id, (output) => shownOutputIn(state, channel, output)),
  };
}

export function rowToneOf(egresses: Egresses, id: string, stateOf: (id: string) => PublicationState): RowTone {
  const tones = outputIdsOf(egresses, id).map((output) => lineOf(stateOf(output)).tone);
  const missing = backupOf(egresses, id) !== null && tones.length === 1;
  const [first = 'neutral', ...others] = tones;
  if (!missing && others.every((tone) => tone === first)) return first;
  if (tones.includes('accent') || tones.includes('warning')) return 'warning';
  return tones.includes('error') ? 'error' : first;
}

export function idsMatching(state: WithChannels, channel: string, ids: readonly string[], query: string) {
  const text = query.trim().toLowerCase();
  const publications = publicationsOf(state, channel);
  return ids.filter((id) => {
    const { name = '', service = '' } = publications[id] ?? {};
    return name.toLowerCase().includes(text) || service.includes(text);
  });
}

/** Counts publications with identical encodings (`twins`) and shared encodings (renditions). */
export function encodedIn(state: WithChannels, channel: string): { twins: number; shared: number } {
  const shared = sharedAmong(publicationsOf(state, channel)).flat().length;
  return { twins: shared, shared: Object.keys(renditionsOf(state, channel)).length };
}

export type RowTone = 'accent' | 'warning' | 'error' | 'neutral';

/** A process that died while its order was "start" needs a restart. */
export const intentFor = (on: boolean, progress: Progress | null): Intent => {
  if (!on) return 'stop';
  return progress?.order === 'start' ? 'restart' : 'start';
};

export const isWell = (state: PublicationState): boolean => isOn(state) && !isFailing(state);

/** Maps to process states. A publication that waits for its channel counts as connecting. */
export const SENDING_STATES: Readonly<Record<SendingStatus, Progress['status']>> = {
  ...{ live: 'connected', starting: 'connecting', kept: 'connecting', waiting: 'connecting', stalled: 'connecting' },
  ...{ failing: 'error', off: 'disconnected', idle: 'disconnected', unknown: 'unknown' },
};

/** `word` is a text with `n` in seconds, `since` in ms. Only primitives, for `shallowEqual`. */
export interface RowLine {
  word: string;
  n: number | null;
  since: number | null;
  tone: RowTone;
  cause: string | null;
  uptime: number | null;
  kbit: number | null;
  reason: MaskedText | null;
  doubt: string | null;
  /** A text of the catalog about what happens without the source; null if not applicable. */
  guard: string | null;
  /** A text of the catalog about what viewers get, with `proofN` in seconds and `proofSince` in ms. */
  proof: string | null;
  proofN: number | null;
  proofSince: number | null;
}

const line = (word: string, tone: RowTone, more: Partial<RowLine> = {}): RowLine => ({
  word,
  tone,
  n: null,
  since: null,
  cause: null,
  uptime: null,
  kbit: null,
  reason: null,
  doubt: null,
  guard: null,
  proof: null,
  proofN: null,
  proofSince: null,
  ...more,
});

export const SENDING = msg('Sending for {{n}} s');
const LIVE = msg('Live');
export const CONNECTION_KEPT = msg('Connection kept');
export const PAUSED = msg('Paused {{n}} s, connection kept');

const GUARDS: Readonly<Partial<Record<ShownHold['status'], string>>> = {
  ready: msg('protected'),
  slate: msg('protected'),
  gone: msg('not protected: the agent does not respond'),
};

const PROOF_TONES: Readonly<Record<Proof['status'], RowTone | null>> = {
  ...{ seen: null, unclear: null, late: 'warning', unseen: 'error' },
};

function withProof(line: RowLine, { proof }: PublicationState): RowLine {
  if (proof === undefined || line.word !== LIVE) return line;
  const { text, n, since } = proofLine(proof);
  const tone = PROOF_TONES[proof.status] ?? line.tone;
  return { ...line, tone, doubt: null, proof: text, proofN: n, proofSince: since };
}

export function lineOf(state: PublicationState): RowLine {
  const line = withProof(ownLineOf(state), state);
  const guard = (isOn(state) && state.hold && GUARDS[state.hold]) || null;
  if (guard === null) return line;
  return { ...line, guard, ...(state.hold === 'gone' && line.tone === 'accent' ? { tone: 'warning' } : {}) };
}

function ownLineOf(state: PublicationState): RowLine {
  const { progress, asked, refused, failure, flow = null, aged } = state;
  if (asked) {
    return asked === 'stop' ? line(msg('Stopping …'), 'neutral') : line(msg('Connecting …'), 'warning');
  }
  if (refused !== null) return line(msg('Rejected by the core'), 'error', { reason: maskText(refused) });
  if (state.isKeyless && !isOn(state)) return line(KEYLESS, 'warning');
  if (!progress)
    return aged
      ? line(msg('State unknown since {{time}}'), 'neutral', { since: aged.since })
      : line(msg('State unknown'), 'neutral');
  if (progress.order === 'stop' && progress.status !== 'unknown')
    return line('retryIn' in progress ? msg('Stopped') : msg('Stopping …'), 'neutral');
  if (state.channelOff && progress.status !== 'unknown') return line(msg('The channel is off'), 'neutral');
  if (isPatient(state)) return patient(progress, state);
  if (sendingOf(state) === 'stalled') return line(msg('No data for {{n}} s'), 'error', { n: stalledFor(flow) });
  switch (progress.status) {
    case 'connected':
      return running(progress, state);
    case 'connecting':
      return failure === null ? startingLine(flow) : line(msg('Reconnecting …'), 'error', { cause: causeOf(failure) });
    case 'disconnecting':
      return line(msg('Stopping …'), 'warning');
    case 'error':
    case 'disconnected':
      return state.behind === 'failing' && progress.order === 'start'
        ? line(msg('Its rendition is failing'), 'error', { cause: causeOf(state.passes?.failure ?? null) })
        : ended(progress, failure);
    case 'unknown':
      return line(msg('State unknown'), 'neutral');
  }
}

function running(
  progress: Extract<Progress, { status: 'connected' }>,
  { waiting, resuming = null, flow = null, isKept }: PublicationState,
): RowLine {
  const idle = stalledFor(flow);
  if ((waiting || resuming !== null) && isKept)
    return line(idle === null ? CONNECTION_KEPT : PAUSED, 'warning', {
      n: idle,
      uptime: progress.uptimeSeconds,
    });
  if (waiting) return line(msg('Waiting for the source'), 'warning');
  if (resuming !== null) return line(SENDING, 'warning', { n: resuming });
  return line(LIVE, 'accent', {
    uptime: progress.uptimeSeconds,
    // A rate of 0 only means that the measurement has just started.
    kbit: ratesOf(flow)?.kbit || progress.bitrateKbit || null,
    doubt: progress.uploads ? msg('Arrival cannot be confirmed') : null,
  });
}

type Offline = Extract<Progress, { status: 'error' | 'disconnected' }>;

/** Frames flow long before ffmpeg counts as live. */
function startingLine(flow: Throughput | null): RowLine {
  const n = flowingSeconds(flow);
  return n === null ? line(msg('Connecting …'), 'warning') : line(SENDING, 'warning', { n });
}

function patient(progress: Progress, { waiting, behind, flow = null }: PublicationState): RowLine {
  if (waiting) return line(msg('Waiting for the source'), 'warning');
  if (behind === 'starting') return line(msg('Waiting for the rendition'), 'warning');
  if ('retryIn' in progress && progress.retryIn !== null)
    return line(msg('Reconnecting in {{n}} s'), 'warning', { n: progress.retryIn });
  return startingLine(flow);
}

export const isBetweenTries = ({ asked, progress }: PublicationState): boolean =>
  asked === null && progress?.order === 'start' && 'retryIn' in progress && progress.retryIn !== null;

export const canTryNow = (state: PublicationState): boolean =>
  isBetweenTries(state) && !(isPatient(state) && (state.waiting || state.behind === 'starting'));

const causeOf = (failure: ProcessFailure | null): string | null => failure?.words?.short ?? null;

function ended({ retryIn }: Offline, failure: ProcessFailure | null): RowLine {
  const cause = causeOf(failure);
  if (retryIn === null)
    return line(cause === null ? msg('Failing') : msg('You have to reconnect manually'), 'error', { cause });
  return line(cause === null ? msg('Reconnecting in {{n}} s') : msg('again in {{n}} s'), 'error', {
    n: retryIn,
    cause,
  });
}

/** The button of the process control and its note. */
export interface Control {
  text: string;
  act: 'connect' | 'disconnect' | 'reconnect' | null;
  note: { text: string; n?: number } | null;
}

export function controlOf({ progress, asked }: Pick<PublicationState, 'progress' | 'asked'>): Control | null {
  if (asked === 'stop') return { text: msg('Disconnecting …'), act: null, note: null };
  if (asked) return { text: msg('Connecting …'), act: null, note: null };
  if (!progress) return null;
  switch (progress.status) {
    case 'connecting':
      return { text: msg('Connecting …'), act: null, note: null };
    case 'disconnecting':
      return { text: msg('Disconnecting …'), act: null, note: null };
    case 'connected':
      return { text: msg('Disconnect'), act: 'disconnect', note: null };
    case 'disconnected':
    case 'error':
      return offline(progress);
    case 'unknown':
      return { text: msg('Reconnect'), act: 'reconnect', note: { text: msg('State unknown') } };
  }
}

function offline({ status: state, order, retryIn }: Offline): Control {
  if (retryIn !== null) {
    return { text: msg('Disconnect'), act: 'disconnect', note: { text: msg('Reconnecting in {{n}} s'), n: retryIn } };
  }
  if (state === 'disconnected' && order === 'stop') return { text: msg('Connect'), act: 'connect', note: null };
  return { text: msg('Reconnect'), act: 'reconnect', note: { text: msg('You have to reconnect manually') } };
}
