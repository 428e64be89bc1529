import { msg } from '../../i18n/msg.ts';
import { type FailureCause, probeFailureOf } from '../../media/failure.ts';
import type { Progress } from '../../media/progress.ts';

/** What happened, why, what to do: English texts of the catalogue; evidence is a masked log line. */
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
    remedy: msg('Check that the source is switched on, and its address and port.'),
    setup: true,
  },
  unauthorized: {
    title: msg('The source refused the login.'),
    remedy: msg('Check the user name and password.'),
    setup: true,
  },
  'not-found': {
    title: msg('There is no stream at the address of the source.'),
    remedy: msg('Check that the source is sending, and the path of its address.'),
    setup: true,
  },
  device: {
    title: msg('The device of the source cannot be opened.'),
    remedy: msg('Check that it is plugged in and free. A core in a container must be given the device.'),
    setup: true,
  },
  timeout: {
    title: msg('The source did not answer in time.'),
    remedy: msg('Check that the source is switched on and can be reached from here.'),
    setup: true,
  },
  unresolved: {
    title: msg('The name of the source was not found in the network.'),
    remedy: msg('Check the host name in the address.'),
    setup: true,
  },
  unsupported: {
    title: msg('What the source sends cannot be read.'),
    remedy: msg('Check the address and the format of the source.'),
    setup: true,
  },
  'no-video': {
    title: msg('The source sends no video.'),
    remedy: msg('Choose another source for the video.'),
    setup: true,
  },
  unknown: {
    title: msg('The stream has ended with an error.'),
    remedy: msg('The process details show the whole log.'),
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
      return null;
  }
}

function fromLine(line: string): Alert {
  const { cause, lines } = probeFailureOf([line]);
  return { tone: 'error', evidence: lines.at(-1), ...causes[cause] };
}

const ended: Alert = {
  tone: 'warning',
  title: msg('The source has ended.'),
  remedy: msg('Start the software or the camera that sends it again.'),
  setup: false,
};

const silent: Alert = {
  tone: 'warning',
  title: msg('The process runs, but no picture arrives.'),
  remedy: msg('Check that the source sends video, and that it can be read with these settings.'),
  setup: true,
};
