import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../catalog/define.ts';
import { CodingFields, StreamField } from '../coder/CodingFields.tsx';
import type { CoderChange } from '../coder/coding.ts';
import { codingContext } from './decide.ts';
import { isVerified } from './editable.ts';
import { HalfFields } from './HalfFields.tsx';
import { codingChanged, type OpenSourceForm, sourceDraftOf } from './slice.ts';

export interface StepProps {
  form: OpenSourceForm;
  context: SourceContext;
}

export function VideoStep({ form, context }: StepProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const draft = sourceDraftOf(form);
  const { video } = draft.profile;
  const { streams } = draft.video;
  const change = (changed: CoderChange) => dispatch(codingChanged(changed));
  return (
    <>
      <HalfFields type="video" form={form} context={context} />
      {isVerified(draft, 'video', context) && (
        <section className="stack stack-form" aria-label={t('Encoding')}>
          <h2>{t('Encoding')}</h2>
          <StreamField type="video" chosen={video.stream} streams={streams} onChange={change} />
          <CodingFields
            type="video"
            coding={video}
            streams={streams}
            context={codingContext(context)}
            words={{ encoder: t('Video encoder'), decoder: t('Video decoder') }}
            onChange={change}
          />
        </section>
      )}
    </>
  );
}
