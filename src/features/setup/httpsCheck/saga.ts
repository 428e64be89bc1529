import { all, call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC } from '../../../api/coreExtensions.ts';
import { CoreError } from '../../../api/error.ts';
import { reachIn } from '../../../media/address/endpoint.ts';
import {
  certificateProblemsOf,
  certificatesOf,
  type DomainCheck,
  domainsIn,
  judgeCertificates,
  judgeHttps,
  resolvedAddressesIn,
  securePorts,
} from '../../../media/preflight/httpsCheck.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { tryEndpoint } from '../preflight/tryEndpoint.ts';
import { httpsCheckClosed, httpsCheckFailed, httpsCheckOpened, httpsCheckRequested, httpsJudged } from './slice.ts';

/** Each name costs the core two connections; longer lists mostly contain aliases. */
const MOST_NAMES = 4;
const PLAIN_PORT = 80;

/** Checks ports only on request; the core's own report on certificates is shown at once. */
export function* httpsCheckSaga() {
  yield* takeLatest(
    [httpsCheckOpened, httpsCheckRequested],
    untilLoggedOut(
      catchSagaErrors(function* ({ type }: ReturnType<typeof httpsCheckOpened | typeof httpsCheckRequested>) {
        yield* race([call(type === httpsCheckOpened.type ? readCertificates : check), take(httpsCheckClosed)]);
      }),
    ),
  );
}

function* readCertificates() {
  const core = yield* host('core');
  const now = yield* host('now');
  try {
    const { config } = yield* call(core.config);
    if (config.tls?.enable !== true || !config.tls.auto) return;
    const findings = judgeCertificates({ ...(yield* call(askCertificates)), config, now: now() });
    if (findings.length > 0) yield* put(httpsJudged(findings));
  } catch (error) {
    // The operator has not asked for a check yet; a requested one reports the error.
    if (!(error instanceof CoreError)) throw error;
  }
}

function* askCertificates() {
  const core = yield* host('core');
  const metrics = yield* call(core.metrics, {
    body: { metrics: [CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC].map((name) => ({ name })) },
  });
  return { certificates: certificatesOf(metrics), problems: certificateProblemsOf(metrics) };
}

function* check() {
  const core = yield* host('core');
  const page = yield* host('page');
  const now = yield* host('now');
  try {
    // Settings may have been saved since the login.
    const { config } = yield* call(core.config);
    const certificates = yield* call(askCertificates);
    const names = domainsIn(config).slice(0, MOST_NAMES);
    const checks: DomainCheck[] = [];
    // Sequential, because the core has only few ids for such processes.
    for (const name of names) checks.push(yield* probePorts(name, securePorts(config)));
    yield* put(
      httpsJudged(
        judgeHttps({
          ...{ config, looks: checks, ...certificates },
          pageSecure: page.protocol === 'https:',
          now: now(),
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(httpsCheckFailed(reasonOf(error)));
  }
}

/** Tries the ports from the inside with ffmpeg, and from the outside with this browser. */
function* probePorts(name: string, ports: readonly number[]) {
  const reachable = yield* browser('opens');
  const channel = yield* select(({ channel: { current, list } }: WithChannels) => current ?? list[0]?.id ?? '');
  const logs = yield* all([PLAIN_PORT, ...ports].map((port, n) => call(tryEndpoint, channel, n, { host: name, port })));
  const reached = yield* all(ports.map((port) => call(reachable, `https://${name}:${port}/`)));
  const [plain, ...secure] = logs.map((log) => reachIn(log ?? []));
  const found: DomainCheck = {
    name,
    addresses: resolvedAddressesIn(logs.flatMap((log) => log ?? [])),
    plain: plain ?? 'unknown',
    secure: ports.map((port, i) => ({ port, reach: secure[i] ?? 'unknown', opened: reached[i] ?? null })),
  };
  return found;
}
