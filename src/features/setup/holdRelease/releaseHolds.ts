import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { releasePublication } from '../../../media/hold/releasePublication.ts';
import { holdReadersOf } from '../../../media/status/channelStatus.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { fetchChannelStatus } from '../../live/channel/fetchChannelStatus.ts';
import type { WithStatus } from '../../live/status/slice.ts';
import { exclusively, SaveConflict } from '../../shared/saving/exclusively.ts';
import { NewerMetadata, readProcess } from '../../shared/saving/readProcess.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';

const isExpected = (error: unknown) =>
  error instanceof CoreError || error instanceof SaveConflict || error instanceof NewerMetadata;

export function* releaseHolds(channel: string) {
  const ids = yield* select(({ status: { channels } }: WithStatus) =>
    holdReadersOf(channels[channel]?.egresses ?? {}, channel),
  );
  try {
    yield* exclusively(function* () {
      for (const id of ids) yield* call(release, id);
    });
    yield* put(noticed('saved', msg('Publications that send the source directly now: {{0}}'), String(ids.length)));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield* put(noticed('error', msg('Publications could not be changed ({{0}})'), reasonValue(error)));
  }
  yield* call(fetchChannelStatus, channel);
}

function* release(id: string) {
  const process = yield* call(readProcess, id);
  if (!process?.config) return;
  const plain = releasePublication({ config: process.config, metadata: process.metadata });
  const own = plain?.metadata[METADATA_KEY];
  if (plain)
    yield* call(saveProcess, {
      process: plain.config,
      metadata: typeof own === 'object' ? own : null,
    });
}
