import { msg } from '../../../i18n/msg.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { isPushRefusal } from '../../../media/diagnosis/processFailure.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { isPushed } from './applyProbe.ts';
import type { SourceProbeFailure } from './draft.ts';

/** English texts, to be translated; '' if unknown. */
interface FailureText {
  what: string;
  why: string;
  remedy: string;
}

type Kind = 'pushed' | 'fetched' | 'generated';

const kindOf = (source: Source): Kind =>
  isPushed(source) ? 'pushed' : source.type === 'network' ? 'fetched' : 'generated';

const NOTHING: Record<Kind, string> = {
  pushed: msg('No live stream was detected. Please check the software that sends the stream.'),
  fetched: msg('Failed to verify the source. Please check the address.'),
  generated: msg('Failed to probe the source. Please check the probe details.'),
};

const NO_STREAM: Record<MediaType, string> = {
  video: msg("The source doesn't provide any video streams. Please check the device."),
  audio: msg("The source doesn't provide any audio streams. Please check the device."),
};

const SOUND_ALONE: Record<MediaType, string> = {
  video: msg(
    'It sends only audio: for a radio, choose an image or a test pattern as the video source, and this address as the audio source.',
  ),
  audio: '',
};

/** The address is correct, so the ffmpeg message would only repeat this text. */
const NEITHER: FailureText = {
  what: msg("The source doesn't provide any audio or video streams."),
  why: '',
  remedy: msg('Choose what it sends at the source itself, or another address. The probe details list what was found.'),
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

const PAGE_STREAMS: FailureText = {
  what: msg('This is the address of a web page, not of a stream.'),
  why: msg('These streams were found in the page. Choose the one you want to use.'),
  remedy: '',
};

const PAGE_ALONE: FailureText = {
  what: PAGE_STREAMS.what,
  why: msg('No address of a stream was found in the page.'),
  remedy: causeTexts['not-media'].source.remedy,
};

export function explainProbeFailure(failure: SourceProbeFailure, type: MediaType, source: Source): FailureText {
  const { verdict, cause, page } = failure;
  if (page) return page.length > 0 ? PAGE_STREAMS : PAGE_ALONE;
  if (verdict === 'nocoder') return NO_CODER[type];
  if (verdict === 'empty') return NEITHER;
  if (verdict === 'nostream') return { what: NO_STREAM[type], why: '', remedy: SOUND_ALONE[type] };
  const kind = kindOf(source);
  // The address is the core's own, so its message only matters if it concerns the encoder.
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
