import { call, delay, put, race, type SagaGenerator, select, take, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../../api/processIds.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { corePorts, listenPortOf, portsOfProcesses } from '../../../media/address/listenPort.ts';
import { newPushKey } from '../../../media/address/pushAddress.ts';
import { cloneChannel } from '../../../media/clone/cloneChannel.ts';
import { clonedFiles } from '../../../media/clone/clonedFiles.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { channelsOf } from '../../live/channel/discoverChannels.ts';
import { channelSelected, channelsSeen, type WithChannels } from '../../live/channel/slice.ts';
import { publish } from '../../live/publishPages/saga.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { clearFollowUps, journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { uploadFile } from '../mediaFile/uploadFile.ts';
import { finishDeletion } from '../resume/finishFollowUps.ts';
import { networkHere, saveIngest } from '../saveChannel/saveIngest.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { readChannelToClone } from './readChannelToClone.ts';
import {
  cloneBegan,
  cloneCancelled,
  cloneClosed,
  cloneCounted,
  cloneFailed,
  clonePartMade,
  cloneRequested,
  cloneSent,
  type WithClone,
} from './slice.ts';

/** Shorter than the time after which another page takes the note for one that was left behind. */
const RENEWED_MS = 10_000;

export function* cloneSaga() {
  yield* takeLeading(cloneRequested, untilLoggedOut(catchSagaErrors(duplicate)));
}

class CloneCancelled extends Error {
  constructor() {
    super(msg('You cancelled it.'));
  }
}

function* duplicate({ payload: { channel, name } }: ReturnType<typeof cloneRequested>) {
  const target = uuidFrom(yield* host('random'));
  yield* put(cloneBegan(channel));
  const made = yield* call(makeOrUndo, { channel, target, name });
  if (made.error === null) yield* call(show, target, made.key);
  else if (made.error instanceof CloneCancelled && made.isRemoved) yield* put(cloneClosed());
  else yield* put(cloneFailed({ channel, reason: reasonOf(made.error), isRemoved: made.isRemoved }));
}

interface MadeClone {
  /** Of the note on the core; null: none was stored. */
  key: string | null;
  /** null: it was made. */
  error: unknown;
  isRemoved: boolean;
}

interface CloneOrder {
  channel: string;
  target: string;
  name: string;
}

/** An interrupted clone is removed by the next session: its ingest, without which it is no channel, is written last. */
function* makeOrUndo(order: CloneOrder): SagaGenerator<MadeClone> {
  const note = { channel: order.target, what: 'clone', before: null } as const;
  let key: string | null = null;
  try {
    key = yield* journalFollowUp(note);
    yield* race({ made: call(make, order), renewed: call(renewNote, note) });
    return { key: yield* call(replaceNote, order.target, key), error: null, isRemoved: false };
  } catch (error) {
    const isRemoved = yield* call(quietly, () => exclusively(() => remove(order.target), 'none'));
    if (isRemoved && key !== null) yield* clearFollowUps([key]);
    return { key, error, isRemoved };
  }
}

/** The next session would stop the clone, which its operator may start from now on. Returns the key of the note. */
function* replaceNote(channel: string, key: string) {
  let left = key;
  yield* call(quietly, function* () {
    left = yield* journalFollowUp({ channel, what: 'pages', before: null });
    yield* clearFollowUps([key]);
  });
  return left;
}

function* renewNote(note: Parameters<typeof journalFollowUp>[0]) {
  for (;;) {
    yield* delay(RENEWED_MS);
    yield* call(quietly, () => journalFollowUp(note));
  }
}

function* remove(target: string) {
  yield* write('processDelete', { id: ingestId(target) });
  yield* call(finishDeletion, target);
}

function* make(order: CloneOrder) {
  const core = yield* host('core');
  const listed = yield* call(core.diskFiles, { glob: `/channels/${order.channel}/**` });
  const files = clonedFiles(
    listed.map(({ name }) => name),
    order.channel,
    order.target,
  );
  const { processes } = yield* call(readChannelToClone, order.channel);
  yield* put(cloneCounted(files.length + processes.length));
  for (const { from, to } of files) yield* part(() => copyOrCancel(from, to));
  // It is undone by deleting it.
  yield* exclusively(() => writeClone(order), 'none');
}

function* part(work: () => Generator) {
  const isCancelled = yield* select(({ clone }: WithClone) => clone.status === 'running' && clone.cancelled);
  if (isCancelled) throw new CloneCancelled();
  yield* call(work);
  yield* put(clonePartMade());
}

function* copyOrCancel(from: string, to: string) {
  const { cancelled } = yield* race({ copied: call(copyFile, from, to), cancelled: take(cloneCancelled) });
  if (cancelled) throw new CloneCancelled();
}

/** Outside the lock, because it may take minutes. Nobody else writes files of a channel that does not exist yet. */
function* copyFile(from: string, to: string) {
  const core = yield* host('core');
  const bytes = yield* call(core.diskBytes, { path: from });
  if (!(bytes instanceof Uint8Array)) throw new Error(msg('The file could not be read.'));
  yield* call(uploadFile, to, new Blob([new Uint8Array(bytes)]), cloneSent);
}

function* writeClone({ channel, target, name }: CloneOrder) {
  const random = yield* host('random');
  const found = yield* call(readChannelToClone, channel);
  const info = coreInfoOf(yield* select(({ session }: WithSession) => session));
  const context = yield* call(sourceContext, channel);
  const clone = cloneChannel(found, {
    ...{ channel: target, name },
    networks: { before: context.network, after: yield* call(networkHere, target) },
    taken: [...(info ? corePorts(info.config) : []), ...portsOfProcesses(found.all)],
    newUuid: () => uuidFrom(random),
    newKey: () => newPushKey(random),
    // Those that listen get another port.
    isExclusive: ({ type, settings, inputs }) =>
      sourceOf(type)?.opensOnce(settings, context) === true &&
      inputs.every(({ address }) => listenPortOf(address) === null),
    ownSettings: (service) => serviceOf(service)?.own?.(uuidFrom(random).replaceAll('-', '')) ?? {},
  });
  for (const saved of clone.processes) yield* part(() => saveProcess(saved));
  for (const [key, body] of Object.entries(clone.global)) yield* write('metadataSet', { key, body });
  yield* part(() => saveIngest(target, clone.metadata));
  // It reads the same source, at the same cost, so the operator starts it.
  yield* write('processCommand', { id: ingestId(target), body: { command: 'stop' } });
}

function* show(target: string, note: string | null) {
  const navigate = yield* browser('navigate');
  // The next sync lists it otherwise.
  const isListed = yield* call(quietly, () => list(target));
  yield* put(cloneClosed());
  yield* put(noticed('success', msg('Channel duplicated. It is stopped, and its publications are off.')));
  if (isListed) navigate(`/${target}`);
  yield* call(publish, target, note);
}

function* list(target: string) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { reference: target, filter: 'metadata' });
  const { channel } = yield* select((state: WithChannels) => state);
  const found = channelsOf(processes).filter(({ id }) => id === target);
  yield* put(channelsSeen([...channel.list.filter(({ id }) => id !== target), ...found]));
  yield* put(channelSelected(target));
}
