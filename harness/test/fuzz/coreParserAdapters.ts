import { Socket } from 'node:net';
import * as z from 'zod';
import type { Config } from '../../../server/config/configSchema.ts';
import { parseProbeStreams } from '../../../server/ffmpeg/probe.ts';
import { createTokens, parseBearerToken, type TokenUse } from '../../../server/http/login/tokens.ts';
import { believeProxies, findClientAddress } from '../../../server/http/request/clientAddress.ts';
import { buildCorsHeaders, buildPreflightHeaders } from '../../../server/http/request/cors.ts';
import { parseJson } from '../../../server/http/request/readJson.ts';
import { authorize } from '../../../server/rtmp/access.ts';
import { type Amf, decodeAmf, encodeAmf, RtmpError } from '../../../server/rtmp/amf.ts';
import { createChunkReader, type Message, writeChunks } from '../../../server/rtmp/chunks.ts';
import { findMediaKind, prepareForPlayers } from '../../../server/rtmp/mediaKind.ts';
import { createHandshake, readCommand } from '../../../server/rtmp/serveConnection.ts';
import { createSilence } from '../../../server/rtmp/silence.ts';
import { createStreamWatch } from '../../../server/rtmp/streamWatch.ts';
import { anonymizeAddress, createIgnoreList } from '../../../server/sessions/ignoreList.ts';
import { createSessions } from '../../../server/sessions/index.ts';
import {
  buildSessionMaster,
  compilePlaylist,
  listSegments,
  renderPlaylist,
} from '../../../server/sessions/playlistTemplates.ts';
import { compileGlob, findGlobFolder } from '../../../server/storage/glob.ts';
import { ApiError } from '../../../server/util/apiError.ts';
import { createNetworkMatcher } from '../../../server/util/networks.ts';

/* Adapters for the parsers of the core, so that a changed signature is adapted here and not in the targets. */

export const isRtmpError = (error: unknown): boolean => error instanceof RtmpError;
export const isApiError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export function rtmpMessages(pieces: readonly Buffer[], most: number): { messages: Message[]; error: unknown } {
  const reader = createChunkReader(most);
  const messages: Message[] = [];
  try {
    for (const piece of pieces) messages.push(...reader.read(piece));
    return { messages, error: null };
  } catch (error) {
    return { messages, error };
  }
}
export {
  type Amf,
  authorize as rtmpAccess,
  createHandshake as rtmpHandshake,
  decodeAmf as amfValues,
  encodeAmf as amfBytes,
  type Message,
  readCommand as rtmpCommand,
  writeChunks as rtmpChunks,
};

const watch = createStreamWatch();
const silence = createSilence(() => true, null);

export const rtmpMedia = (message: Message) => {
  const kind = findMediaKind(message);
  if (kind !== null && kind !== 'data') {
    watch.see(kind, message);
    if (kind === 'audioHeader') silence.learn(message.body);
    if (kind === 'audio') silence.admits(message);
    if (kind === 'video' || kind === 'keyframe') silence.before(message);
  }
  return kind === 'data' ? prepareForPlayers(message) : kind && { kind, message };
};

export const bodyOf = <S extends z.ZodType>(text: string, schema: S): z.output<S> => parseJson(text, schema, 'Body');
export const anyBodyOf = (text: string): unknown => bodyOf(text, z.unknown());

const socket = new Socket();
Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
believeProxies(['127.0.0.1/32'])(socket);
export const clientOf = (headers: Record<string, string>): string => findClientAddress({ headers, socket });
export const corsOf = (origin: string, origins: readonly string[]) => [
  buildPreflightHeaders(origin, origins),
  buildCorsHeaders(origin, origins),
];
export { anonymizeAddress as anonymousAddress, createIgnoreList, createNetworkMatcher };

export const tokensOf = (auth: Config['api']['auth']) => createTokens(auth);
export { parseBearerToken as bearerToken, type TokenUse };

/** null: an invalid glob. */
export const globMatches = (glob: string, name: string): boolean | null => compileGlob(glob)?.test(name) ?? null;
export { findGlobFolder as globFolder };

export const playlistFor = (text: string, path: string, session: string, diskDir?: string): string =>
  renderPlaylist(compilePlaylist(text, path, diskDir), session).toString();
export {
  buildSessionMaster as sessionMaster,
  createSessions as openSessions,
  listSegments as segmentsOf,
  parseProbeStreams as probeStreams,
};
