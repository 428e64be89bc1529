import { call, put, spawn } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { ingestDefaults } from '../../../media/stored/metadata.ts';
import { reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { ingestStartRequested } from '../../live/ingest/slice.ts';
import { publish } from '../../live/viewerPages/saga.ts';
import { saveShared } from '../../shared/editor/editorSagas.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { sweepLoops } from '../mediaFile/removeUnusedFiles.ts';
import { saveIngest } from '../saveChannel/saveIngest.ts';
import { sourceContext } from '../source/sourceContext.ts';
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
