import { msg } from '../../../i18n/msg.ts';
import type { Cause, FieldName } from '../../../media/diagnosis/causes.ts';
import { type ProcessFailure, stripLogPrefix, type Words } from '../../../media/diagnosis/processFailure.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { isStartOver, type Progress, stateOf } from '../../../media/run/progress.ts';
import type { IngestState } from './slice.ts';

/** The remedy as an English text of the catalog, and a log line as evidence. The verdict states the problem. */
interface Alert {
  tone: 'error' | 'warning';
  remedy: string;
  evidence?: MaskedText | undefined;
  also: string | null;
  field: FieldName | null;
  cause: Cause;
  /** Time of the failure (ms); 0 if unknown. */
  at: number;
}

const hasNoVideo = (progress: Progress): boolean => progress.status === 'connecting' && isStartOver(progress);

function alertOf(progress: Progress, failure: ProcessFailure | null): Alert | null {
  // The core keeps "failed" when a process that waits for its retry is stopped.
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
  field: null,
  cause: 'no-packets',
  at: 0,
};

/** Input of the controls; `progress` is null while unknown. */
export interface ControlState {
  progress: Progress | null;
  asked: IngestState['asked'];
  failure: ProcessFailure | null;
}

type Action = 'start' | 'stop' | 'cancel' | 'reconnect';

/** `busy`: the action is in progress. null: unknown. */
export type Controls = { main: Action; second: 'stop' | null; busy: boolean } | null;

const only = (main: Action, busy = false): Controls => ({ main, second: null, busy });

export function controlsOf({ progress, asked, failure }: ControlState): Controls {
  if (!progress) return null;
  if (asked) return only(asked === 'return' ? 'reconnect' : asked, true);
  switch (progress.status) {
    case 'connected':
      return only('stop');
    case 'connecting':
      // The next try may last only a second, so the buttons keep their places.
      return failure === null ? only('cancel') : { main: 'reconnect', second: 'stop', busy: true };
    case 'disconnecting':
      return only('stop', true);
    case 'disconnected':
    case 'error':
      // Stopped by the operator; otherwise it ended by itself, with or without a retry.
      return progress.order === 'stop' ? only('start') : { main: 'reconnect', second: 'stop', busy: false };
    case 'unknown':
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
 * @param stored whether there is something to play; null: unknown
 * @param resumes the stream returns shortly, and stored segments play until then
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
  // A stop deletes the playlist, so playback ends when it is requested.
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

/** Returns the state for the page title. A failure stays one during retries, so that it is announced once. */
export function titleOf({ progress, asked, failure }: ControlState): Progress['status'] | null {
  if (asked === 'stop') return 'disconnecting';
  if (!asked && !progress) return null;
  const state = asked || !progress ? 'connecting' : stateOf(progress);
  return state === 'connecting' && failure !== null ? 'error' : state;
}

export const countRunning = (
  egresses: Readonly<Record<string, { progress: Progress }>>,
  ownerOf: (id: string) => string = (id) => id,
): number =>
  new Set(
    Object.keys(egresses)
      .filter((id) => egresses[id]?.progress.order === 'start')
      .map(ownerOf),
  ).size;

/** Whether to ask for confirmation because live output would stop. */
export const needsConsent = (progress: Progress | null, publications: number): boolean =>
  progress?.status === 'connected' || publications > 0;
