import { select } from 'typed-redux-saga';
import { sourceContext } from '../source/sourceContext.ts';
import type { WithWizard } from './slice.ts';

/** null: the wizard is closed. */
export function* theDraft() {
  const wizard = yield* select((state: WithWizard) => state.wizard);
  return wizard.open ? wizard.draft : null;
}

export function* openDraft() {
  const draft = yield* theDraft();
  return draft && { draft, context: yield* sourceContext(draft.channel) };
}
