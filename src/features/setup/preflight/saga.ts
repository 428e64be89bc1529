import { all, call, put, race, take, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { type Endpoint, endpointOf, type Reach, reachIn } from '../../../media/address/endpoint.ts';
import type { Flight } from '../../../media/preflight/preflightTypes.ts';
import { runPreflightChecks } from '../../../media/preflight/runPreflightChecks.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { gatherPreflightData } from './gatherPreflightData.ts';
import { couldNot, judgedAll, preflightClosed, preflightRequested, tried } from './slice.ts';
import { tryEndpoint } from './tryEndpoint.ts';

/** So many connections are tried at once: ten destinations are done within some seconds, and the core has other work. */
const AT_ONCE = 4;

export function* preflightSaga() {
  yield* takeLatest(preflightRequested, untilLoggedOut(catchSagaErrors(judgeFlight)));
}

/** Until it is judged, or nobody looks any more. */
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

/**
 * Each server is asked once, however many publications go there. What sends already answers, and some devices take one
 * connection at a time.
 */
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
  yield* call(tell);
  const work = function* (n: number) {
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
      const endpoint = endpointOf({ address: `tcp://${to}`, options: [] });
      if (endpoint) reached.set(to, yield* call(tryOne, channel, n, endpoint));
      yield* call(tell);
    }
  };
  yield* all(Array.from({ length: Math.min(AT_ONCE, count) }, (_, n) => call(work, n)));
  return reached;

  /** What is known so far is shown. */
  function* tell() {
    yield* put(
      tried({ channel, judged: runPreflightChecks(withReached(flight, reached)), done: reached.size, all: count }),
    );
  }
}

/** A core that does not try it has not said that nobody answers. */
function* tryOne(channel: string, n: number, endpoint: Endpoint) {
  return reachIn((yield* call(tryEndpoint, channel, n, endpoint)) ?? []);
}
