import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { egressOf, RENDITION_KEY } from '../../../api/processIds.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { egressEntry } from '../../live/channel/discoverChannels.ts';
import { egressSaved } from '../../live/channel/slice.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { givesOtherwise } from './adaptPublicationToChannel.ts';
import { separateOutputs } from './publicationDraft.ts';
import { followedIn, givenBy, type PublicationUpdate } from './publicationsAfterChannelChange.ts';
import { type RenditionTurn, renditionsAlong } from './renditionsAfterChannelChange.ts';
import { saveOutputs } from './saveOutputs.ts';

const WITHOUT: Record<MediaType, string> = {
  video: msg('Publications without video now, which their service expects: {{0}}'),
  audio: msg('Publications without audio now, which their service expects: {{0}}'),
};

/** Adapts publications after the ingest was saved and names those that cannot adapt. Never throws a CoreError. */
export function* updatePublications(channel: string, before: IngestMetadata, after: IngestMetadata) {
  const { followed, renditions } = yield* followersOf(channel, before, after);
  // Renditions come first, because publications read them.
  for (const { name, becomes } of renditions)
    if (becomes.status === 'changed') {
      const { process, metadata } = becomes;
      yield* write(name, () => saveProcess({ process, metadata, key: RENDITION_KEY }));
    }
  const done: PublicationUpdate[] = [];
  for (const update of followed) if (yield* changed(channel, update)) done.push(update);
  const stuck = followed.filter(({ following }) => following.status === 'stuck');
  const lacking = (type: MediaType) =>
    done.filter(({ following }) => following.status === 'changed' && following.lacks.includes(type));
  for (const type of ['video', 'audio'] as const) yield* notify(WITHOUT[type], lacking(type));
  yield* notify(msg('Publications that could not be adapted to the changed channel: {{0}}'), stuck);
  yield* notify(
    msg('Renditions whose video or audio the channel no longer has: {{0}}'),
    renditions.filter(({ becomes }) => becomes.status === 'stuck'),
  );
}

function* notify(text: string, about: readonly { name: string }[]) {
  if (about.length > 0) yield* put(noticed('warning', text, about.map(({ name }) => name).join(', ')));
}

/** Whether the publication was adapted. It is interrupted anyway, so two outputs of one process are split. */
function* changed(channel: string, { id, name, on, following }: PublicationUpdate) {
  if (following.status !== 'changed') return false;
  const service = egressOf(id)?.service ?? '';
  const saved = separateOutputs(serviceOf(service)?.backup, following, uuidFrom(yield* host('random')));
  const done = yield* write(name, () => saveOutputs(saved, { backup: null, on }));
  if (done && saved.backup)
    for (const { process, metadata } of [saved.primary, saved.backup])
      yield* put(egressSaved({ channel, id: process.id, ...egressEntry(channel, service, metadata) }));
  return done;
}

function* write(name: string, save: () => Generator) {
  try {
    yield* call(save);
    return true;
  } catch (error) {
    const text = msg('"{{0}}" could not be adapted to the changed channel: {{1}}');
    yield* put(noticed('error', text, name, reasonValue(error)));
    return false;
  }
}

interface UpdatePlan {
  followed: PublicationUpdate[];
  renditions: RenditionTurn[];
}

function* followersOf(channel: string, before: IngestMetadata, after: IngestMetadata) {
  const none: UpdatePlan = { followed: [], renditions: [] };
  const core = yield* host('core');
  const { session } = yield* select((state: WithSession) => state);
  if (session.status !== 'ready') return none;
  const network = networkFor(session, channel);
  const [previous, current] = [givenBy(before, network), givenBy(after, network)];
  if (!givesOtherwise(previous, current)) return none;
  try {
    const processes = yield* call(core.processes, { reference: channel, filter: 'config,metadata,state' });
    const turn = { channel, skills: session.skills, before: previous, after: current };
    const all: UpdatePlan = { followed: followedIn(processes, turn), renditions: renditionsAlong(processes, turn) };
    return all;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(
      noticed('error', msg('The publications could not be adapted to the changed channel ({{0}})'), reasonValue(error)),
    );
    return none;
  }
}
