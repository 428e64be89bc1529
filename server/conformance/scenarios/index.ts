import type { Scenario } from '../scenario.ts';
import { access } from './access.ts';
import { config, configErrors, environments } from './config.ts';
import { files } from './files.ts';
import { processes } from './process.ts';
import { reports } from './reports.ts';
import { extra, metrics, probes } from './rest.ts';
import { delivery, rtmp } from './streams.ts';

/** The long ones first: they wait for ffmpeg while the others go on. */
export const scenarios: readonly Scenario[] = [
  ...processes,
  ...probes,
  ...reports,
  ...delivery,
  ...rtmp,
  ...extra,
  ...files,
  ...config,
  ...configErrors,
  ...environments,
  ...metrics,
  ...access,
];
