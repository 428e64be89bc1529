import { Socket } from 'node:net';
import * as z from 'zod';
import { ApiError } from '../../../server/apiError.ts';
import { probeStreams } from '../../../server/ffmpeg/probe.ts';
import { bearerToken, createTokens, type TokenUse } from '../../../server/http/login/tokens.ts';
import { believeProxies, clientAddress } from '../../../server/http/request/clientAddress.ts';
import { preflightHeaders, simpleHeaders } from '../../../server/http/request/cors.ts';
import { parseJson } from '../../../server/http/request/readJson.ts';
import { createNetworkMatcher } from '../../../server/networkMatcher.ts';
import { authorize } from '../../../server/rtmp/access.ts';
import { type Amf, decodeAmf, encodeAmf } from '../../../server/rtmp/amf.ts';
import { createChunkReader, type Message, writeChunks } from '../../../server/rtmp/chunks.ts';
import { readCommand } from '../../../server/rtmp/command.ts';
import { RtmpError } from '../../../server/rtmp/error.ts';
import { createHandshake } from '../../../server/rtmp/handshake.ts';
import { dataForPlayers, mediaKind } from '../../../server/rtmp/mediaKind.ts';
import { anonymousAddress, createIgnoreList } from '../../../server/sessions/ignoreList.ts';
import { createSessions } from '../../../server/sessions/index.ts';
import {
  compilePlaylist,
  renderPlaylist,
  segmentsOf,
  sessionMaster,
} from '../../../server/sessions/playlistSessionIds.ts';
import { compileGlob, folderOf } from '../../../server/storage/glob.ts';
import type { Config } from '../../../server/types.ts';

/*
 * The parsers of the core by one word each, whatever they are called with: who changes how one is called changes it
 * here, and the targets stay.
 */

export const isRtmpError = (error: unknown): boolean => error instanceof RtmpError;
export const isApiError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** What comes of these pieces, one after the other; an error where it breaks off. */
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
/** What a message is to players: null for one that is no media. */
export const rtmpMedia = (message: Message) => {
  const kind = mediaKind(message);
  return kind === 'data' ? dataForPlayers(message) : kind && { kind, message };
};

export const bodyOf = <S extends z.ZodType>(text: string, schema: S): z.output<S> => parseJson(text, schema, 'Body');
export const anyBodyOf = (text: string): unknown => bodyOf(text, z.unknown());

// A proxy of this machine: it is believed.
const socket = new Socket();
Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
believeProxies(['127.0.0.1/32'])(socket);
export const clientOf = (headers: Record<string, string>): string => clientAddress({ headers, socket });
export const corsOf = (origin: string, origins: readonly string[]) => [
  preflightHeaders(origin, origins),
  simpleHeaders(origin, origins),
];
export { anonymousAddress, createIgnoreList, createNetworkMatcher };

export const tokensOf = (auth: Config['api']['auth']) => createTokens(auth);
export { bearerToken, type TokenUse };

/** null: the glob is broken. */
export const globMatches = (glob: string, name: string): boolean | null => compileGlob(glob)?.test(name) ?? null;
export { folderOf as globFolder };

/** As viewers get it, with `session` put in. */
export const playlistFor = (text: string, path: string, session: string, diskDir?: string): string =>
  renderPlaylist(compilePlaylist(text, path, diskDir), session).toString();
export { createSessions as openSessions, probeStreams, segmentsOf, sessionMaster };
