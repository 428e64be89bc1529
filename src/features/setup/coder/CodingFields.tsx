import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { decoders as decodersOf } from '../../../catalog/coders/decoders.ts';
import { hardwareNeedsOf } from '../../../catalog/coders/hardwareNeeds.ts';
import { encoderFieldsAround, excessiveUpscaleFactor } from '../../../catalog/coders/proposeSettings.ts';
import { filtersFor } from '../../../catalog/filters/index.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { fieldFaults } from '../../../catalog/form/evaluateFields.ts';
import { trialRefusalOf } from '../../../media/encoding/ffmpegTrialResult.ts';
import { outputFigures } from '../../../media/encoding/outputFigures.ts';
import type { StreamCoding } from '../../../media/encoding/profile.ts';
import { type MediaType, type Stream, upright } from '../../../media/encoding/streams.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { UnfoldingDisclosure } from '../../../ui/controls/UnfoldingDisclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { TargetField } from '../../../ui/form/pointedField.ts';
import { Stack } from '../../../ui/layout/Card.tsx';
import { CoderChoice } from './CoderChoice.tsx';
import { FilterFields, SizeFields } from './FilterFields.tsx';
import { PassthroughNote } from './PassthroughNote.tsx';
import { type CoderChange, type CodingContext, isEncoded, offerFor, plainEncoder } from './streamCoding.ts';
import { RefusedByFfmpegList, UnavailableList } from './UnavailableList.tsx';

interface FiltersOffProps {
  type: MediaType;
  coding: StreamCoding;
  context: CodingContext;
  /** The encoder to propose; null if none is available. */
  encoder: Encoder | null;
  onChange: (change: CoderChange) => void;
}

/** Explains why a passed-through stream has no filters, and offers to encode it. */
function FiltersUnavailable({ type, coding: { filter }, context, encoder, onChange }: FiltersOffProps) {
  const { t } = useTranslation();
  const hasFilters = filter !== undefined && filter.graph !== '';
  if (!hasFilters && (encoder === null || filtersFor(type, context.skills).length === 0)) return null;
  return (
    <UnfoldingDisclosure
      summary={t('Filters')}
      note={hasFilters ? t('off, because the stream is not encoded') : undefined}
      open={hasFilters}
    >
      <Stack form>
        <p className="dim small">
          {t('Filters need an encoder. This stream is passed through without re-encoding.')}{' '}
          {hasFilters && t('The stored filters are kept: {{filters}}', { filters: filter.graph })}
        </p>
        {encoder && (
          <div>
            <Button onClick={() => onChange({ type, encoder: encoder.id, settings: {} })}>
              {t('Encode with {{encoder}}', { encoder: t(encoder.name) })}
            </Button>
          </div>
        )}
      </Stack>
    </UnfoldingDisclosure>
  );
}

interface CodingFieldsProps {
  type: MediaType;
  coding: StreamCoding;
  streams: readonly Stream[];
  context: CodingContext;
  words: { encoder: string; decoder: string };
  picture?: ReactNode;
  /** Folds everything but the notes; `open` if a field has a fault. */
  fold?: { summary: string; open: boolean };
  onChange: (change: CoderChange) => void;
}

