import type { Scenario } from '../scenario.ts';
import { config, configErrors, environments } from './config.ts';
import { files } from './files.ts';
import { extra, metrics, probes } from './measurements.ts';
import { processes } from './process.ts';
import { processReports } from './processReports.ts';
import { loginErrorsMetadataAndLog } from './requests.ts';
import { delivery, rtmp } from './streamServers.ts';

/** The long ones first: they wait for ffmpeg while the others go on. */
export const scenarios: readonly Scenario[] = [
  ...processes,
  ...probes,
  ...processReports,
  ...delivery,
  ...rtmp,
  ...extra,
  ...files,
  ...config,
  ...configErrors,
  ...environments,
  ...metrics,
  ...loginErrorsMetadataAndLog,
];
