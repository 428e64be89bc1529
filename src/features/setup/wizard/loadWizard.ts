import { call, put, select } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { loadEditor, type SharedForm } from '../../shared/editor/editorSagas.ts';
import { readChannel } from '../saveChannel/readChannel.ts';
import { sourceContext } from '../source/sourceContext.ts';
import type { StoredChannel, WizardEntries } from './draft.ts';
import { newOpening, openingOf } from './initialWizardDraft.ts';
import { openWizard } from './selectOpenDraft.ts';
import { type WizardTarget, wizardEditor, type wizardOpened } from './slice.ts';

const { actions } = wizardEditor;

export const sharedForm: SharedForm<WizardTarget, StoredChannel, WizardEntries, string, never> = {
  actions,
  open: openWizard,
  find,
  home: ({ channel }) => `/${channel}`,
  alsoCompare: ({ held }) => held?.process ?? null,
};

function* find({ channel, name }: WizardTarget) {
  const held = yield* call(readChannel, channel);
  const opened = yield* openWizard();
  if (!held && opened?.found.held) return { missing: msg('Main channel not found') };
  return openingOf(name, held, yield* sourceContext(channel));
}

/** A channel that was never saved is not asked for. */
export function* loadWizard({ payload: target }: ReturnType<typeof wizardOpened>) {
  const known = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === target.channel));
  if (known?.available) yield* loadEditor(actions, target, find);
  else yield* put(actions.loaded({ target, ...newOpening(target.name) }));
}
