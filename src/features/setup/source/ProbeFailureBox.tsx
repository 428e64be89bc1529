import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../catalog/form/fields.ts';
import { valueAt, withValue } from '../../../catalog/form/fieldValues.ts';
import { atStream } from '../../../catalog/network/alternativeRequests.ts';
import { msg } from '../../../i18n/msg.ts';
import { classOf } from '../../../media/address/addressProtocol.ts';
import type { Cause } from '../../../media/diagnosis/causes.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { isPushRefusal } from '../../../media/diagnosis/processFailure.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote, WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { isPushed } from './applyProbe.ts';
import type { AlternativeProgress, SourceProbeFailure, WorkingAlternative } from './draft.ts';
import { ManualStreamPropertiesForm } from './ManualStreamPropertiesForm.tsx';

/** The progress of the probe: first the settings, then the alternatives. */
export function ProbeProgress({ trying }: { trying: AlternativeProgress | null }) {
  const { t } = useTranslation();
  if (!trying) return <WaitingNote text={t('Please wait. Probing the source …')} />;
  const { words, n, of } = trying;
  return (
    <ProgressNote>
      {t('No response so far. Trying with {{way}} ({{n}} of {{of}}) …', { way: t(words), n, of })}
    </ProgressNote>
  );
}

/** English texts, to be translated: what happened, why, what to do. '' where nothing is known. */
interface FailureText {
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

/** There is the other kind. */
const SOUND_ALONE: Record<MediaType, string> = {
  video: msg(
    'It sends only audio: for a radio, choose an image or a test pattern as the video source, and this address as the audio source.',
  ),
  audio: '',
};

/** It was read: the address is right, and what ffmpeg says of it would only repeat this. */
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

export function explain(failure: SourceProbeFailure, type: MediaType, source: Source): FailureText {
  const { verdict, cause, page } = failure;
  if (page) return page.length > 0 ? PAGE_STREAMS : PAGE_ALONE;
  if (verdict === 'nocoder') return NO_CODER[type];
  if (verdict === 'empty') return NEITHER;
  if (verdict === 'nostream') return { what: NO_STREAM[type], why: '', remedy: SOUND_ALONE[type] };
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

/** Causes after which another transport may work: a refusal is the same by any. */
const OTHER_TRANSPORT: readonly Cause[] = ['no-answer', 'no-packets', 'not-media', 'timeout', 'transport', 'unknown'];

/** What is there is no stream, whatever the operator says of it. */
const NO_STREAM_THERE: readonly Cause[] = ['address-list', 'drm', 'still-image'];

interface FailureBoxProps {
  failure: SourceProbeFailure;
  type: MediaType;
  source: Source;
  /** Another try with other settings. */
  onRetry: (settings: Settings) => void;
  onUse?: (worked: WorkingAlternative) => void;
  /** What can be done about a video source that has only audio. */
  audioAlone?: ReactNode;
}

/** Explains a failed probe and suggests what to try next; the log of ffmpeg is folded. */
export function ProbeFailureBox({ failure, type, source, onRetry, onUse, audioAlone }: FailureBoxProps) {
  const { t, i18n } = useTranslation();
  const { worked, tried = [] } = failure;
  const { what, why, remedy } = explain(failure, type, source);
  if (worked && onUse && sameJson(source.settings, worked.instead)) {
    return (
      <Alert tone="warning" title={t('Works with {{way}}.', { way: t(worked.words) })}>
        <p>{t('The source does not respond with these settings. What works is stored instead.')}</p>
        <Button kind="main" onClick={() => onUse(worked)}>
          {t('Use this')}
        </Button>
      </Alert>
    );
  }
  return (
    <Stack>
      <Alert title={t(what)}>
        {why && <p>{t(why)}</p>}
        {remedy && <p>{t(remedy)}</p>}
        {tried.length > 0 && (
          <p>
            {t('Also tried with: {{ways}}.', {
              ways: new Intl.ListFormat(i18n.language).format(tried.map((words) => t(words))),
            })}
          </p>
        )}
        {failure.page && failure.page.length > 0 && (
          <div className="button-row">
            {failure.page.map((address) => (
              <Button key={address} onClick={() => onRetry(atStream(source.settings, address))}>
                {t('Use {{address}}', { address: maskText(address) })}
              </Button>
            ))}
          </div>
        )}
        {failure.verdict === 'nostream' && audioAlone}
        {tried.length === 0 && OTHER_TRANSPORT.includes(failure.cause) && (
          <OtherTransport source={source} onRetry={onRetry} />
        )}
      </Alert>
      {failure.verdict === 'error' &&
        !failure.page &&
        !NO_STREAM_THERE.includes(failure.cause) &&
        onUse &&
        source.type !== '' && <ManualStreamPropertiesForm type={type} source={source} onUse={onUse} />}
      {failure.log.length > 0 && (
        <Disclosure summary={t('Probe details')}>
          <Stack>
            <pre className="alert tone-neutral">
              <code>{failure.log.join('\n')}</code>
            </pre>
            <div>
              <CopyButton what={t('Probe details')} text={failure.log.join('\n')} words={t('Copy')} />
            </div>
          </Stack>
        </Disclosure>
      )}
    </Stack>
  );
}

/** Cameras often answer by one of the two ways of RTSP only. */
function OtherTransport({ source: { settings }, onRetry }: Pick<FailureBoxProps, 'source' | 'onRetry'>) {
  const { t } = useTranslation();
  const rtsp = settings.mode === 'pull' && classOf(String(settings.address ?? '')) === 'rtsp';
  if (!rtsp) return null;
  const udp = valueAt(settings, 'rtsp.udp') === true;
  const retry = () => onRetry(withValue(settings, 'rtsp.udp', !udp));
  return (
    <Button icon="restart" onClick={retry}>
      {udp ? t('Retry over TCP') : t('Retry over UDP')}
    </Button>
  );
}
