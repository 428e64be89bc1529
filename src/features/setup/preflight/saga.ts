import { all, call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { MetricsAnswer } from '../../../api/answers/metrics.ts';
import type { Process } from '../../../api/answers/process.ts';
import { CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC } from '../../../api/coreExtensions.ts';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type Endpoint, endpointOf, type Reach, reachIn } from '../../../media/address/endpoint.ts';
import { METRICS, resourcesOf } from '../../../media/coreInfo/resources.ts';
import { passedStreams } from '../../../media/encoding/profile.ts';
import { certificateProblemsOf, certificatesOf, daysLeft, soonestOf } from '../../../media/preflight/httpsCheck.ts';
import type { Flight } from '../../../media/preflight/preflightTypes.ts';
import { runPreflightChecks } from '../../../media/preflight/runPreflightChecks.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { ALL_RECORDINGS, recordingsAmong } from '../../../media/stored/recordingFiles.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { nullOnCoreError } from '../../gate/host/nullOnCoreError.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { deliveryIn, type WithChannels } from '../../live/channel/slice.ts';
import { holdIn, type WithHold } from '../../live/hold/slice.ts';
import type { WithStatus } from '../../live/status/slice.ts';
import type { WithPreferences } from '../../shared/preference/slice.ts';
import { readableOf } from '../../shared/saving/readProcess.ts';
import { destinationsOf, leavesFiles } from './collectDestinations.ts';
import { couldNot, judgedAll, preflightClosed, preflightRequested, tried, uploadKbit, uploadKey } from './slice.ts';
import { tryEndpoint } from './tryEndpoint.ts';

type PreflightState = WithSession & WithChannels & WithPreferences & WithHold & WithStatus;

/** Gathers everything known without connections to other servers. Throws a CoreError. */
function* gatherPreflightData(channel: string) {
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
  // A stopped channel has no playlist.
  const reading =
    progress.order === 'start' ? yield* nullOnCoreError(() => watching.observeStream(channel, storage, ingest)) : null;
  const { tls } = coreInfoOf(state.session)?.config ?? {};
  const page = yield* host('page');
  const certificate = found.told && soonestOf(certificatesOf(found.told.metrics));
  const flight: Flight = {
    progress,
    ...(reading ?? { figures: null, wantedFps: null }),
    encodes: 'encodes' in progress && progress.encodes === true,
    passed: passedStreams(ingest.sources, ingest.profiles[0]),
    resources: found.told && resourcesOf(found.told.metrics),
    upload: uploadKbit(state.preference[uploadKey]),
    clockSkew: found.told && skewIn(found.told),
    tls: {
      on: tls?.enable === true,
      isAutomatic: tls?.auto === true,
      isMissing: certificate === null && found.told !== null && certificateProblemsOf(found.told.metrics).length > 0,
      trusted: page.protocol === 'https:',
      daysLeft: certificate && daysLeft(certificate, found.told?.at ?? 0),
    },
    hold: holdIn(yield* select((now: PreflightState) => now), channel),
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
      body: { metrics: [...METRICS, CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC].map((name) => ({ name })) },
    });
    return { metrics, at: now() };
  });

/**
 * Returns the lead of the core's clock in milliseconds, from metric timestamps in whole seconds. Start time and uptime
 * are useless for this, because a Raspberry Pi sets its clock only after the core has started.
 */
function skewIn({ metrics: { metrics }, at }: { metrics: MetricsAnswer; at: number }): number | null {
  const newest = Math.max(0, ...metrics.flatMap(({ values }) => values.map(([second]) => second)));
  return newest > 0 ? newest * 1000 - at : null;
}

function* readRecordings(processes: readonly Process[]) {
  if (!processes.some(leavesFiles)) return [];
  const core = yield* host('core');
  const files = yield* nullOnCoreError(() => call(core.diskFiles, { glob: ALL_RECORDINGS }));
  return files ? recordingsAmong(files) : [];
}

/** Tries ten destinations within seconds without slowing the core down. */
const AT_ONCE = 4;

export function* preflightSaga() {
  yield* takeLatest(preflightRequested, untilLoggedOut(catchSagaErrors(judgeFlight)));
}

export function* judgeFlight({ payload: channel }: ReturnType<typeof preflightRequested>) {
  yield* race([call(untilJudged, channel), take(preflightClosed)]);
}

function* untilJudged(channel: string) {
  try {
    const flight = yield* gatherPreflightData(channel);
    const reached = yield* tryAll(channel, flight);
    const now = yield* host('now');
    yield* put(judgedAll({ channel, judged: runPreflightChecks(withReached(flight, reached)), at: now() }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(couldNot({ channel, reason: reasonOf(error) }));
  }
}

/** Leaves out running publications: their servers respond, and some devices accept only one connection. */
const endpointsIn = ({ destinations }: Flight): string[] => [
  ...new Set(
    destinations.flatMap(({ ways, sending }) => (sending ? [] : ways.flatMap(({ to }) => (to === null ? [] : [to])))),
  ),
];

const withReached = (flight: Flight, reached: ReadonlyMap<string, Reach>): Flight => ({
  ...flight,
  destinations: flight.destinations.map((destination) => ({
    ...destination,
    ways: destination.ways.map((way) => ({ ...way, reach: (way.to !== null && reached.get(way.to)) || 'unknown' })),
  })),
});

function* tryAll(channel: string, flight: Flight) {
  const waiting = endpointsIn(flight);
  const count = waiting.length;
  const reached = new Map<string, Reach>();
  yield* call(reportProgress);
  const work = function* (n: number) {
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
      const endpoint = endpointOf({ address: `tcp://${to}`, options: [] });
      if (endpoint) reached.set(to, yield* call(tryOne, channel, n, endpoint));
      yield* call(reportProgress);
    }
  };
  yield* all(Array.from({ length: Math.min(AT_ONCE, count) }, (_, n) => call(work, n)));
  return reached;

  function* reportProgress() {
    yield* put(
      tried({ channel, judged: runPreflightChecks(withReached(flight, reached)), done: reached.size, all: count }),
    );
  }
}

/** A core that cannot try an address does not prove that it is unreachable. */
function* tryOne(channel: string, n: number, endpoint: Endpoint) {
  return reachIn((yield* call(tryEndpoint, channel, n, endpoint)) ?? []);
}
