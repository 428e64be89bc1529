import { msg } from '../../../i18n/msg.ts';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import { type Progress, stateOf } from '../../../media/run/progress.ts';
import { type Alert, alertOf } from './ingestFailureAlert.ts';
import type { IngestState } from './slice.ts';

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

/** Words beside the button; `n` are seconds. */
export function noteOf({ progress, asked, failure }: ControlState): { text: string; n?: number } | null {
  if (!progress || asked || progress.order === 'stop') return null;
  switch (progress.status) {
    case 'disconnected':
    case 'error':
      return progress.retryIn === null
        ? { text: msg('You have to reconnect manually') }
        : { text: msg('Reconnecting in {{n}}s'), n: progress.retryIn };
    case 'connecting':
      return failure === null ? null : { text: msg('Reconnecting …') };
    default:
      return null;
  }
}

/** What stands in the place of the picture. */
export type Scene =
  | { status: 'unknown' | 'unclear' | 'away' | 'stopped' | 'connecting' | 'stopping' | 'live' | 'off' | 'empty' }
  /** The core answers, and does not say. */
  | { status: 'unread'; reason: string }
  | { status: 'alert'; alert: Alert };

/**
 * @param stored there is something to play; null: not known
 * @param unread why the core did not say how it is
 * @param alive the core answers
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
}: ControlState & { alive: boolean; preview: boolean; stored: boolean | null; unread: string | null }): Scene {
  if (!alive) return { status: 'away' };
  if (!progress) return unread === null ? { status: 'unknown' } : { status: 'unread', reason: unread };
  // The playlist goes with the stop, so nothing is played from the moment it is asked for.
  if (asked) return { status: asked === 'stop' ? 'stopping' : 'connecting' };
  const alert = alertOf(progress, failure);
  if (alert) return { status: 'alert', alert };
  switch (progress.status) {
    case 'connected':
      return { status: preview ? (stored === false ? 'empty' : 'live') : 'off' };
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

/** Publications that stop with the stream. */
export const countRunning = (egresses: Readonly<Record<string, { progress: Progress }>>): number =>
  Object.values(egresses).filter(({ progress }) => progress.order === 'start').length;

/** Whether the operator is asked first: something would go off the air. */
export const needsConsent = (progress: Progress | null, publications: number): boolean =>
  progress?.status === 'connected' || publications > 0;
