import type { Config } from '../config/configSchema.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { limit } from '../util/limits.ts';
import { toSecond } from './collector.ts';
import {
  type Collectors,
  createCollectors,
  createEmptySummary,
  measureCollectors,
  summarizeCollector,
} from './collectorsByProtocol.ts';
import { createHlsPublishers, createHlsViewers } from './hlsSessions.ts';
import { createIgnoreList } from './ignoreList.ts';
import { listSessions } from './listSessions.ts';
import { createSessionId, createSessionIds } from './sessionId.ts';
import type { Totals } from './totals.ts';
import type { CollectorName, Counter, Sessions } from './types.ts';

export type { FileRequest, Sessions } from './types.ts';

const SWEEP_MS = 1_000;
const MAX_NAMES = 32;
const noCounter: Counter = { rx() {}, tx() {}, tell() {}, close() {} };
/** Clients of the HTTP server share one session. */
const anyone = { reference: '', local: 'any', remote: 'any', extra: '' };

interface SessionsDeps {
  config(): Config;
  readonly now?: () => number;
}

interface CountedSessions extends Sessions {
  readonly totals: Readonly<Record<CollectorName, Totals>>;
}

export function createSessions({ config, ...deps }: SessionsDeps): CountedSessions {
  const now = deps.now ?? elapsedMs;
  const settings = config().sessions;
  const isIgnored = createIgnoreList(settings.ip_ignorelist);
  const collectors = createCollectors({
    timeoutMs: settings.session_timeout_sec * 1000,
    now,
    date: deps.now ?? Date.now,
  });
  const ids = createSessionIds(config().api.auth.jwt.secret);
  const viewers = createHlsViewers({ collectors, settings, ids, isIgnored });
  const publishers = createHlsPublishers(collectors.hlsingress);

  const sweep = () => {
    for (const collector of Object.values(collectors)) collector.sweep();
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  return {
    open(name, identity) {
      if (!settings.enable || isIgnored(identity.remote)) return noCounter;
      return collectors[name].open(identity.id ?? createSessionId(), identity, 'standing');
    },
    transfer(name, address, rxBytes, txBytes) {
      if (!settings.enable || isIgnored(address)) return;
      const session = collectors[name].open(name.toUpperCase(), anyone, 'active');
      session.rx(rxBytes);
      session.tx(txBytes);
    },
    playlist: viewers.playlist,
    segment: viewers.segment,
    written(request, bytes, playlist) {
      if (!settings.enable) return;
      if (playlist === null) publishers.segmentWritten(request, bytes);
      else publishers.playlistWritten(request, bytes, playlist);
    },
    ...createReports({ collectors, settings, now, sweep }),
    totals: {
      hls: collectors.hls.ended,
      hlsingress: collectors.hlsingress.ended,
      rtmp: collectors.rtmp.ended,
      srt: collectors.srt.ended,
      http: collectors.http.ended,
      https: collectors.https.ended,
      ffmpeg: collectors.ffmpeg.ended,
    },
    stop() {
      clearInterval(timer);
      for (const collector of Object.values(collectors)) collector.endAll();
    },
  };
}

interface ReportsDeps {
  readonly collectors: Collectors;
  readonly settings: Config['sessions'];
  readonly now: () => number;
  readonly sweep: () => void;
}

function createReports({
  collectors,
  settings,
  now,
  sweep,
}: ReportsDeps): Pick<Sessions, 'active' | 'summary' | 'widget' | 'metrics'> {
  const limits = { maxSessions: settings.max_sessions, maxBitrateMbit: settings.max_bitrate_mbit };
  const truncate = (names: readonly string[]) => names.slice(0, MAX_NAMES);
  const listByName = (names: readonly string[]) =>
    listSessions(settings.enable ? collectors : null, truncate(names), limit('sessionList'));
  return {
    active(names) {
      sweep();
      const lists = listByName(names);
      return Object.fromEntries(truncate(names).map((name) => [name, lists.get(name) ?? []]));
    },
    summary(names) {
      sweep();
      const lists = listByName(names);
      return Object.fromEntries(
        truncate(names).map((name) => [
          name,
          settings.enable
            ? summarizeCollector(collectors, name, { limits, second: toSecond(now()), list: lists.get(name) ?? [] })
            : createEmptySummary(),
        ]),
      );
    },
    widget(reference) {
      if (!settings.enable) return { current: 0, total: 0 };
      sweep();
      const { active, ended } = collectors.hls;
      let current = 0;
      for (const { identity } of active.values()) if (identity.reference.startsWith(reference)) current += 1;
      return { current, total: ended.sessionsOf(reference) };
    },
    metrics() {
      if (!settings.enable) return [];
      sweep();
      return measureCollectors(collectors, limits, toSecond(now()));
    },
  };
}
