import type { Target } from '../target.ts';
import { api } from './api.ts';
import { config } from './config.ts';
import { ffmpeg } from './ffmpeg.ts';
import { files } from './files.ts';
import { http } from './http.ts';
import { media } from './media.ts';
import { patterns } from './patterns.ts';
import { processes } from './process.ts';
import { rtmp } from './rtmp.ts';
import { segments } from './segments.ts';
import { sessions } from './sessions.ts';
import { storedTargets } from './stored.ts';
import { login } from './tokens.ts';

/** All that need no document; those that do are in pages.ts. */
export const targets: readonly Target[] = [
  ...rtmp,
  ...http,
  ...login,
  ...files,
  ...ffmpeg,
  ...processes,
  ...config,
  ...sessions,
  ...patterns,
  ...api,
  ...storedTargets,
  ...media,
  ...segments,
];
