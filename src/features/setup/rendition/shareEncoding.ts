import { call, delay, put, select } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { egressOf, ingestId, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../../api/processIds.ts';
import { preselectCoders } from '../../../catalog/coders/chooseCoders.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { unknownService } from '../../../catalog/serviceFacts/unknownService.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { feedServers } from '../../../media/address/channelAddresses.ts';
import { flows } from '../../../media/channel/publicationState.ts';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import { encodingKey } from '../../../media/renditions/duplicateEncodings.ts';
import { renditionProcess } from '../../../media/renditions/renditionProcess.ts';
import { progressOf } from '../../../media/run/progress.ts';
import {
  type EgressMetadata,
  parseIngestMetadata,
  parseRenditionMetadata,
  type RenditionMetadata,
  storedAs,
} from '../../../media/stored/metadata.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { readableOf } from '../../shared/saving/readProcess.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { passRendition } from '../egress/egressControlForm.ts';
import {
  acceptedCodecs,
  type FormContext,
  processOf,
  publicationDraftOf,
  publicationFaultsOf,
  publicationMetadataOf,
} from '../egress/publicationDraft.ts';
import { givenBy } from '../egress/publicationsAfterChannelChange.ts';
import { egressStored, type RenditionChannel, renditionOfProfile } from './duplicateEncodings.ts';

/** Reads a channel and its processes from the core. Throws a CoreError, or an Error with a message for the operator. */
export function* readChannelProcesses(id: string) {
  const core = yield* host('core');
  const info = coreInfoOf((yield* select((state: WithSession) => state)).session);
  const processes = yield* call(core.processes, { reference: id, filter: 'config,state,metadata' });
  const own = processes.find((process) => process.id === ingestId(id));
  if (!info || !own || own.metadata === UNREAD) throw new CoreError(404, msg('Main channel not found'));
  const ingest = readableOf(storedAs(parseIngestMetadata, own.metadata?.[METADATA_KEY]));
  const network = networkFor(info, id);
  const channel: RenditionChannel = {
    id,
    given: givenBy(ingest, network),
    skills: info.skills,
    servers: feedServers(network),
  };
  return { channel, processes };
}

interface RenditionProcess {
  process: Process;
  metadata: EgressMetadata;
  name: string;
}

const heldIn = (process: Process): RenditionProcess[] => {
  const metadata = egressStored(process);
  const name = publicationName(egressOf(process.id)?.service ?? '', metadata?.name ?? '');
  return metadata ? [{ process, metadata, name }] : [];
};

/**
 * Creates one encoding process for these publications; running ones reconnect only after it has started. Throws the
 * errors of `saveProcess`, and then nothing has changed.
 */
export function* shareAmong(id: string, ids: readonly string[]) {
  const core = yield* host('core');
  const { process, on, key } = yield* exclusively(() => createShared(id, ids));
  if (on) {
    yield* call(() => core.processCommand({ id: process.id, body: { command: 'start' } }));
    yield* call(untilThere, process.id);
  }
  const count = yield* exclusively(() => turnAll(id, { rendition: process.id, ids, key }));
  if (count > 0) yield* put(noticed('saved', msg('Publications that share one encoding now: {{0}}'), String(count)));
}

function* createShared(id: string, ids: readonly string[]) {
  const { channel, processes } = yield* readChannelProcesses(id);
  const named = processes.filter((process) => ids.includes(process.id)).flatMap(heldIn);
  const [first] = named;
  const key = first ? encodingKey(first.metadata) : null;
  const matching = named.filter(({ metadata }) => key !== null && encodingKey(metadata) === key);
  const rendition = first && matching.length > 1 ? renditionOfProfile(channel, first.metadata.profiles[0]) : null;
  const uuid = uuidFrom(yield* host('random'));
  const process = rendition && renditionProcess({ ...startsAs(channel, matching), uuid, metadata: rendition });
  if (!process) throw new Error(NOT_ALIKE);
  yield* call(saveProcess, { process, metadata: rendition, key: RENDITION_KEY });
  return { process, key, on: matching.some((publication) => publication.process.state?.order === 'start') };
}

/** Returns how many publications pass the rendition on; without any, it is deleted. */
function* turnAll(
  id: string,
  { rendition, ids, key }: { rendition: string; ids: readonly string[]; key: string | null },
) {
  const { channel, processes } = yield* readChannelProcesses(id);
  const uuid = renditionOf(rendition)?.uuid ?? '';
  const own = processes.find((process) => process.id === rendition);
  const stored = own && own.metadata !== UNREAD ? own.metadata?.[RENDITION_KEY] : undefined;
  const metadata = stored === undefined ? null : parseRenditionMetadata(stored);
  const publications = processes.filter((process) => ids.includes(process.id)).flatMap(heldIn);
  const alike = publications.filter((each) => encodingKey(each.metadata) === key);
  let count = 0;
  for (const publication of alike) if (metadata && (yield* turn(channel, publication, uuid, metadata))) count += 1;
  if (own && count === 0) yield* write('processDelete', { id: rendition });
  if (alike.length === 0) throw new Error(NOT_ALIKE);
  return count;
}

const startsAs = ({ id, given: output, skills }: RenditionChannel, publications: readonly RenditionProcess[]) => ({
  channel: id,
  streams: output.streams,
  skills,
  autostart: publications.some(({ metadata }) => metadata.control.process.autostart),
});

const NOT_ALIKE = msg('They no longer encode the same.');

const PATIENCE = 20;

/** Gives up after some polls, because the publications retry by themselves. */
function* untilThere(id: string) {
  const core = yield* host('core');
  for (let attempt = 0; attempt < PATIENCE; attempt += 1) {
    yield* delay(PACE.renditionStart.everyMs);
    const { state } = yield* call(core.process, { id, filter: 'state' });
    if (flows(progressOf(state))) return;
  }
}

/** Returns whether the publication now passes on the rendition. A failure restores it and shows a notice. */
function* turn(channel: RenditionChannel, publication: RenditionProcess, uuid: string, rendition: RenditionMetadata) {
  try {
    const written = turnedTo(channel, publication, uuid, rendition);
    yield* call(saveProcess, written);
    return true;
  } catch (error) {
    yield* put(noticed('error', msg('"{{0}}" still encodes on its own: {{1}}'), publication.name, reasonValue(error)));
    return false;
  }
}

/** Returns the process and metadata to write. Stored addresses are kept unless they depend on the streams. */
export function turnedTo(
  { id, given: output, skills }: RenditionChannel,
  { process, metadata }: Pick<RenditionProcess, 'process' | 'metadata'>,
  uuid: string,
  { feed, streams }: Pick<RenditionMetadata, 'feed' | 'streams'>,
) {
  const { service: name = '', uuid: own = '' } = egressOf(process.id) ?? {};
  const service = serviceOf(name) ?? unknownService(name, metadata, streams);
  const before: FormContext = { ...output, channel: id, skills, service, kept: null };
  const context: FormContext = { ...before, streams, feeds: [feed] };
  const control = passRendition(metadata.control, feed, uuid);
  const profile = preselectCoders(emptyProfile(), streams, acceptedCodecs(context), skills);
  const draft = publicationDraftOf(before, metadata);
  const [fault] = Object.values(publicationFaultsOf(context, { ...draft, control, profile }));
  if (fault && Object.keys(publicationFaultsOf(before, draft)).length === 0) throw new Error(fault);
  if ((['video', 'audio'] as const).some((type) => !['copy', 'none'].includes(profile[type].encoder.coder)))
    throw new Error(msg('Its service does not take the encoding as it is.'));
  const target = publicationMetadataOf(context, { ...draft, control, profile }, metadata);
  const isSame =
    JSON.stringify(target.outputs) === JSON.stringify(publicationMetadataOf(before, draft, metadata).outputs);
  const written = { ...target, outputs: isSame ? metadata.outputs : target.outputs };
  const sends = processOf(context, written, own);
  if (!sends || process.config === UNREAD) throw new Error(msg('Nothing would be sent with these settings.'));
  return { process: sends, metadata: written };
}
