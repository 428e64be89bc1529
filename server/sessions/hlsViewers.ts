import { clientNetworkPrefix } from '../clientNetworkPrefix.ts';
import { limit } from '../limits.ts';
import type { Config } from '../types.ts';
import type { Session } from './collector.ts';
import type { Collectors } from './collectorsByProtocol.ts';
import { anonymousAddress } from './ignoreList.ts';
import { renderPlaylist, sessionMaster } from './playlistSessionIds.ts';
import { createTemplates } from './playlistTemplateCache.ts';
import { isSessionId, type SessionIds } from './sessionId.ts';
import { referringHost, streamName } from './streamNameAndReferrer.ts';
import type { Counter, FileRequest, Identity, PlaylistAnswer } from './types.ts';
import { expectedPeak, rejectionReason, yieldingViewer } from './viewerLimits.ts';

const MBIT = 1024 * 1024;
/** For one newcomer. */
const MOST_LEAVING = 8;

interface HlsViewersDeps {
  readonly collectors: Collectors;
  readonly settings: Config['sessions'];
  readonly ids: SessionIds;
  isIgnored(address: string): boolean;
}

/** Sessions of viewers of HLS: a playlist hands one out, the first segment that is fetched with it makes it count. */
export function createHlsViewers({ collectors, settings, ids, isIgnored }: HlsViewersDeps) {
  const { hls, hlsingress } = collectors;
  const templates = createTemplates();
  const mostSigns = limit('sessionText');
  const peakOf = (path: string): number => hlsingress.active.get(path.slice(0, mostSigns))?.peak ?? 0;

  const peaks = (): number => {
    if (settings.max_bitrate_mbit <= 0) return 0;
    let sum = 0;
    for (const { active } of [hls, collectors.rtmp, collectors.srt, collectors.ffmpeg]) {
      for (const { peak } of active.values()) sum += peak;
    }
    return sum;
  };

  const rejectionOf = (streamPeak: number): string | null =>
    rejectionReason({
      sessions: hls.active.size,
      maxSessions: settings.max_sessions,
      peaks: peaks(),
      streamPeak,
      maxBitrate: settings.max_bitrate_mbit * MBIT,
    });

  const yielding = (network: string): Session | null => {
    const viewers = [...hls.active.values()].map((session) => ({
      session,
      network: session.identity.network ?? '',
      ageMs: session.ageMs(),
      txBytes: session.txBytes(),
      streamPeak: peakOf(session.identity.local),
    }));
    return yieldingViewer(viewers, network)?.session ?? null;
  };

  /** Why a newcomer is turned away; null: there is room, or somebody has made it. */
  const turnedAway = (address: string, streamPeak: number): string | null => {
    if (!settings.enable) return null;
    for (let times = 0; ; times += 1) {
      const reason = rejectionOf(streamPeak);
      const leaving = reason === null || times === MOST_LEAVING ? null : yielding(clientNetworkPrefix(address));
      if (leaving === null) return reason;
      hls.end(leaving);
    }
  };

  /** Playlists ask at the door. Who has been let in several times at once takes one place. */
  const isCrowding = ({ identity }: Session): boolean => {
    if (settings.max_sessions <= 0 || hls.active.size < settings.max_sessions) return false;
    for (const { identity: other } of hls.active.values()) if (other.network === identity.network) return true;
    return false;
  };

  return {
    playlist(request: FileRequest, body: Buffer, diskDir?: string): PlaylistAnswer {
      if (isIgnored(request.address)) return { kind: 'pass' };
      const id = sessionIn(request.query);
      if (id !== '' && !isSessionId(id)) return FORBIDDEN;
      if (body.length > limit('playlist')) return { kind: 'pass' };
      const known = hls.find(id);
      const streamPeak = peakOf(request.path);
      const rejection = known === undefined ? turnedAway(request.address, streamPeak) : null;
      if (rejection !== null) return limitExceeded(rejection);
      const template = templates.of(body, request.path, diskDir);
      if (id === '' && !template.isMaster) return masterFor(request, ids.create(), diskDir);
      const rendered = renderPlaylist(template, id, ids.create);
      // A made up id plays, and counts for nobody.
      if (id === '' || !settings.enable || (known === undefined && !ids.isOurs(id)))
        return { kind: 'body', body: rendered, counter: null };
      if (known !== undefined) return { kind: 'body', body: rendered, counter: known };
      const session = hls.open(id, viewerOf(request), 'pending');
      session.peak = expectedPeak(streamPeak);
      return { kind: 'body', body: rendered, counter: session };
    },

    segment({ query, address }: FileRequest): Counter | null {
      const session = hls.find(sessionIn(query));
      if (session === undefined || isIgnored(address)) return null;
      if (!hls.active.has(session.id) && isCrowding(session)) {
        hls.end(session);
        return null;
      }
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
function masterFor({ path, query }: FileRequest, id: string, diskDir: string | undefined): PlaylistAnswer {
  // Playlists on the disk pass through one more rewriting in the core, which ends every line.
  const end = diskDir === undefined ? '' : '\n';
  return { kind: 'body', body: Buffer.from(`${sessionMaster(path, query, id)}${end}`), counter: null };
}

const viewerOf = ({ path, referer, address, userAgent }: FileRequest): Identity => ({
  reference: streamName(path),
  local: path,
  remote: referringHost(referer),
  extra: `[${anonymousAddress(address)}] ${userAgent}`,
  network: clientNetworkPrefix(address),
});

const sessionIn = (query: string) => /(?:^|&)session=([^&]*)/.exec(query)?.[1] ?? '';
