import { msg } from '../../i18n/msg.ts';
import type { FailureCause } from '../../media/failure.ts';
import type { Source } from '../../media/profile.ts';
import type { MediaType } from '../../media/streams.ts';
import { isPushed } from './decide.ts';
import type { Failure } from './draft.ts';

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
    why: msg("Players need H.264, but this core's ffmpeg has no encoder for it."),
    remedy: msg('Set the source to H.264.'),
  },
  audio: {
    what: msg("The source doesn't provide any compatible audio streams."),
    why: msg("Players need AAC or MP3, but this core's ffmpeg has no encoder for either."),
    remedy: msg('Choose another audio source below.'),
  },
};

const CAUSES: Record<FailureCause, Omit<Explained, 'what'>> = {
  refused: {
    why: msg('The host is reachable but refused the connection.'),
    remedy: msg('Check the port, and make sure the sending software is running.'),
  },
  unauthorized: {
    why: msg('The source denied access (401): the username or password is missing or wrong.'),
    remedy: msg('Enter the username and password, or correct them.'),
  },
  'not-found': {
    why: msg('The server responded, but there is nothing at this address (404).'),
    remedy: msg('Check the path and the stream name.'),
  },
  device: {
    why: msg('The device is missing, in use by another program, or the core has no permission to open it.'),
    remedy: msg(
      'Make sure the device is plugged in and not in use. If the core runs in a container, the device must be passed through to it.',
    ),
  },
  timeout: {
    why: msg('The source did not respond in time.'),
    remedy: msg('Make sure the source is switched on and the server can reach it. Check firewalls, too.'),
  },
  unresolved: {
    why: msg('The hostname could not be resolved.'),
    remedy: msg('Check the spelling, or use the IP address.'),
  },
  unsupported: {
    why: msg('The source responded, but not with a stream that ffmpeg can read.'),
    remedy: msg(
      'Check the protocol at the start of the address. The address must point to the stream itself, not to a web page.',
    ),
  },
  'no-video': {
    why: msg('The source sends audio but no video.'),
    remedy: msg('Check the camera, or enter the address of its video stream.'),
  },
  unknown: { why: '', remedy: msg("The probe details show ffmpeg's output.") },
};

const PUSH_REMEDY = msg(
  'Start streaming, and make sure the server and stream key in your encoder match the ones below.',
);

/** What a failed probe says to a person. */
export function explain({ verdict, cause }: Failure, type: MediaType, source: Source): Explained {
  if (verdict === 'nocoder') return NO_CODER[type];
  if (verdict === 'nostream') return { what: NO_STREAM[type], why: '', remedy: '' };
  const kind = kindOf(source);
  // The address is the core's own there: what it answered says nothing to the operator.
  if (kind === 'pushed') return { what: NOTHING.pushed, why: '', remedy: PUSH_REMEDY };
  return { what: NOTHING[kind], ...CAUSES[cause] };
}
