import type { Scenario } from '../scenario.ts';
import { config, configErrors, environments } from './config.ts';
import { files } from './files.ts';
import { delivery, rtmp } from './hlsAndRtmp.ts';
import { loginErrorsMetadataAndLog } from './loginErrorsMetadataAndLog.ts';
import { extra, metrics, probes } from './probesAndMetrics.ts';
import { processes } from './process.ts';
import { processReports } from './processReports.ts';

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
