import type { ReactNode } from 'react';
import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import { isVerified } from './chooseSourceKind.ts';
import { EncodingSection } from './EncodingSection.tsx';
import { SourceFields } from './SourceFields.tsx';
import { type OpenSourceForm, sourceDraftOf } from './slice.ts';

export interface StepProps {
  form: OpenSourceForm;
  context: SourceContext;
}

export function VideoStep({ form, context, picture }: StepProps & { picture: ReactNode }) {
  const draft = sourceDraftOf(form);
  return (
    <>
      <SourceFields type="video" form={form} context={context} />
      {isVerified(draft, 'video', context) && (
        <EncodingSection type="video" draft={draft} context={context} picture={picture} />
      )}
    </>
  );
}
