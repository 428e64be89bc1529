import { call, put, spawn } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { ingestDefaults } from '../../media/stored/metadata.ts';
import { saveShared } from '../editor/editSagas.ts';
import { saveIngest } from '../ingest/saveImpact/saveIngest.ts';
import { ingestStartRequested } from '../ingest/slice.ts';
import { sweepLoops } from '../mediaFile/removeUnusedFiles.ts';
import { noticed } from '../notice/slice.ts';
import { reasonOf, reasonValue } from '../runtime/catchSagaErrors.ts';
import { browser } from '../runtime/host.ts';
import { journalFollowUp } from '../saving/saveJournal.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { publish } from '../viewerPages/saga.ts';
import { metadataOf } from './buildIngestMetadata.ts';
import type { StoredChannel, WizardEntries } from './draft.ts';
import { sharedForm } from './loadWizard.ts';
import { openWizard } from './selectOpenDraft.ts';
import { wizardDraftOf, wizardEditor } from './slice.ts';

const FAILED = msg('There was an error setting up the stream. {{0}}');
const OVERTAKEN = msg('The channel "{{0}}" was changed elsewhere meanwhile, so it was not saved.');

export function* save() {
  const wizard = yield* openWizard();
  if (!wizard || wizard.busy || wizard.at.step !== 'license') return;
  const { channel } = wizard.target;
  const { name } = wizard.draft.meta;
  const { before } = wizardDraftOf(wizard);
  let error: unknown = null;
  const done = yield* saveShared(
    sharedForm,
    wizard,
    (open) => write(channel, open),
    (thrown) => {
      error = thrown;
      return reasonOf(thrown);
    },
  );
  const open = (yield* openWizard())?.target.channel === channel;
  if (!done) {
    // An operator who left the wizard meanwhile sees neither its error nor its question.
    if (!open)
      yield* put(error === null ? noticed('error', OVERTAKEN, name) : noticed('error', FAILED, reasonValue(error)));
    return;
  }
  yield* put(noticed('success', msg('Channel "{{0}}" saved'), name));
  // The pages of viewers are written meanwhile.
  yield* spawn(publish, channel, done.result);
  yield* spawn(sweepLoops, channel, before ? [before.video, before.audio] : []);
  // Created processes start by themselves, updated ones keep their order.
  yield* put(ingestStartRequested(channel));
  if (!open || (yield* openWizard())?.busy !== 'saving') return;
  yield* put(wizardEditor.actions.saved({}));
  const navigate = yield* browser('navigate');
  navigate(`/${channel}`, { replace: true });
}

/** Answers the note of what follows the save. */
function* write(channel: string, { found: { held }, draft }: { found: StoredChannel; draft: WizardEntries }) {
  const { skills } = yield* sourceContext(channel);
  const stored = held?.metadata ?? null;
  const note = yield* journalFollowUp({ channel, what: 'ingest', before: stored });
  yield* call(saveIngest, channel, metadataOf(draft, stored ?? ingestDefaults(draft.meta.name), skills));
  return note;
}
