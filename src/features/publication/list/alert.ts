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

const settings = msg('Check the address and stream key, and make sure the service is ready to receive the stream.');

const causes: Record<FailureCause, Words> = {
  refused: {
    title: msg('{{name}} refused the connection.'),
    remedy: msg('Check the address and port, and make sure the service is ready to receive the stream.'),
  },
  unauthorized: {
    title: msg('{{name}} rejected the login or stream key.'),
    remedy: msg('The stream key may have changed, expired or been revoked. Enter it again.'),
  },
  'not-found': {
    title: msg('{{name}} does not accept streams at this address.'),
    remedy: msg('Check the path and the stream key in the address.'),
  },
  timeout: {
    title: msg('{{name}} did not respond in time.'),
    remedy: msg('Check the address, and make sure the server can reach the service.'),
  },
  unresolved: {
    title: msg('The hostname of {{name}} could not be resolved.'),
    remedy: msg('Check the hostname in the address.'),
  },
  unsupported: {
    title: msg('{{name}} does not work with this protocol or encoding.'),
    remedy: msg('Check the protocol and the encoding.'),
  },
  // What a source says; a publication sends to no device.
  device: { title: msg('{{name}} stopped with an error.'), remedy: settings },
  'no-video': { title: msg('{{name}} stopped with an error.'), remedy: settings },
  unknown: { title: msg('{{name}} stopped with an error.'), remedy: settings },
};

const ended: PublicationAlert = {
  title: msg('{{name}} has stopped.'),
  evidence: null,
  remedy: msg("The service closed the connection, or the channel's stream ended."),
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
