import { msg } from '../../../i18n/msg.ts';
import { type FailureCause, probeFailureOf } from '../../../media/failure.ts';
import type { Progress } from '../../../media/progress.ts';

/** What happened and what to do: English texts, in which `{{name}}` is the publication; evidence is a masked log line. */
export interface PublicationAlert {
  title: string;
  evidence: string | null;
  remedy: string;
}

type Words = Omit<PublicationAlert, 'evidence'>;

const settings = msg('Check address and key, and that the service is waiting for the stream.');

const causes: Record<FailureCause, Words> = {
  refused: {
    title: msg('{{name}} refused the connection.'),
    remedy: msg('Check address and port, and that the service is waiting for the stream.'),
  },
  unauthorized: {
    title: msg('{{name}} refused the login or the key.'),
    remedy: msg('The key may be new, expired or revoked. Enter it again.'),
  },
  'not-found': {
    title: msg('{{name}} does not know this address.'),
    remedy: msg('Check the path and the key in the address.'),
  },
  timeout: {
    title: msg('{{name}} did not answer in time.'),
    remedy: msg('Check the address, and that the service can be reached from here.'),
  },
  unresolved: {
    title: msg('The host of {{name}} was not found in the network.'),
    remedy: msg('Check the host name in the address.'),
  },
  unsupported: {
    title: msg('{{name}} cannot be sent like this.'),
    remedy: msg('Check the protocol and the encoding.'),
  },
  // What a source says; a publication sends to no device.
  device: { title: msg('{{name}} has ended with an error.'), remedy: settings },
  'no-video': { title: msg('{{name}} has ended with an error.'), remedy: settings },
  unknown: { title: msg('{{name}} has ended with an error.'), remedy: settings },
};

const ended: PublicationAlert = {
  title: msg('{{name}} has ended.'),
  evidence: null,
  remedy: msg('The service closed the connection, or the stream of the channel ended.'),
};

/**
 * @param progress null is not known yet
 * @param failure why it failed last, shown on while the next try is under way
 */
export function publicationAlertOf(progress: Progress | null, failure: string | null): PublicationAlert | null {
  if (failure !== null) return fromLine(failure);
  return progress?.order === 'start' && progress.status === 'disconnected' ? ended : null;
}

function fromLine(line: string): PublicationAlert {
  const { cause, lines } = probeFailureOf([line]);
  return { ...causes[cause], evidence: lines.at(-1) ?? null };
}
