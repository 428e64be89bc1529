import { call, put, race, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { BundleError, bundleFaultText } from '../../../media/bundle/bundle.ts';
import { type BundleOptions, bundleOf } from '../../../media/bundle/bundleOf.ts';
import { bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { channelOfKey, movesWithInstallation } from '../../../media/bundle/globalKeys.ts';
import type { Installation } from '../../../media/bundle/installation.ts';
import { channelOfProcess, isLasting } from '../../../media/bundle/processOrder.ts';
import { writeBundle } from '../../../media/bundle/writeBundle.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { secretsOfPublication } from '../../setup/bundle/readCoreFacts.ts';
import { readInstallation } from '../../setup/bundle/readInstallation.ts';
import {
  type ExportSizes,
  exportClosed,
  exportFailed,
  exportMade,
  exportOpened,
  exportRead,
  exportReading,
  exportRequested,
  exportUnread,
} from './slice.ts';

export function* bundleExportSaga() {
  yield* takeLatest(exportOpened, untilLoggedOut(catchSagaErrors(read)));
  yield* takeLeading(exportRequested, untilLoggedOut(catchSagaErrors(untilClosed)));
}

function* read() {
  yield* put(exportReading());
  try {
    yield* put(exportRead(sizesOf(yield* call(readInstallation))));
  } catch (error) {
    yield* put(exportUnread(reasonOf(error)));
  }
}

function sizesOf({ processes, metadata, files }: Installation): ExportSizes {
  const parts = [
    ...processes.filter(isLasting).map((process) => [channelOfProcess(process), lengthOf(process)] as const),
    ...Object.entries(metadata)
      .filter(([key]) => movesWithInstallation(key))
      .map(([key, value]) => [channelOfKey(key), lengthOf(value)] as const),
    ...files.flatMap(({ path, size }) => {
      const place = bundlePathOf(path);
      return place ? [[place.channel, size] as const] : [];
    }),
  ];
  const channels: Record<string, number> = {};
  let others = 0;
  for (const [channel, bytes] of parts) {
    if (channel === null) others += bytes;
    else channels[channel] = (channels[channel] ?? 0) + bytes;
  }
  return { channels, others };
}

/** Indented as in the file. */
const lengthOf = (value: unknown): number => JSON.stringify([[value]], null, 2).length;

function* untilClosed(order: ReturnType<typeof exportRequested>) {
  yield* race({ made: call(makeExport, order), left: take(exportClosed) });
}

/** Reads the installation anew, because it may have changed since the screen was opened. */
function* makeExport({ payload: { selection, passphrase } }: ReturnType<typeof exportRequested>) {
  const random = yield* host('random');
  const now = yield* host('now');
  try {
    const installation = yield* call(readInstallation);
    const options: BundleOptions = {
      secrets: passphrase === null ? 'omitted' : 'included',
      secretsOf: secretsOfPublication,
    };
    const bundle = yield* call(bundleOf, installation, selection, options);
    const { format, content } = yield* call(writeBundle, bundle, passphrase === null ? null : { passphrase, random });
    const kind = passphrase === null ? '' : '-with-keys';
    const name = `sluice-${dayOf(now())}${kind}.${format}`;
    yield* put(exportMade({ name, content }));
    yield* put(noticed('success', msg('{{0}} was exported. It is in the downloads of this browser.'), name));
  } catch (error) {
    const failure = error instanceof BundleError ? bundleFaultText(error.fault) : null;
    yield* put(
      exportFailed(failure ?? { text: msg('The export could not be created: {{0}}'), values: [reasonOf(error)] }),
    );
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
