import type { Config } from '../types.ts';
import type { Collectors } from './collectors.ts';
import { referringHost, streamName } from './fileRequest.ts';
import { anonymousAddress } from './ignoreList.ts';
import { expectedPeak, rejectionReason } from './limits.ts';
import { compilePlaylist, renderPlaylist, sessionMaster, type Template } from './playlist.ts';
import { isSessionId, newSessionId } from './sessionId.ts';
import type { Counter, FileRequest, Identity, PlaylistAnswer } from './types.ts';

const MBIT = 1024 * 1024;

interface HlsViewersDeps {
  readonly collectors: Collectors;
  readonly settings: Config['sessions'];
  isIgnored(address: string): boolean;
}

/** Sessions of viewers of HLS: a playlist hands one out, the first segment that is fetched with it makes it count. */
export function createHlsViewers({ collectors, settings, isIgnored }: HlsViewersDeps) {
  const { hls, hlsingress } = collectors;
  const templates = new WeakMap<Buffer, Template>();

  const templateOf = (body: Buffer, path: string, diskDir: string | undefined): Template => {
    const known = templates.get(body);
    if (known !== undefined) return known;
    const template = compilePlaylist(body.toString('utf8'), path, diskDir);
    templates.set(body, template);
    return template;
  };

  const rejectionOf = (streamPeak: number): string | null => {
    const limited = [hls, collectors.rtmp, collectors.srt, collectors.ffmpeg];
    return rejectionReason({
      sessions: hls.active.size,
      maxSessions: settings.max_sessions,
      peaks: limited.flatMap(({ active }) => [...active.values()]).reduce((sum, { peak }) => sum + peak, 0),
      streamPeak,
      maxBitrate: settings.max_bitrate_mbit * MBIT,
    });
  };

  return {
    playlist(request: FileRequest, body: Buffer, diskDir?: string): PlaylistAnswer {
      if (isIgnored(request.address)) return { kind: 'pass' };
      const id = sessionIn(request.query);
      if (id !== '' && !isSessionId(id)) return FORBIDDEN;
      const known = hls.find(id);
      const streamPeak = hlsingress.active.get(request.path)?.peak ?? 0;
      const rejection = known === undefined && settings.enable ? rejectionOf(streamPeak) : null;
      if (rejection !== null) return limitExceeded(rejection);
      const template = templateOf(body, request.path, diskDir);
      if (id === '' && !template.isMaster) return masterFor(request, diskDir);
      const rendered = renderPlaylist(template, id);
      if (id === '' || !settings.enable) return { kind: 'body', body: rendered, counter: null };
      if (known !== undefined) return { kind: 'body', body: rendered, counter: known };
      const session = hls.open(id, viewerOf(request), 'pending');
      session.peak = expectedPeak(streamPeak);
      return { kind: 'body', body: rendered, counter: session };
    },

    segment({ query, address }: FileRequest): Counter | null {
      const session = hls.find(sessionIn(query));
      if (session === undefined || isIgnored(address)) return null;
      hls.activate(session);
      return session;
    },
  };
}

const FORBIDDEN: PlaylistAnswer = { kind: 'refused', status: 403, message: 'Forbidden', detail: 'Forbidden' };

const limitExceeded = (detail: string): PlaylistAnswer => ({
  kind: 'refused',
  status: 509,
  message: 'Bandwith limit exceeded',
  detail,
});

/** Hands out a session, in a playlist of the one that was asked for. */
function masterFor({ path, query }: FileRequest, diskDir: string | undefined): PlaylistAnswer {
  // Playlists on the disk pass through one more rewriting in the core, which ends every line.
  const end = diskDir === undefined ? '' : '\n';
  return { kind: 'body', body: `${sessionMaster(path, query, newSessionId())}${end}`, counter: null };
}

const viewerOf = ({ path, referer, address, userAgent }: FileRequest): Identity => ({
  reference: streamName(path),
  local: path,
  remote: referringHost(referer),
  extra: `[${anonymousAddress(address)}] ${userAgent}`,
});

const sessionIn = (query: string) => /(?:^|&)session=([^&]*)/.exec(query)?.[1] ?? '';
