import { msg } from '../../../i18n/msg.ts';
import type { FailureCause } from '../../../media/failure.ts';
import type { Source } from '../../../media/profile.ts';
import type { MediaType } from '../../../media/streams.ts';
import { isPushed } from '../decide.ts';
import type { Failure } from '../draft.ts';

/** English texts, to be translated: what happened, why, what to do. '' where nothing is known. */
export interface Explained {
  what: string;
  why: string;
  remedy: string;
}

type Kind = 'pushed' | 'fetched' | 'generated';

const kindOf = (source: Source): Kind =>
  isPushed(source) ? 'pushed' : source.type === 'network' ? 'fetched' : 'generated';

/** Nothing came at all. */
const NOTHING: Record<Kind, string> = {
  pushed: msg('No live stream was detected. Please check the software that sends the stream.'),
  fetched: msg('Failed to verify the source. Please check the address.'),
  generated: msg('Failed to probe the source. Please check the probe details.'),
};

const NO_STREAM: Record<MediaType, string> = {
  video: msg("The source doesn't provide any video streams. Please check the device."),
  audio: msg("The source doesn't provide any audio streams. Please check the device."),
};

const NO_CODER: Record<MediaType, Explained> = {
  video: {
    what: msg("The source doesn't provide any compatible video streams."),
    why: msg('Players need H.264, and the ffmpeg of this core has no encoder for it.'),
    remedy: msg('Let the source send H.264.'),
  },
  audio: {
    what: msg("The source doesn't provide any compatible audio streams."),
    why: msg('Players need AAC or MP3, and the ffmpeg of this core has no encoder for either.'),
    remedy: msg('Choose another sound below.'),
  },
};

const CAUSES: Record<FailureCause, Omit<Explained, 'what'>> = {
  refused: {
    why: msg('The machine answered, but refused the connection.'),
    remedy: msg('Check the port, and whether the sending program runs.'),
  },
  unauthorized: {
    why: msg('The source refused access (401): user name or password are missing or wrong.'),
    remedy: msg('Enter user name and password, or correct them.'),
  },
  'not-found': {
    why: msg('The machine answered, but has nothing at this address (404).'),
    remedy: msg('Check the path and the name of the stream.'),
  },
  device: {
    why: msg('The device is not there, another program uses it, or the core may not open it.'),
    remedy: msg('Check that it is plugged in and free. A core in a container must be given the device.'),
  },
  timeout: {
    why: msg('Nothing answered in time.'),
    remedy: msg('Check that the source is on and that the server can reach it, also through firewalls.'),
  },
  unresolved: {
    why: msg('The name of the host is not known.'),
    remedy: msg('Check its spelling, or use its number.'),
  },
  unsupported: {
    why: msg('Something answered, but not with a stream that ffmpeg can read.'),
    remedy: msg('Check the protocol at the beginning of the address, and that it leads to the stream itself.'),
  },
  'no-video': {
    why: msg('There is sound, but no picture.'),
    remedy: msg('Check the camera, or choose the address of its picture.'),
  },
  unknown: { why: '', remedy: msg('The log shows what ffmpeg said.') },
};

const PUSH_REMEDY = msg('Start sending, and compare server and stream key in your software with the ones below.');

/** What a failed probe says to a person. */
export function explain({ verdict, cause }: Failure, type: MediaType, source: Source): Explained {
  if (verdict === 'nocoder') return NO_CODER[type];
  if (verdict === 'nostream') return { what: NO_STREAM[type], why: '', remedy: '' };
  const kind = kindOf(source);
  // The address is the core's own there: what it answered says nothing to the operator.
  if (kind === 'pushed') return { what: NOTHING.pushed, why: '', remedy: PUSH_REMEDY };
  return { what: NOTHING[kind], ...CAUSES[cause] };
}
