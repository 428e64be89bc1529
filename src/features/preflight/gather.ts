import { all, call, select } from 'typed-redux-saga';
import { UNREAD } from '../../api/answers/fields.ts';
import type { Process } from '../../api/answers/process.ts';
import { CoreError } from '../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { parseIngestMetadata, storedAs } from '../../media/metadata.ts';
import type { Flight } from '../../media/preflight/situation.ts';
import { progressOf } from '../../media/progress.ts';
import { ALL_RECORDINGS, recordingsIn } from '../../media/recordings.ts';
import { METRICS, resourcesOf } from '../../media/resources.ts';
import { deliveryIn, type WithChannels } from '../channel/slice.ts';
import { browser, host } from '../host.ts';
import { known } from '../known.ts';
import type { WithPreferences } from '../preference/slice.ts';
import { readableOf } from '../read.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import { destinationsOf, leavesFiles } from './destinations.ts';
import { uploadKbit, uploadKey } from './slice.ts';

type Known = WithSession & WithChannels & WithPreferences;

/** All that is known without a connection to anybody but the core. Throws a CoreError. */
export function* gather(channel: string) {
  const core = yield* host('core');
  const state = yield* select((all: Known) => all);
  const { storage } = deliveryIn(state, channel);
  const found = yield* all({
    processes: call(core.processes, { filter: 'config,state,metadata' }),
    resources: call(readResources),
    clockSkew: call(readSkew),
  });
  const own = found.processes.find(({ id }) => id === ingestId(channel));
  const ingest = own && readIngest(own);
  if (!own || !ingest) throw new CoreError(404, msg('Main channel not found'));
  const load = yield* browser('loadWatching');
  const watching = yield* call(load);
  const sight = yield* known(() => watching.sightOf(channel, storage, ingest));
  const progress = progressOf(own.state);
  const { tls } = coreInfoOf(state.session)?.config ?? {};
  const page = yield* host('page');
  const flight: Flight = {
    progress,
    ...(sight ?? { figures: null, wantedFps: null }),
    encodes: 'encodes' in progress && progress.encodes === true,
    resources: found.resources,
    upload: uploadKbit(state.preference[uploadKey]),
    clockSkew: found.clockSkew,
    tls: { on: tls?.enable === true, trusted: page.protocol === 'https:' },
    destinations: destinationsOf(state, channel, found.processes, {
      ...{ ingest, limits: watching.platformLimits },
      recordings: yield* call(readRecordings, found.processes),
    }),
  };
  return flight;
}

function readIngest({ metadata }: Process) {
  if (metadata === UNREAD) return null;
  return readableOf(storedAs(parseIngestMetadata, metadata?.[METADATA_KEY]));
}

const readResources = () =>
  known(function* () {
    const core = yield* host('core');
    return resourcesOf(yield* call(core.metrics, { body: { metrics: METRICS.map((name) => ({ name })) } }));
  });

/** What recordings hold of the disk already; not known is nothing. */
function* readRecordings(processes: readonly Process[]) {
  if (!processes.some(leavesFiles)) return [];
  const core = yield* host('core');
  const files = yield* known(() => call(core.diskFiles, { glob: ALL_RECORDINGS }));
  return files ? recordingsIn(files) : [];
}

/** What the core's clock is ahead of ours (ms): it tells when it was started, and how long ago in whole seconds. */
const readSkew = () =>
  known(function* () {
    const core = yield* host('core');
    const now = yield* host('now');
    const { created_at, uptime_seconds } = yield* call(core.about);
    const begun = Date.parse(created_at);
    return Number.isNaN(begun) || uptime_seconds <= 0 ? null : begun + uptime_seconds * 1000 - now();
  });
