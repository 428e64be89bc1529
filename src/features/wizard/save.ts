import { call, put, spawn } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { ingestDefaults } from '../../media/stored/metadata.ts';
import { readChannel } from '../ingest/saveImpact/heldChannel.ts';
import { saveIngest } from '../ingest/saveImpact/saveIngest.ts';
import { ingestStartRequested } from '../ingest/slice.ts';
import { sweepLoops } from '../mediaFile/sweep.ts';
import { noticed } from '../notice/slice.ts';
import { browser } from '../runtime/host.ts';
import { reasonOf, reasonValue } from '../runtime/safely.ts';
import { noteRest } from '../saving/saveJournal.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { publish } from '../viewerPages/saga.ts';
import { metadataOf } from './decide.ts';
import { enteredInto, type WizardDraft } from './draft.ts';
import { theDraft } from './openDraft.ts';
import { othersOf } from './remoteChanges.ts';
import { overtaken, saved, saveFailed } from './slice.ts';

export function* save() {
  const draft = yield* theDraft();
  if (!draft) return;
  const { channel } = draft;
  let note: string;
  try {
    const done = yield* call(write, draft);
    if (typeof done !== 'string') {
      // Who has left it cannot be asked: nothing is written over.
      yield* put((yield* isOpen(channel)) ? overtaken(done) : noticed('error', OVERTAKEN, draft.meta.name));
      return;
    }
    note = done;
  } catch (error) {
    const text = msg('There was an error setting up the stream. {{0}}');
    // Who has left the wizard meanwhile would not see its error step.
    if (yield* isOpen(channel)) yield* put(saveFailed(reasonOf(error)));
    else yield* put(noticed('error', text, reasonValue(error)));
    return;
  }
  yield* put(noticed('success', msg('Channel "{{0}}" saved'), draft.meta.name));
  // Nobody waits for the pages of viewers.
  yield* spawn(publish, channel, note);
  yield* spawn(sweepLoops, channel, sourcesBefore(draft));
  // Created processes start by themselves, updated ones keep their order.
  yield* put(ingestStartRequested(channel));
  if (!(yield* isOpen(channel))) return;
  yield* put(saved());
  const navigate = yield* browser('navigate');
  navigate(`/${channel}`, { replace: true });
}

function* write(draft: WizardDraft) {
  const { channel, meta } = draft;
  const context = yield* sourceContext(channel);
  const now = yield* call(readChannel, channel);
  const others = othersOf(draft, now, context);
  if (others) return others;
  const stored = now?.metadata ?? null;
  const told = stored ? enteredInto(stored, draft) : {};
  const { skills } = context;
  const before = stored ?? ingestDefaults(meta.name);
  const note = yield* noteRest({ channel, what: 'ingest', before: stored });
  yield* call(saveIngest, channel, metadataOf({ ...draft, ...told }, before, skills));
  return note;
}

const sourcesBefore = ({ before }: WizardDraft) => (before ? [before.video, before.audio] : []);

const OVERTAKEN = msg('The channel "{{0}}" was changed elsewhere meanwhile, so it was not saved.');

function* isOpen(channel: string) {
  return (yield* theDraft())?.channel === channel;
}
