import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import type { MediaType } from '../../../../media/encoding/streams.ts';
import { CodingFields } from '../../coder/CodingFields.tsx';
import { OtherStreamsNote, StreamField } from '../../coder/StreamField.tsx';
import type { CoderChange } from '../../coder/streamCoding.ts';
import { codingContext, isAsBefore } from '../applyProbe.ts';
import { type SourceDraft, sourceFor } from '../draft.ts';
import { codingChanged } from './slice.ts';

export function EncodingSection({
  type,
  draft,
  context,
  title,
  picture,
}: {
  type: MediaType;
  draft: SourceDraft;
  context: SourceContext;
  title?: string;
  picture?: ReactNode;
}) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const coding = draft.profile[type];
  const { streams } = sourceFor(type, draft);
  const change = (changed: CoderChange) => dispatch(codingChanged(changed));
  const words = {
    video: { encoder: t('Video encoder'), decoder: t('Video decoder') },
    audio: { encoder: t('Audio encoder'), decoder: t('Audio decoder') },
  };
  return (
    <section className="stack stack-form" aria-label={title ?? t('Encoding')}>
      <h2>{title ?? t('Encoding')}</h2>
      {streams.filter((stream) => stream.type === type).length > 1 && (
        <StreamField type={type} chosen={coding.stream} streams={streams} onChange={change} />
      )}
      {type === 'video' && <OtherStreamsNote streams={streams} />}
      <CodingFields
        type={type}
        coding={coding}
        streams={streams}
        context={codingContext(context)}
        words={words[type]}
        picture={showsSource(draft, context) && picture}
        onChange={change}
      />
    </section>
  );
}

/** Whether the last snapshot shows this source uncropped and unrotated. */
const showsSource = (draft: SourceDraft, context: SourceContext): boolean =>
  isAsBefore('video', draft, context) && !/\b(crop|transpose|[hv]flip)\b/.test(commandOf(draft));

const commandOf = ({ before }: SourceDraft): string => before?.profile.video.encoder.mapping.join(' ') ?? '';
