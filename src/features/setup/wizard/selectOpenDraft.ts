import { select } from 'typed-redux-saga';
import { sourceContext } from '../source/sourceContext.ts';
import { type WithWizard, wizardDraftOf } from './slice.ts';

export function* openWizard() {
  const { wizard } = yield* select((state: WithWizard) => state);
  return wizard.status === 'open' ? wizard : null;
}

export function* selectOpenDraft() {
  const wizard = yield* openWizard();
  if (!wizard) return null;
  const draft = wizardDraftOf(wizard);
  return { draft, context: yield* sourceContext(draft.channel) };
}
