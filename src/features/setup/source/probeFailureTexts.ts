import { msg } from '../../../i18n/msg.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { isPushRefusal } from '../../../media/diagnosis/coreLog.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { isPushed } from './applyProbe.ts';
import type { SourceProbeFailure } from './draft.ts';

/** English texts, to be translated: what happened, why, what to do. '' where nothing is known. */
export interface FailureText {
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

const NO_CODER: Record<MediaType, FailureText> = {
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

const PUSH_REMEDY = msg(
  'Start streaming, and make sure the server and stream key in your encoder match the ones below.',
);

/** What a failed probe says to a person. */
export function explain({ verdict, cause }: SourceProbeFailure, type: MediaType, source: Source): FailureText {
  if (verdict === 'nocoder') return NO_CODER[type];
  if (verdict === 'nostream') return { what: NO_STREAM[type], why: '', remedy: '' };
  const kind = kindOf(source);
  // The address is the core's own there: what it answered says nothing to the operator, unless it is of the encoder.
  if (kind === 'pushed')
    return {
      what: NOTHING.pushed,
      why: isPushRefusal(cause) ? causeTexts[cause].source.title : '',
      remedy: PUSH_REMEDY,
    };
  if (cause === 'unknown')
    return { what: NOTHING[kind], why: '', remedy: msg("The probe details show ffmpeg's output.") };
  const { title, remedy } = causeTexts[cause].source;
  return { what: NOTHING[kind], why: title, remedy };
}
