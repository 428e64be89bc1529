import { all, call, select } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { MetricsAnswer } from '../../../api/answers/metrics.ts';
import type { Process } from '../../../api/answers/process.ts';
import { CERTIFICATE_METRIC } from '../../../api/coreExtensions.ts';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { METRICS, resourcesOf } from '../../../media/coreInfo/resources.ts';
import { certificateOf, daysLeft } from '../../../media/preflight/httpsCheck.ts';
import type { Flight } from '../../../media/preflight/preflightTypes.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { ALL_RECORDINGS, recordingsAmong } from '../../../media/stored/recordingFiles.ts';
import { browser, host } from '../../gate/host/host.ts';
import { nullOnCoreError } from '../../gate/host/nullOnCoreError.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { deliveryIn, type WithChannels } from '../../live/channel/slice.ts';
import type { WithPreferences } from '../../shared/preference/slice.ts';
import { readableOf } from '../../shared/saving/readProcess.ts';
import { destinationsOf, leavesFiles } from './collectDestinations.ts';
import { uploadKbit, uploadKey } from './slice.ts';

type PreflightState = WithSession & WithChannels & WithPreferences;

/** All that is known without a connection to anybody but the core. Throws a CoreError. */
export function* gatherPreflightData(channel: string) {
  const core = yield* host('core');
  const state = yield* select((all: PreflightState) => all);
  const { storage } = deliveryIn(state, channel);
  const found = yield* all({
    processes: call(core.processes, { filter: 'config,state,metadata' }),
    told: call(readMetrics),
  });
  const own = found.processes.find(({ id }) => id === ingestId(channel));
  const ingest = own && readIngest(own);
  if (!own || !ingest) throw new CoreError(404, msg('Main channel not found'));
  const load = yield* browser('loadWatching');
  const watching = yield* call(load);
  const progress = progressOf(own.state);
  // What is off has no playlist.
  const sight =
    progress.order === 'start' ? yield* nullOnCoreError(() => watching.sightOf(channel, storage, ingest)) : null;
  const { tls } = coreInfoOf(state.session)?.config ?? {};
  const page = yield* host('page');
  const certificate = found.told && certificateOf(found.told.metrics);
  const flight: Flight = {
    progress,
    ...(sight ?? { figures: null, wantedFps: null }),
    encodes: 'encodes' in progress && progress.encodes === true,
    resources: found.told && resourcesOf(found.told.metrics),
    upload: uploadKbit(state.preference[uploadKey]),
    clockSkew: found.told && skewIn(found.told),
    tls: {
      on: tls?.enable === true,
      trusted: page.protocol === 'https:',
      daysLeft: certificate && daysLeft(certificate, found.told?.at ?? 0),
    },
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

const readMetrics = () =>
  nullOnCoreError(function* () {
    const core = yield* host('core');
    const now = yield* host('now');
    const metrics = yield* call(core.metrics, {
      body: { metrics: [...METRICS, CERTIFICATE_METRIC].map((name) => ({ name })) },
    });
    return { metrics, at: now() };
  });

/**
 * The lead of the core's clock over ours (ms), from the times of its figures, which are whole seconds. Its start and
 * uptime are no measure: a Raspberry Pi learns the time after the core has started.
 */
function skewIn({ metrics: { metrics }, at }: { metrics: MetricsAnswer; at: number }): number | null {
  const taken = Math.max(0, ...metrics.flatMap(({ values }) => values.map(([second]) => second)));
  return taken > 0 ? taken * 1000 - at : null;
}

/** What recordings hold of the disk already; not known is nothing. */
function* readRecordings(processes: readonly Process[]) {
  if (!processes.some(leavesFiles)) return [];
  const core = yield* host('core');
  const files = yield* nullOnCoreError(() => call(core.diskFiles, { glob: ALL_RECORDINGS }));
  return files ? recordingsAmong(files) : [];
}
