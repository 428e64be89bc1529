import type { Target } from '../target.ts';
import { config } from './config.ts';
import { coreAnswers } from './coreAnswers.ts';
import { patterns } from './expressions.ts';
import { ffmpeg } from './ffmpeg.ts';
import { filePaths } from './filePaths.ts';
import { http } from './http.ts';
import { interfaceMedia } from './interfaceMedia.ts';
import { processes } from './processCommands.ts';
import { rtmp } from './rtmp.ts';
import { segments } from './segments.ts';
import { sessions } from './sessions.ts';
import { storedTargets } from './storedMetadata.ts';
import { login } from './tokens.ts';

/** All that need no document; those that do are in viewerPages.ts. */
export const targets: readonly Target[] = [
  ...rtmp,
  ...http,
  ...login,
  ...filePaths,
  ...ffmpeg,
  ...processes,
  ...config,
  ...sessions,
  ...patterns,
  ...coreAnswers,
  ...storedTargets,
  ...interfaceMedia,
  ...segments,
];
