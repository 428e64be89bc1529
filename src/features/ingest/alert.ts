import { msg } from '../../i18n/msg.ts';
import { type FailureCause, probeFailureOf } from '../../media/failure.ts';
import type { Progress } from '../../media/progress.ts';

/** What happened, why, what to do: English texts of the catalog; evidence is a masked log line. */
export interface Alert {
  tone: 'error' | 'warning';
  title: string;
  evidence?: string | undefined;
  remedy: string;
  /** The remedy lies in the set-up of the channel. */
  setup: boolean;
}

type Words = { title: string; remedy: string; setup: boolean };

const causes: Record<FailureCause, Words> = {
  refused: {
    title: msg('The source refused the connection.'),
    remedy: msg('Make sure the source is switched on, and check its address and port.'),
    setup: true,
  },
  unauthorized: {
    title: msg('The source rejected the login.'),
    remedy: msg('Check the username and password.'),
    setup: true,
  },
  'not-found': {
    title: msg('There is no stream at the source address.'),
    remedy: msg('Make sure the source is sending, and check the path in its address.'),
    setup: true,
  },
  device: {
    title: msg('The source device cannot be opened.'),
    remedy: msg(
      'Make sure the device is plugged in and not in use. If the core runs in a container, the device must be passed through to it.',
    ),
    setup: true,
  },
  timeout: {
    title: msg('The source did not respond in time.'),
    remedy: msg('Make sure the source is switched on and the server can reach it.'),
    setup: true,
  },
  unresolved: {
    title: msg("The source's hostname could not be resolved."),
    remedy: msg('Check the hostname in the address.'),
    setup: true,
  },
  unsupported: {
    title: msg('The source sends a format that cannot be read.'),
    remedy: msg('Check the address and the format of the source.'),
    setup: true,
  },
  'no-video': {
    title: msg('The source sends no video.'),
    remedy: msg('Choose another video source.'),
    setup: true,
  },
  unknown: {
    title: msg('The stream stopped with an error.'),
    remedy: msg('The process details show the full log.'),
    setup: false,
  },
};

/** This long without a picture is no start any more (the core's figures are zero in the first seconds). */
const PATIENCE_S = 20;

/** The process runs, but nothing comes out of it. */
export const hasNoVideo = (progress: Progress): boolean =>
  progress.status === 'connecting' && progress.seconds > PATIENCE_S;

/** @param failure why the source failed last, shown on while the next try is under way */
export function alertOf(progress: Progress, failure: string | null): Alert | null {
  switch (progress.status) {
    case 'error':
      return fromLine(progress.message);
    case 'disconnected':
      return progress.order === 'stop' ? null : ended;
    case 'connecting':
      if (hasNoVideo(progress)) return silent;
      return failure === null ? null : fromLine(failure);
    case 'connected':
    case 'disconnecting':
    case 'unknown':
      return null;
  }
}

function fromLine(line: string): Alert {
  const { cause, lines } = probeFailureOf([line]);
  return { tone: 'error', evidence: lines.at(-1), ...causes[cause] };
}

const ended: Alert = {
  tone: 'warning',
  title: msg('The source has stopped sending.'),
  remedy: msg('Restart the software or camera that sends it.'),
  setup: false,
};

const silent: Alert = {
  tone: 'warning',
  title: msg('The process is running, but no video is arriving.'),
  remedy: msg('Make sure the source is sending video and its settings match.'),
  setup: true,
};
