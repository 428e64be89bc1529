import type { Scenario } from '../scenario.ts';
import { config, configErrors, environments } from './config.ts';
import { files } from './files.ts';
import { extra, metrics, probes } from './measurements.ts';
import { processes } from './process.ts';
import { processReports } from './processReports.ts';
import { loginErrorsMetadataAndLog } from './requests.ts';
import { delivery, rtmp } from './streamServers.ts';

/** Long scenarios come first, because they mostly wait for ffmpeg. */
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
