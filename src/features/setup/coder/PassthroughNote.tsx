import { useTranslation } from 'react-i18next';
import { encoderOf } from '../../../catalog/coders/index.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import { filtersFor } from '../../../catalog/filters/index.ts';
import { defaultsOf } from '../../../catalog/form/fieldValues.ts';
import { isUncompressed } from '../../../media/encoding/codecName.ts';
import { type PassthroughReason, passthroughOf } from '../../../media/encoding/passthrough.ts';
import type { StreamCoding } from '../../../media/encoding/profile.ts';
import { emptyStream, type MediaType, type Stream } from '../../../media/encoding/streams.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { useSentenceText } from '../../live/verdict/useVerdictText.tsx';
import { type CoderChange, type CodingContext, isEncoded, offerFor, plainEncoder } from './streamCoding.ts';

interface PassthroughNoteProps {
  type: MediaType;
  coding: StreamCoding;
  stream: Stream;
  context: CodingContext;
  onChange: (change: CoderChange) => void;
}

const DEINTERLACING = 'bwdif';

/** Properties that encoding keeps unless a filter changes them. */
const STAYING: readonly PassthroughReason['property'][] = ['colors', 'scan', 'size'];

const isDeinterlaced = (coding: StreamCoding) =>
  isEncoded(coding.encoder) && readFilters('video', coding).settings[DEINTERLACING]?.enabled === true;

/** Reasons of the encoder's own codec, if browsers do not play it. */
function reasonsOfEncoder(type: MediaType, coding: StreamCoding, { accepted }: CodingContext) {
  const codec = encoderOf(type, coding.encoder.coder)?.codec;
  if (!isEncoded(coding.encoder) || codec === undefined || accepted.target !== 'browsers') return [];
  return passthroughOf({ ...emptyStream, type, codec }, accepted.target).reasons;
}

export function PassthroughNote({ type, coding, stream, context, onChange }: PassthroughNoteProps) {
  const { t } = useTranslation();
  const inWords = useSentenceText();
  const { accepted, skills } = context;
  const encoded = isEncoded(coding.encoder);
  if (accepted.target === undefined || coding.encoder.coder === 'none') return null;
  const found = passthroughOf(stream, accepted.target, accepted[type]);
  const reasons = reasonsOfEncoder(type, coding, context);
  // Generated streams are always encoded.
  const blocking =
    encoded && isUncompressed(stream.codec) ? [] : found.reasons.filter(({ plays }) => plays !== 'named');
  const named = found.reasons.filter(
    ({ property, plays }) =>
      plays === 'named' && (!encoded || STAYING.includes(property)) && !(property === 'scan' && isDeinterlaced(coding)),
  );
  const encoder = plainEncoder(offerFor(type, coding, stream, context).encoders, skills);
  const filter = filtersFor('video', skills).find(({ id }) => id === DEINTERLACING);
  const canDeinterlace = encoder !== null && filter && named.some(({ property }) => property === 'scan');
  const encode = () => encoder && onChange({ type, encoder: encoder.id, settings: {} });
  const deinterlace = () => {
    if (!encoded) encode();
    const form = readFilters('video', coding);
    const settings = { ...defaultsOf(filter?.fields ?? {}), enabled: true, mode: '0' };
    onChange({ type: 'video', filters: { ...form, settings: { ...form.settings, [DEINTERLACING]: settings } } });
  };
  const list = (reasons: readonly PassthroughReason[]) => (
    <ul>
      {reasons.map((reason) => (
        <li key={reason.text}>{inWords(reason)}</li>
      ))}
    </ul>
  );
  return (
    <>
      {encoded && blocking.length > 0 && (
        <Alert tone="neutral" title={t('It is encoded, because most viewers cannot play it as it is:')}>
          {list(blocking)}
        </Alert>
      )}
      {!encoded && blocking.length > 0 && (
        <Alert tone="warning" title={t('Most viewers cannot play this as it is:')}>
          {list(blocking)}
          {encoder && <Button onClick={encode}>{t('Encode with {{encoder}}', { encoder: t(encoder.name) })}</Button>}
        </Alert>
      )}
      {reasons.length > 0 && (
        <Alert tone="warning" title={t('Choose another encoder:')}>
          {list(reasons)}
        </Alert>
      )}
      {named.length > 0 && (
        <Alert tone="neutral" title={t('Good to know about this stream:')}>
          {list(named)}
          {canDeinterlace && <Button onClick={deinterlace}>{t('Deinterlace')}</Button>}
        </Alert>
      )}
    </>
  );
}
