import { useTranslation } from 'react-i18next';
import { encoderManualUrl } from '../../../catalog/coders/documentation.ts';
import { hardwareNeedsOf } from '../../../catalog/coders/hardwareNeeds.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { CAUSES } from '../../../media/diagnosis/causes.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { countInRealTime, type Machine, type TestedEncoder } from '../../../media/encoding/encoderTestResults.ts';
import { IconLink } from '../../../ui/controls/Button.tsx';
import { ListRow } from '../../../ui/layout/ListRow.tsx';
import { useSpeed } from '../coder/useEncoderTestText.tsx';

interface ResultRowProps {
  encoder: Encoder;
  result: TestedEncoder | undefined;
  /** null while nothing can be said of what is free. */
  machine: Machine | null;
}

/** An encoder, and what was found out of it. */
export function ResultRow({ encoder, result, machine }: ResultRowProps) {
  const { t } = useTranslation();
  const speed = useSpeed();
  const address = encoderManualUrl(encoder);
  const state = !result ? t('Not tested') : result.works ? t('Works') : t('Does not work');
  const figures = result?.sizes.map((size) =>
    size.height === 0
      ? []
      : size.speed === 0
        ? t('does not work at {{height}}p', { height: size.height })
        : speed(size),
  );
  return (
    <ListRow
      icon={!result ? 'empty' : result.works ? 'check' : 'cross'}
      title={t(encoder.name)}
      detail={[state, ...(figures ?? []).flat()].join(' · ')}
      tone={!result || result.works ? 'neutral' : 'error'}
      below={
        <div className="small dim">
          {result?.works && machine && <Fits encoder={encoder} result={result} machine={machine} />}
          {result && !result.works && <Reason encoder={encoder} result={result} />}
          {result && <Tested result={result} />}
        </div>
      }
      end={
        address && (
          <IconLink icon="help" label={t('Documentation of {{coder}}', { coder: encoder.id })} href={address} />
        )
      }
    />
  );
}

function Fits({ encoder, result, machine }: { encoder: Encoder; result: TestedEncoder; machine: Machine }) {
  const { t } = useTranslation();
  const sizes = result.sizes.filter(({ height, speed }) => height > 0 && speed > 0);
  if (sizes.length === 0) return null;
  const fits = sizes.map((size) =>
    t('{{number}} at {{height}}p', { number: countInRealTime(size, encoder.hardware, machine), height: size.height }),
  );
  return <p>{t('Fit beside the current load, at 25 frames/s: {{fits}}', { fits: fits.join(', ') })}</p>;
}

function Reason({ encoder, result }: { encoder: Encoder; result: TestedEncoder }) {
  const { t } = useTranslation();
  const cause = CAUSES.find((known) => known === result.cause) ?? 'unknown';
  const needs = hardwareNeedsOf(encoder);
  const { title, remedy } = causeTexts[cause].source;
  return (
    <>
      <p>
        {cause === 'unknown' ? t('ffmpeg could not use it on this machine.') : t(title)}{' '}
        {needs ? t(needs) : cause === 'unknown' ? '' : t(remedy)}
      </p>
      {result.line !== '' && <code>{result.line}</code>}
    </>
  );
}

function Tested({ result: { at, core, ffmpeg, old } }: { result: TestedEncoder }) {
  const { t, i18n } = useTranslation();
  const when = formatMoment(at / 1000, i18n.language);
  return (
    <p>
      {old
        ? t('Old: tested on {{when}} with core {{core}} and ffmpeg {{ffmpeg}}. Test again.', { when, core, ffmpeg })
        : t('Tested on {{when}} with core {{core}} and ffmpeg {{ffmpeg}}.', { when, core, ffmpeg })}
    </p>
  );
}
