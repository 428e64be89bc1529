import type { Target } from '../target.ts';
import { agentParsers } from './agentParsers.ts';
import { agentRequests } from './agentRequests.ts';
import { config } from './config.ts';
import { coreAnswers } from './coreAnswers.ts';
import { ffmpegOutputParsers } from './ffmpegOutputParsers.ts';
import { filePaths } from './filePaths.ts';
import { http } from './http.ts';
import { interfaceParsers } from './interfaceParsers.ts';
import { lookParsers } from './lookParsers.ts';
import { patterns } from './patterns.ts';
import { processes } from './processToFfmpegArguments.ts';
import { receiverTargets } from './receivers.ts';
import { rtmp } from './rtmp.ts';
import { scheduleParsers } from './scheduleParsers.ts';
import { segmentParsers } from './segmentParsers.ts';
import { tokenTargets } from './signedTokens.ts';
import { storedTargets } from './storedMetadata.ts';
import { viewerSessions } from './viewerSessions.ts';
import { webPages } from './webPages.ts';

export const coreTargets: readonly Target[] = [
  ...agentRequests,
  ...rtmp,
  ...http,
  ...tokenTargets,
  ...filePaths,
  ...ffmpegOutputParsers,
  ...processes,
  ...config,
  ...viewerSessions,
  ...patterns,
  ...webPages,
  ...agentParsers,
  ...scheduleParsers,
  ...receiverTargets,
];

/** Targets that need a document are in viewerPages.ts. */
export const interfaceTargets: readonly Target[] = [
  ...coreAnswers,
  ...storedTargets,
  ...interfaceParsers,
  ...segmentParsers,
  ...lookParsers,
];
