import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../catalog/define.ts';
import type { MediaType } from '../../media/streams.ts';
import { CodingFields, StreamField } from '../coder/CodingFields.tsx';
import type { CoderChange } from '../coder/coding.ts';
import { codingContext } from './decide.ts';
import { type SourceDraft, sourceFor } from './draft.ts';
import { codingChanged } from './slice.ts';

/** Which stream of a source is taken, and what is made of it. */
export function EncodingSection({
  type,
  draft,
  context,
}: {
  type: MediaType;
  draft: SourceDraft;
  context: SourceContext;
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
    <section className="stack stack-form" aria-label={t('Encoding')}>
      <h2>{t('Encoding')}</h2>
      <StreamField type={type} chosen={coding.stream} streams={streams} onChange={change} />
      <CodingFields
        type={type}
        coding={coding}
        streams={streams}
        context={codingContext(context)}
        words={words[type]}
        onChange={change}
      />
    </section>
  );
}
