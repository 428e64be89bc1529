import type { Target } from '../target.ts';
import { config } from './config.ts';
import { coreAnswers } from './coreAnswers.ts';
import { ffmpeg } from './ffmpeg.ts';
import { processes } from './ffmpegCommandLine.ts';
import { filePaths } from './filePaths.ts';
import { http } from './http.ts';
import { interfaceMedia } from './interfaceMedia.ts';
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
  ...ffmpeg,
  ...processes,
  ...config,
  ...viewerSessions,
  ...patterns,
  ...coreAnswers,
  ...storedTargets,
  ...interfaceMedia,
  ...segmentParsers,
];
