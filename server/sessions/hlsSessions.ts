import type { Config } from '../config/configSchema.ts';
import { pushedTo } from '../storage/shares.ts';
import { limit } from '../util/limits.ts';
import { toNetworkPrefix } from '../util/networks.ts';
import type { Collector, Session } from './collector.ts';
import type { Collectors } from './collectorsByProtocol.ts';
import { anonymizeAddress } from './ignoreList.ts';
import { buildSessionMaster, createTemplates, listSegments, renderPlaylist } from './playlistTemplates.ts';
import { isSessionId, type SessionIds } from './sessionId.ts';
import type { Counter, FileRequest, Identity, PlaylistAnswer } from './types.ts';
import { estimatePeak, findRejectionReason, findYieldingViewer } from './viewerLimits.ts';

const streamName = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

const REFERER = 2048;

const referringHost = (referer: string) => {
  if (referer.length > REFERER) return 'unknown';
  const host = URL.parse(referer)?.host ?? '';
  return host === '' ? 'unknown' : host;
};

/** Written segments that no playlist lists yet; the newest matter. */
const MAX_UNLISTED_SEGMENTS = 1_000;
const LONGEST_PATH = 1024;
/** New segments are listed at the end, so only this much of a long playlist is read when it grows. */
const END_BYTES = 256 * 1024;

const MEMORY = '/memfs';

/** Channel that an encoder pushes to; '' for files of the core and the operator. */
const publisherOf = (path: string): string =>
  pushedTo(path.startsWith(MEMORY) ? path.slice(MEMORY.length) : path) ?? '';

export function createHlsPublishers(hlsingress: Collector) {
  const unlisted = new Map<string, Map<string, number>>();

  return {
    segmentWritten({ path }: FileRequest, bytes: number): void {
      if (path.length > LONGEST_PATH) return;
      const publisher = publisherOf(path);
      const segments = unlisted.get(publisher) ?? new Map<string, number>();
      unlisted.set(publisher, segments);
      segments.delete(path);
      segments.set(path, bytes);
      const [oldest] = segments.keys();
      if (segments.size > MAX_UNLISTED_SEGMENTS && oldest !== undefined) segments.delete(oldest);
    },

    playlistWritten({ path, referer, userAgent }: FileRequest, bytes: number, playlist: Buffer): void {
      const publisher = publisherOf(path);
      const session = hlsingress.open(
        path,
        {
          ...{ reference: streamName(path), local: path, remote: referringHost(referer), extra: userAgent },
          network: publisher,
        },
        'active',
      );
      session.rx(bytes);
      const segments = unlisted.get(publisher);
      if (segments === undefined) return;
      const end = playlist.subarray(Math.max(0, playlist.length - END_BYTES));
      for (const segment of listSegments(end.toString('utf8'), path)) {
        session.rx(segments.get(segment) ?? 0);
        segments.delete(segment);
      }
      if (segments.size === 0) unlisted.delete(publisher);
    },
  };
}

const MBIT = 1024 * 1024;
const MAX_LEAVING = 8;

interface HlsViewersDeps {
  readonly collectors: Collectors;
  readonly settings: Config['sessions'];
  readonly ids: SessionIds;
  isIgnored(address: string): boolean;
}

/** A playlist hands out a session id; the first segment fetched with it starts the session. */
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
    findRejectionReason({
      sessions: hls.active.size,
      maxSessions: settings.max_sessions,
      peaks: peaks(),
      streamPeak,
      maxBitrate: settings.max_bitrate_mbit * MBIT,
    });

  const findYielding = (network: string): Session | null => {
    const viewers = [...hls.active.values()].map((session) => ({
      session,
      network: session.identity.network ?? '',
      ageMs: session.ageMs(),
      txBytes: session.txBytes(),
      streamPeak: peakOf(session.identity.local),
    }));
    return findYieldingViewer(viewers, network)?.session ?? null;
  };

  /** Returns the reason of a rejection; null if there is room. */
  const rejectionFor = (address: string, streamPeak: number): string | null => {
    if (!settings.enable) return null;
    for (let times = 0; ; times += 1) {
      const reason = rejectionOf(streamPeak);
      const leaving = reason === null || times === MAX_LEAVING ? null : findYielding(toNetworkPrefix(address));
      if (leaving === null) return reason;
      hls.end(leaving);
    }
  };

  /** Only playlists check the limit, so of sessions of one network that were admitted at once, one becomes active. */
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
      const existing = hls.find(id);
      const streamPeak = peakOf(request.path);
      const rejection = existing === undefined ? rejectionFor(request.address, streamPeak) : null;
      if (rejection !== null) return limitExceeded(rejection);
      const template = templates.of(body, request.path, diskDir);
      if (id === '' && !template.isMaster) return masterFor(request, ids.create(), diskDir);
      const rendered = renderPlaylist(template, id, ids.create);
      // A forged id plays, but is not counted.
      if (id === '' || !settings.enable || (existing === undefined && !ids.isOurs(id)))
        return { kind: 'body', body: rendered, counter: null };
      if (existing !== undefined) return { kind: 'body', body: rendered, counter: existing };
      const session = hls.open(id, viewerOf(request), 'pending');
      session.peak = estimatePeak(streamPeak);
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

function masterFor({ path, query }: FileRequest, id: string, diskDir: string | undefined): PlaylistAnswer {
  // The real core rewrites disk playlists once more, which ends every line.
  const end = diskDir === undefined ? '' : '\n';
  return { kind: 'body', body: Buffer.from(`${buildSessionMaster(path, query, id)}${end}`), counter: null };
}

const viewerOf = ({ path, referer, address, userAgent }: FileRequest): Identity => ({
  reference: streamName(path),
  local: path,
  remote: referringHost(referer),
  extra: `[${anonymizeAddress(address)}] ${userAgent}`,
  network: toNetworkPrefix(address),
});

const sessionIn = (query: string) => /(?:^|&)session=([^&]*)/.exec(query)?.[1] ?? '';
