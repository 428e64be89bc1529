import { call, put, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { CoreError } from '../../../api/error.ts';
import { pushKeyKey, readPushKey } from '../../../api/hlsPushKey.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type HeldPush, heldPush, withPushKey } from '../../../media/address/changePushKey.ts';
import { newPushKey } from '../../../media/address/pushAddress.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { connectionHealed } from '../../gate/connection/slice.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { restarted } from '../../shared/restart/slice.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { readableOf, readProcess } from '../../shared/saving/readProcess.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { storedChanged } from '../channel/channelSync.ts';
import { isWatchedFetched, processesUnread } from '../channel/slice.ts';
import {
  hlsPushPlanned,
  pushBusy,
  pushCorrected,
  pushKeyChangeConfirmed,
  pushOpened,
  pushRead,
  pushUnread,
  type WithPush,
} from './slice.ts';

export function* pushAddressSaga() {
  yield* takeLatest([pushOpened, hlsPushPlanned], catchSagaErrors(open));
  yield* takeLatest([restarted, connectionHealed], catchSagaErrors(readAgain));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeLatest(processesUnread, catchSagaErrors(readOnceReadable));
  yield* takeLeading([pushKeyChangeConfirmed, pushCorrected], change);
}

function* open(action: ReturnType<typeof pushOpened>) {
  const channel = action.payload;
  const isPlanned = hlsPushPlanned.match(action);
  try {
    yield* call(read, channel, isPlanned);
  } catch (error) {
    yield* put(pushUnread({ channel, reason: reasonOf(error), wanted: isPlanned }));
  }
}

function* readAgain() {
  const { pushAddress: push } = yield* select((state: WithPush) => state);
  const busy = push.status === 'known' && push.busy;
  if (push.status !== 'none' && !busy)
    yield* put(push.wanted ? hlsPushPlanned(push.channel) : pushOpened(push.channel));
}

/** If the status becomes readable, the rest is readable too. */
function* readOnceReadable() {
  yield* take(isWatchedFetched);
  yield* call(readAgain);
}

/** The key may have been changed elsewhere. */
function* followStored({ payload: ids }: ReturnType<typeof storedChanged>) {
  const { pushAddress: push } = yield* select((state: WithPush) => state);
  if (push.status !== 'none' && ids.includes(ingestId(push.channel))) yield* call(readAgain);
}

function* networkHere(channel: string) {
  const coreInfo = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!coreInfo) throw new CoreError(401, 'Not logged in');
  const keyed = hasExtension(coreInfo.about, 'push-keys');
  return { network: networkFor(coreInfo, channel), config: coreInfo.config, keyed };
}

function* movable(channel: string) {
  const found = yield* call(readProcess, ingestId(channel));
  const metadata = found?.metadata[METADATA_KEY];
  if (!found?.config || storedAs(parseIngestMetadata, metadata).status !== 'readable') return null;
  return { config: found.config, metadata };
}

function* ownKey(channel: string) {
  const core = yield* host('core');
  return readPushKey((yield* call(core.metadataAll))[pushKeyKey(channel)]);
}

function* read(channel: string, isPlanned: boolean) {
  const { network, config, keyed } = yield* call(networkHere, channel);
  const found = yield* call(movable, channel);
  const current: HeldPush | null = found && heldPush(found, network, config);
  const pushed = current?.push.type === 'hls';
  const stored = keyed && (pushed || isPlanned) ? yield* call(ownKey, channel) : null;
  // An encoder that already sends keeps its address until the operator changes it.
  const draws = stored === null && keyed && isPlanned && !pushed && network.hls.credentials !== '';
  const key = draws ? yield* exclusively(() => drawKey(channel), 'none') : stored;
  yield* put(pushRead({ channel, held: current, key, wanted: isPlanned }));
}

/** Stores the key before the first save, because the encoder may send before it. Someone else may have stored one. */
function* drawKey(channel: string) {
  const stored = yield* call(ownKey, channel);
  return stored ?? (yield* storeKey(channel, newPushKey(yield* host('random'))));
}

function* storeKey(channel: string, key: string) {
  yield* write('metadataSet', { key: pushKeyKey(channel), body: key });
  if ((yield* call(ownKey, channel)) !== key) throw new SaveConflict();
  return key;
}

function* change(action: ReturnType<typeof pushKeyChangeConfirmed>) {
  const channel = action.payload;
  const renewed = pushKeyChangeConfirmed.match(action);
  yield* put(pushBusy(true));
  try {
    yield* exclusively(() => changeKey(channel, renewed));
    yield* put(
      renewed
        ? noticed('saved', msg('The stream key has changed. Enter the new one in the encoder.'))
        : noticed('saved', msg('The channel reads from the current address again.')),
    );
    yield* call(read, channel, false);
  } catch (error) {
    const failed = renewed
      ? msg('The stream key could not be changed: {{0}}')
      : msg('The address could not be changed: {{0}}');
    yield* put(noticed('error', failed, reasonValue(error)));
    if (error instanceof SaveConflict) yield* call(readAgain);
  } finally {
    yield* put(pushBusy(false));
  }
}

/** Keeps a key that another operator has renewed meanwhile, because an encoder may use it. */
function* changeKey(channel: string, renewed: boolean) {
  const { pushAddress: shown } = yield* select((state: WithPush) => state);
  const random = yield* host('random');
  const { network, config, keyed } = yield* call(networkHere, channel);
  const found = yield* call(movable, channel);
  const current = found && heldPush(found, network, config);
  const before = shown.status === 'known' && shown.channel === channel ? shown : null;
  if (before && !sameJson(before.held?.push, current?.push)) throw new SaveConflict();
  const key = renewed ? newPushKey(random) : (current?.push.name ?? '');
  if (renewed && keyed && current?.push.type === 'hls') {
    if (before && before.key !== (yield* call(ownKey, channel))) throw new SaveConflict();
    yield* storeKey(channel, key);
    return;
  }
  const changed = found && withPushKey(found, network, key, config.version >= 3);
  if (!changed) throw new Error(msg('The source of this channel is not pushed to the server.'));
  const metadata = readableOf(storedAs(asObject, changed.metadata));
  yield* call(saveProcess, { process: changed.config, metadata });
}

const asObject = (raw: unknown): object => Object(raw);