export function CodingFields({ type, coding, streams, context, words, picture, fold, onChange }: CodingFieldsProps) {
  const { t } = useTranslation();
  const target = useContext(TargetField);
  const stream = streams[coding.stream];
  if (stream?.type !== type) return null;
  const { encoders, lacking, decoders, stuck } = offerFor(type, coding, stream, context);
  const { skills } = context;
  const decoder = decoders.find(({ id }) => id === coding.decoder.coder);
  const decoderKey = `${type}.decoder`;
  // A failure message links to this field.
  const pointed = target?.keys.includes(decoderKey) ?? false;
  const odd = isEncoded(coding.encoder) && !decoders.some(({ id }) => id === coding.decoder.coder);
  const lackingEncoders = <LackingEncoders encoders={lacking} skills={skills} />;
  const choices = (
    <>
      {!stuck && (
        <CoderChoice
          label={words.encoder}
          name={`${type}.encoder`}
          coders={encoders}
          chosen={coding.encoder}
          available={skills.encoders[type]}
          tested={skills.tested}
          trial={skills.trial}
          around={(fields) => encoderFieldsAround(fields, type, stream, context.limits)}
          size={
            type === 'video' && isEncoded(coding.encoder) ? (
              <SizeFields coding={coding} stream={upright(stream)} context={context} onChange={onChange} />
            ) : null
          }
          lacking={isEncoded(coding.encoder) && lacking.length > 0 ? lackingEncoders : null}
          onChange={(encoder, settings) => onChange({ type, encoder, settings })}
        />
      )}
      {!stuck && isEncoded(coding.encoder) && (
        <FilterFields
          type={type}
          coding={coding}
          stream={upright(stream)}
          context={context}
          picture={picture}
          onChange={onChange}
        />
      )}
      {type === 'video' && isEncoded(coding.encoder) && <Enlarged coding={coding} stream={upright(stream)} />}
      {coding.encoder.coder === 'copy' && (
        <FiltersUnavailable
          type={type}
          coding={coding}
          context={context}
          encoder={plainEncoder(encoders, skills)}
          onChange={onChange}
        />
      )}
      {(decoders.length > 1 || odd) && (
        <UnfoldingDisclosure
          summary={words.decoder}
          note={decoder && t(decoder.name)}
          open={odd || pointed || Object.keys(fieldFaults(decoder?.fields ?? {}, coding.decoder.settings)).length > 0}
        >
          <Stack form>
            <CoderChoice
              label={words.decoder}
              name={decoderKey}
              coders={decoders}
              chosen={coding.decoder}
              available={skills.decoders[type]}
              trial={skills.trial}
              onChange={(decoder, settings) => onChange({ type, decoder, settings })}
            />
          </Stack>
        </UnfoldingDisclosure>
      )}
      {stuck && lackingEncoders}
      {isEncoded(coding.encoder) && <RefusedByFfmpegList kind="decoder" known={decodersOf[type]} skills={skills} />}
    </>
  );
  return (
    <>
      <PassthroughNote type={type} coding={coding} stream={stream} context={context} onChange={onChange} />
      {fold === undefined ? (
        choices
      ) : (
        <UnfoldingDisclosure summary={fold.summary} open={fold.open || stuck}>
          <Stack form>{choices}</Stack>
        </UnfoldingDisclosure>
      )}
    </>
  );
}

/** Warns that enlarging costs computing time and adds no detail. */
function Enlarged({ coding, stream }: { coding: StreamCoding; stream: Stream }) {
  const { t } = useTranslation();
  const figures = outputFigures(coding, { width: stream.width, height: stream.height, fps: 0 });
  const times = excessiveUpscaleFactor(stream, figures);
  return times === null ? null : (
    <Alert tone="warning" title={t('The encoder makes {{n}} times as many pixels as the source has.', { n: times })}>
      {t('{{made}} from {{source}} uses more CPU and bandwidth and shows no more detail. Choose a smaller size.', {
        made: `${figures.width}×${figures.height}`,
        source: `${stream.width}×${stream.height}`,
      })}
    </Alert>
  );
}

function LackingEncoders({ encoders, skills }: { encoders: readonly Encoder[]; skills: CodingContext['skills'] }) {
  const { t } = useTranslation();
  const why = (encoder: Encoder) => {
    const line = trialRefusalOf(skills, 'encoder', encoder.id);
    if (line !== null) return [t('This ffmpeg refuses it: {{line}}', { line })];
    const needs = hardwareNeedsOf(encoder);
    return [t("The core's ffmpeg was built without {{name}}.", { name: encoder.id }), needs && t(needs)];
  };
  return (
    <UnavailableList
      lacks={encoders.map((encoder) => ({
        id: encoder.id,
        name: t(encoder.name),
        why: why(encoder)
          .filter((text) => text)
          .join(' '),
      }))}
    />
  );
}
