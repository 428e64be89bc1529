import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { isAsBefore, sourcesInto } from '../source/applyProbe.ts';
import { audioOriginOf } from '../source/draft.ts';
import type { WizardDraft, WizardEntries } from './draft.ts';

/**
 * The metadata of the ingest.
 * @param stored of the channel as it is, or defaults: fields without a step in the wizard stay
 */
export const ingestMetadataOf = (
  draft: WizardEntries,
  stored: IngestMetadata,
  skills: Pick<Skills, 'codecs'>,
): IngestMetadata => ({
  ...sourcesInto(draft, stored, skills),
  meta: draft.meta,
  license: draft.license,
});

/** A source of its own has to be probed; the video's audio has been, and none needs nothing. */
export const audioNeedsProbe = (draft: WizardDraft, context: SourceContext): boolean =>
  audioOriginOf(draft) === 'own' && !isAsBefore('audio', draft, context);
