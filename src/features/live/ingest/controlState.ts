import { msg } from '../../../i18n/msg.ts';
import type { Cause, FieldName } from '../../../media/diagnosis/causes.ts';
import { type ProcessFailure, stripLogPrefix, type Words } from '../../../media/diagnosis/processFailure.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { isStartOver, type Progress, stateOf } from '../../../media/run/progress.ts';
import type { IngestState } from './slice.ts';

/** The remedy and its evidence: English texts of the catalog, and a log line. What happened: the verdict. */
interface Alert {
  tone: 'error' | 'warning';
  remedy: string;
  evidence?: MaskedText | undefined;
  also: string | null;
  /** Where the remedy lies in the set-up of the channel. */
  field: FieldName | null;
  cause: Cause;
  /** When it failed (ms); 0 where that is not known. */
  at: number;
}

/** The process runs, but nothing comes out of it. */
const hasNoVideo = (progress: Progress): boolean => progress.status === 'connecting' && isStartOver(progress);

/** @param failure why the source failed last, shown on while the next try is under way */
function alertOf(progress: Progress, failure: ProcessFailure | null): Alert | null {
  // Also of one that has failed: the core keeps "failed" when a process that waits for its next try is stopped.
  if (progress.order === 'stop') return null;
  switch (progress.status) {
    case 'error':
      return alertFor(failure ?? { cause: 'unknown', evidence: progress.message, words: null, at: 0 });
    case 'disconnected':
      return alertFor(failure ?? { cause: 'ended', evidence: '', words: null, at: 0 });
    case 'connecting':
      if (hasNoVideo(progress)) return silent;
      return failure && alertFor(failure);
    case 'connected':
    case 'disconnecting':
    case 'unknown':
      return null;
  }
}

function alertFor({ cause, evidence, words, at }: Pick<ProcessFailure, 'cause' | 'evidence' | 'words' | 'at'>): Alert {
  const { remedy, field, also } = words ?? (cause === 'ended' ? ended : unread);
  return {
    tone: 'error',
    remedy,
    also,
    field,
    cause,
    at,
    evidence: maskText(stripLogPrefix(evidence)) || undefined,
  };
}

type AlertTexts = Pick<Words, 'remedy' | 'field' | 'also'>;

const unread: AlertTexts = {
  remedy: msg('The process details show the full log.'),
  field: null,
  also: null,
};

const ended: AlertTexts = {
  remedy: msg('Restart the encoder or camera, or press Start Streaming in OBS.'),
  field: null,
  also: null,
};

const silent: Alert = {
  tone: 'warning',
  remedy: msg('Make sure the source is sending video and its settings match.'),
  also: null,
  // The state of the channel leads to the source.
  field: null,
  cause: 'no-packets',
  at: 0,
};

/** What the channel page decides on; progress null is not known yet. */
export interface ControlState {
  progress: Progress | null;
  asked: IngestState['asked'];
  failure: ProcessFailure | null;
}

type Action = 'start' | 'stop' | 'cancel' | 'reconnect';

/** The main button, and one beside it; busy: it is being done. null: nothing can be said yet. */
export type Controls = { main: Action; second: 'stop' | null; busy: boolean } | null;

const only = (main: Action, busy = false): Controls => ({ main, second: null, busy });

export function controlsOf({ progress, asked, failure }: ControlState): Controls {
  if (!progress) return null;
  if (asked) return only(asked === 'return' ? 'reconnect' : asked, true);
  switch (progress.status) {
    case 'connected':
      return only('stop');
    case 'connecting':
      // The next try after a failure may last a second: the buttons do not change places for it.
      return failure === null ? only('cancel') : { main: 'reconnect', second: 'stop', busy: true };
    case 'disconnecting':
      return only('stop', true);
    case 'disconnected':
    case 'error':
      // Stopped by the operator; else it has ended by itself, with or without another try to come.
      return progress.order === 'stop' ? only('start') : { main: 'reconnect', second: 'stop', busy: false };
    case 'unknown':
      // Whatever it does: both are there.
      return { main: 'start', second: 'stop', busy: false };
  }
}

export function noteOf({ progress, asked, failure }: ControlState): { text: string; n?: number } | null {
  if (!progress || asked || progress.order === 'stop') return null;
  switch (progress.status) {
    case 'disconnected':
    case 'error':
      if (progress.retryIn === null) return { text: msg('You have to reconnect manually') };
      return progress.retryIn < 1
        ? { text: msg('Reconnecting …') }
        : { text: msg('Reconnecting in {{n}} s'), n: progress.retryIn };
    case 'connecting':
      return failure === null ? null : { text: msg('Reconnecting …') };
    default:
      return null;
  }
}

export type Scene =
  | { status: 'unknown' | 'unclear' | 'away' | 'stopped' | 'connecting' | 'stopping' | 'live' | 'off' | 'empty' }
  | { status: 'unread'; reason: string }
  | { status: 'alert'; alert: Alert };

/**
 * @param stored there is something to play; null: not known
 * @param unread why the core did not say how it is
 * @param alive the core answers
 * @param resumes the stream goes on in a moment: what was stored of it can be played until then
 * @param preview the operator wants to see it
 */
export function sceneOf({
  progress,
  asked,
  failure,
  alive,
  preview,
  stored,
  unread,
  resumes = false,
}: ControlState & {
  alive: boolean;
  preview: boolean;
  stored: boolean | null;
  unread: string | null;
  resumes?: boolean;
}): Scene {
  if (!alive) return { status: 'away' };
  if (!progress) return unread === null ? { status: 'unknown' } : { status: 'unread', reason: unread };
  // The playlist goes with the stop, so nothing is played from the moment it is asked for.
  if (asked) return { status: asked === 'stop' ? 'stopping' : 'connecting' };
  const player = { status: preview ? (stored === false ? 'empty' : 'live') : 'off' } as const;
  if (resumes) return player;
  const alert = alertOf(progress, failure);
  if (alert) return { status: 'alert', alert };
  switch (stateOf(progress)) {
    case 'connected':
      return player;
    case 'connecting':
      return { status: 'connecting' };
    case 'disconnecting':
      return { status: 'stopping' };
    case 'disconnected':
    case 'error':
      return { status: 'stopped' };
    case 'unknown':
      return { status: 'unclear' };
  }
}

/** The state that names the page: a failure stays one while the next tries are under way, and is told once. */
export function titleOf({ progress, asked, failure }: ControlState): Progress['status'] | null {
  if (asked === 'stop') return 'disconnecting';
  if (!asked && !progress) return null;
  const state = asked || !progress ? 'connecting' : stateOf(progress);
  return state === 'connecting' && failure !== null ? 'error' : state;
}

/** @param ownerOf the publication of a process */
export const countRunning = (
  egresses: Readonly<Record<string, { progress: Progress }>>,
  ownerOf: (id: string) => string = (id) => id,
): number =>
  new Set(
    Object.keys(egresses)
      .filter((id) => egresses[id]?.progress.order === 'start')
      .map(ownerOf),
  ).size;

/** Whether the operator is asked first: something would go off the air. */
export const needsConsent = (progress: Progress | null, publications: number): boolean =>
  progress?.status === 'connected' || publications > 0;
