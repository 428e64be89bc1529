import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import type { Config } from '../../../../api/answers/config.ts';
import { lanAddressesOf } from '../../../../api/answers/lanAddresses.ts';
import { hasExtension } from '../../../../api/coreExtensions.ts';
import { pushKeyKey, readPushKey } from '../../../../api/hlsPushKey.ts';
import { channelOfIngest, ingestId } from '../../../../api/processIds.ts';
import type { Settings } from '../../../../catalog/form/fields.ts';
import { type CoreMove, moveBetween } from '../../../../media/address/moveProcess.ts';
import { reasonOf } from '../../../gate/host/catchSagaErrors.ts';
import { host } from '../../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../../gate/session/slice.ts';
import { poll } from '../../../shared/polling/poll.ts';
import { serverAddress } from '../../../shared/restart/detectRestart.ts';
import { restarted } from '../../../shared/restart/slice.ts';
import { write } from '../../../shared/saving/exclusively.ts';
import { quietly } from '../../../shared/saving/quietly.ts';
import { restoreProcess, saveProcess } from '../../../shared/saving/saveProcess.ts';
import { settingsClosed } from '../slice.ts';
import {
  configAfter,
  type MovablePublication,
  movesNothing,
  type Plan,
  planOf,
  revertChange,
} from './planAddressChange.ts';
import {
  encodersDismissed,
  encodersSeen,
  moveAsked,
  moveConfirmed,
  moveStored,
  type PlannedMove,
  type WithAddressChange,
} from './slice.ts';

export function* moveSaga() {
  yield* takeLatest(restarted, watchEncoders);
}

/** Returns the processes and encoders that a change of settings affects; null if there are none. Throws a CoreError. */
export function* planMove(before: Config, body: Settings) {
  const core = yield* host('core');
  const after = configAfter(before, body);
  if (movesNothing({ before, after })) return null;
  const address = new URL(core.address);
  const info = coreInfoOf((yield* select((state: WithSession) => state)).session);
  const move: CoreMove = moveBetween({
    before,
    after,
    pages: { before: address, after: serverAddress({ before, after, core: address }) ?? address },
    lan: info ? lanAddressesOf(info.about) : [],
    pushKeyOf: yield* pushKeys(),
  });
  const plan = planOf(yield* call(core.processes, { filter: 'config,metadata' }), move);
  return plan.encoders.length + plan.moving.length === 0 ? null : plan;
}

function* pushKeys() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (info === null || !hasExtension(info.about, 'push-keys')) return () => null;
  const core = yield* host('core');
  const stored = yield* call(core.metadataAll);
  return (channel: string) => readPushKey(stored[pushKeyKey(channel)]);
}

export const toldOf = ({ encoders, followers, unread, atOnce }: Plan): PlannedMove => ({
  encoders,
  followers,
  unread,
  atOnce,
});

/** Returns when the restart follows; nothing if the operator declines. */
export function* confirmMove(plan: Plan) {
  yield* put(moveAsked(toldOf(plan)));
  const { yes } = yield* race({ yes: take(moveConfirmed), no: take([encodersDismissed, settingsClosed]) });
  if (!yes) yield* put(encodersDismissed());
  return yes?.payload ?? null;
}

/**
 * Stores settings and affected processes, all or nothing. Addresses with placeholders are valid before and after, so
 * they are written first; others are valid only after the restart, and a failure reverts the settings.
 * @param before config of the core including its secrets
 */
export function* storeMoved(before: Settings, body: Settings & { version: number }, { moving, encoders }: Plan) {
  yield* call(
    saveAll,
    moving.filter(({ after }) => !after.waits),
  );
  yield* write('configSet', { body });
  try {
    yield* call(
      saveAll,
      moving.filter(({ after }) => after.waits),
    );
  } catch (error) {
    const reverted = { ...revertChange(body, before), version: body.version };
    yield* call(quietly, () => write('configSet', { body: reverted }));
    throw error;
  }
  yield* put(moveStored(encoders));
}

function* saveAll(followers: readonly MovablePublication[]) {
  const done: (() => Generator)[] = [];
  for (const { name, key, after } of followers) {
    const saved = { process: after.config, metadata: after.metadata, key };
    try {
      const before = yield* call(saveProcess, saved);
      done.unshift(() => restoreProcess(saved, before));
    } catch (error) {
      // Restoring may fail for the same reason; only the first failure is reported.
      for (const restore of done) yield* call(quietly, restore);
      throw new Error(`${name}: ${reasonOf(error)}`);
    }
  }
}

function* watchEncoders() {
  const { addressChange: encoders } = yield* select((state: WithAddressChange) => state);
  if (encoders.status !== 'told') return;
  const ids = encoders.encoders.map(({ channel }) => ingestId(channel));
  yield* race([poll('movedEncoders', () => checkProcesses(ids)), take([encodersDismissed, moveStored])]);
}

function* checkProcesses(ids: readonly string[]) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { id: ids.join(','), filter: 'state' });
  const live = processes.flatMap(({ id, state }) => {
    const flows = state?.exec === 'running' && (state.progress?.frame ?? 0) > 0;
    return flows ? (channelOfIngest(id) ?? []) : [];
  });
  yield* put(encodersSeen(live));
}
