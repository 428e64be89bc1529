import type { SourceContext } from '../../catalog/form/define.ts';
import { sameJson } from '../../media/stored/sameJson.ts';
import type { EditConflict } from '../editor/editor.ts';
import type { HeldChannel } from '../ingest/saveImpact/heldChannel.ts';
import { storedSources } from '../source/draft.ts';
import { draftOf } from './choices.ts';
import { enteredIn, openedWith, type WizardDraft, type WizardEntries } from './draft.ts';

/** What others have made of the channel since the wizard was opened; null: nothing that a save would write over. */
export function othersOf(
  draft: WizardDraft,
  now: HeldChannel | null,
  context: SourceContext,
): EditConflict<WizardDraft, WizardEntries> | null {
  const { channel, held, told } = draft;
  if (!now) return held ? { status: 'gone' } : null;
  const theirs = draftOf(channel, told.meta.name, now, context);
  const same =
    sameJson(sourcesIn(held), sourcesIn(now)) &&
    sameJson(openedWith(draft), enteredIn(openedWith(theirs))) &&
    sameJson(held?.process ?? null, now.process);
  return same ? null : { status: 'changed', found: theirs, draft: openedWith(theirs) };
}

const sourcesIn = (held: HeldChannel | null) => held && storedSources(held.metadata);
