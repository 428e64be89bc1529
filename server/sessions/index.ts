import { elapsedMs } from '../clock.ts';
import type { Config } from '../types.ts';
import { secondOf } from './collector.ts';
import { type Collectors, createCollectors, emptySummary, metricsOf, summaryOf } from './collectors.ts';
import { createHlsPublishers } from './hlsPublishers.ts';
import { createHlsViewers } from './hlsViewers.ts';
import { createIgnoreList } from './ignoreList.ts';
import { newSessionId } from './sessionId.ts';
import type { Counter, Sessions } from './types.ts';

export type { FileRequest, Sessions } from './types.ts';

const SWEEP_MS = 1_000;
const noCounter: Counter = { rx() {}, tx() {}, close() {} };
/** The HTTP server's clients are not told apart. */
const anyone = { reference: '', local: 'any', remote: 'any', extra: '' };

interface SessionsDeps {
  config(): Config;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Who reads and writes what, and how much. The settings are those of the moment it is made. */
export function createSessions({ config, ...given }: SessionsDeps): Sessions {
  const now = given.now ?? elapsedMs;
  const settings = config().sessions;
  const isIgnored = createIgnoreList(settings.ip_ignorelist);
  const collectors = createCollectors({
    timeoutMs: settings.session_timeout_sec * 1000,
    now,
    date: given.now ?? Date.now,
  });
  const viewers = createHlsViewers({ collectors, settings, isIgnored });
  const publishers = createHlsPublishers(collectors.hlsingress);

  const sweep = () => {
    for (const collector of Object.values(collectors)) collector.sweep();
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  return {
    open(name, identity) {
      if (!settings.enable || isIgnored(identity.remote)) return noCounter;
      return collectors[name].open(identity.id ?? newSessionId(), identity, 'standing');
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
    stop() {
      clearInterval(timer);
    },
  };
}

interface ReportsDeps {
  readonly collectors: Collectors;
  readonly settings: Config['sessions'];
  readonly now: () => number;
  /** Ends what has timed out. */
  readonly sweep: () => void;
}

/** What is told of sessions. */
function createReports({
  collectors,
  settings,
  now,
  sweep,
}: ReportsDeps): Pick<Sessions, 'active' | 'summary' | 'widget' | 'metrics'> {
  const limits = { maxSessions: settings.max_sessions, maxBitrateMbit: settings.max_bitrate_mbit };
  const summary = (name: string) =>
    settings.enable ? summaryOf(collectors, name, limits, secondOf(now())) : emptySummary();
  return {
    active(names) {
      sweep();
      return Object.fromEntries(names.map((name) => [name, summary(name).active.list]));
    },
    summary(names) {
      sweep();
      return Object.fromEntries(names.map((name) => [name, summary(name)]));
    },
    widget(reference) {
      if (!settings.enable) return { current: 0, total: 0 };
      sweep();
      const { active, ended } = collectors.hls;
      const current = [...active.values()].filter(({ identity }) => identity.reference.startsWith(reference));
      return { current: current.length, total: ended.sessionsOf(reference) };
    },
    metrics() {
      if (!settings.enable) return [];
      sweep();
      return metricsOf(collectors, limits, secondOf(now()));
    },
  };
}
