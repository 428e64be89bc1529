import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { isAsBefore, sourcesInto } from '../source/applyProbe.ts';
import { audioOriginOf } from '../source/draft.ts';
import type { WizardDraft, WizardEntries } from './draft.ts';

/** @param stored metadata of the channel, or defaults; fields without a wizard step are kept */
export const ingestMetadataOf = (
  draft: WizardEntries,
  stored: IngestMetadata,
  skills: Pick<Skills, 'codecs'>,
): IngestMetadata => ({
  ...sourcesInto(draft, stored, skills),
  meta: draft.meta,
  license: draft.license,
});

/** Whether the audio needs a probe: only a separate source that is not the stored one does. */
export const audioNeedsProbe = (draft: WizardDraft, context: SourceContext): boolean =>
  audioOriginOf(draft) === 'own' && !isAsBefore('audio', draft, context);
