import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../catalog/form/fields.ts';
import { valueAt, withValue } from '../../../catalog/form/fieldValues.ts';
import { atStream } from '../../../catalog/network/alternativeRequests.ts';
import { classOf } from '../../../media/address/addressProtocol.ts';
import type { Cause } from '../../../media/diagnosis/causes.ts';
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
import type { AlternativeProgress, SourceProbeFailure, WorkingAlternative } from './draft.ts';
import { explainProbeFailure } from './explainProbeFailure.ts';
import { ManualStreamPropertiesForm } from './ManualStreamPropertiesForm.tsx';

export function ProbeProgress({ trying }: { trying: AlternativeProgress | null }) {
  const { t } = useTranslation();
  if (!trying) return <WaitingNote text={t('Please wait. Probing the source …')} />;
  const { words, n, of: total } = trying;
  return (
    <ProgressNote>
      {t('No response so far. Trying with {{way}} ({{n}} of {{of}}) …', { way: t(words), n, of: total })}
    </ProgressNote>
  );
}

/** Causes after which another transport may work; a rejection would be the same with any. */
const OTHER_TRANSPORT: readonly Cause[] = ['no-answer', 'no-packets', 'not-media', 'timeout', 'transport', 'unknown'];

/** Causes that manually entered stream properties cannot remedy. */
const NO_STREAM_THERE: readonly Cause[] = ['address-list', 'drm', 'still-image'];

interface FailureBoxProps {
  failure: SourceProbeFailure;
  type: MediaType;
  source: Source;
  onRetry: (settings: Settings) => void;
  onUse?: (alternative: WorkingAlternative) => void;
  audioAlone?: ReactNode;
}

export function ProbeFailureBox({ failure, type, source, onRetry, onUse, audioAlone }: FailureBoxProps) {
  const { t, i18n } = useTranslation();
  const { worked, tried = [] } = failure;
  const { what: problem, why, remedy } = explainProbeFailure(failure, type, source);
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
      <Alert title={t(problem)}>
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

/** Many cameras support only one of the two RTSP transports. */
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
