import { readFile } from 'node:fs/promises';
import { domainToASCII } from 'node:url';
import { parseAddress } from '../config/address.ts';
import type { Config } from '../config/configSchema.ts';
import type { AcmeSettings } from '../config/environment.ts';
import type { LogRing } from '../log/index.ts';
import { messageOf } from '../util/errorMessage.ts';
import type { OnRestored } from '../util/keptFile.ts';
import { createAuthority } from './authority.ts';
import { type Clock, openAutomaticCertificates, systemClock } from './automaticCertificates.ts';
import { openCertificateStore } from './certificateStore.ts';
import type { CertificateSource } from './certificateTypes.ts';
import { createChallenges } from './challenges.ts';
import type { Orders } from './orders.ts';
import { type KeyPair, readCertificate } from './readCertificate.ts';
import { createServedCertificates } from './servedCertificates.ts';

export type { CertificateSource } from './certificateTypes.ts';

interface CertificateDeps {
  readonly config: Config;
  readonly certificateFiles: KeyPair | null;
  readonly acme: AcmeSettings;
  readonly dbDir: string;
  readonly orders: Orders;
  readonly log: LogRing;
  readonly onRestored?: OnRestored;
  readonly isReload: boolean;
  readonly clock?: Clock;
}

/** Default of `tls.email` in the core. No account may be opened in the vendor's name. */
const OF_MAKERS = 'cert@datarhei.com';

export async function openCertificates(deps: CertificateDeps): Promise<CertificateSource | null> {
  const { config, certificateFiles, acme, dbDir, orders, log, onRestored, isReload, clock = systemClock } = deps;
  const { tls, host, address } = config;
  if (!tls.enable) return null;
  if (!tls.auto) return certificateFiles && serveCertificateFiles(certificateFiles);
  const ca = await readCa(acme.caFile);
  return openAutomaticCertificates({
    names: [...new Set(host.name.map((name) => domainToASCII(name.trim())))].filter((name) => name !== ''),
    email: tls.email === OF_MAKERS ? '' : tls.email,
    authority: createAuthority({ directoryUrl: acme.directoryUrl, ca }),
    store: openCertificateStore(dbDir, acme.directoryUrl, log, onRestored),
    challenges: createChallenges({
      ...{ host: parseAddress(address).host, port: acme.httpPort, log, shown: orders.challenges },
    }),
    underWay: orders.underWay,
    ...{ log, clock, isReload },
  });
}

async function readCa(file: string | null): Promise<string | null> {
  if (file === null) return null;
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`CORE_ACME_CA_FILE cannot be read: ${messageOf(error)}`);
  });
}

/** A file that is renewed later takes effect at the next reload. */
function serveCertificateFiles(pair: KeyPair): CertificateSource {
  const served = createServedCertificates();
  served.standIn(pair);
  const certificate = readCertificate(pair.cert);
  return {
    serve: served.serve,
    certificates: () => (certificate === null ? [] : [certificate]),
    problems: () => [],
    challengeAnswer: () => null,
    start: () => {},
    stop: async () => {},
  };
}
