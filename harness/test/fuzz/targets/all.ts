import type { Target } from '../target.ts';
import { config } from './config.ts';
import { coreAnswers } from './coreAnswers.ts';
import { ffmpegOutputParsers } from './ffmpegOutputParsers.ts';
import { filePaths } from './filePaths.ts';
import { http } from './http.ts';
import { interfaceParsers } from './interfaceParsers.ts';
import { processes } from './processToFfmpegArguments.ts';
import { patterns } from './regularExpressions.ts';
import { rtmp } from './rtmp.ts';
import { segmentParsers } from './segmentParsers.ts';
import { storedTargets } from './storedMetadata.ts';
import { login } from './tokens.ts';
import { viewerSessions } from './viewerSessions.ts';

/** All that need no document; those that do are in viewerPages.ts. */
export const targets: readonly Target[] = [
  ...rtmp,
  ...http,
  ...login,
  ...filePaths,
  ...ffmpegOutputParsers,
  ...processes,
  ...config,
  ...viewerSessions,
  ...patterns,
  ...coreAnswers,
  ...storedTargets,
  ...interfaceParsers,
  ...segmentParsers,
];
