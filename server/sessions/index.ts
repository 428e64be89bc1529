import { elapsedMs } from '../clock.ts';
import type { Config } from '../types.ts';
import { type Collector, createCollector, secondOf, thousandths } from './collector.ts';
import { anonymousAddress, createIgnoreList } from './ignoreList.ts';
import { expectedPeak, rejectionReason } from './limits.ts';
import { compilePlaylist, renderPlaylist, segmentsOf, sessionMaster, type Template } from './playlist.ts';
import { isSessionId, newSessionId } from './sessionId.ts';
import { createTotals } from './totals.ts';
import {
  type CollectorName,
  type CollectorSummary,
  type Counter,
  collectorNames,
  type FileRequest,
  type Sessions,
} from './types.ts';

export type { FileRequest, Sessions } from './types.ts';

const noCounter: Counter = { rx() {}, tx() {}, close() {} };
const SWEEP_MS = 1_000;
const MBIT = 1024 * 1024;
/** Segments that were written and wait for a playlist that lists them; the newest matter. */
const MAX_LOOSE_SEGMENTS = 1_000;

interface SessionsDeps {
  config(): Config;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Who reads and writes what, and how much. The settings are those of the moment it is made. */
export function createSessions({ config, ...given }: SessionsDeps): Sessions {
  const now = given.now ?? elapsedMs;
  const clocks = { now, date: given.now ?? Date.now };
  const settings = config().sessions;
  const maxBitrate = settings.max_bitrate_mbit * MBIT;
  const ignored = createIgnoreList(settings.ip_ignorelist);
  const timeoutMs = settings.session_timeout_sec * 1000;
  const collectors = new Map<string, Collector>(
    collectorNames.map((name) => [name, createCollector({ timeoutMs, ...clocks })]),
  );
  const collector = (name: CollectorName) => collectors.get(name) ?? createCollector({ timeoutMs, ...clocks });
  const [hls, hlsingress] = [collector('hls'), collector('hlsingress')];
  const limited = [hls, collector('rtmp'), collector('srt'), collector('ffmpeg')];
  const templates = new WeakMap<Buffer, Template>();
  const unlistedSegments = new Map<string, number>();

  const sweep = () => {
    for (const one of collectors.values()) one.sweep();
  };
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  const templateOf = (body: Buffer, path: string, diskDir: string | undefined) => {
    const known = templates.get(body);
    if (known !== undefined) return known;
    const template = compilePlaylist(body.toString('utf8'), path, diskDir);
    templates.set(body, template);
    return template;
  };

  const rejectionOf = (streamPeak: number) =>
    rejectionReason({
      sessions: hls.active.size,
      maxSessions: settings.max_sessions,
      peaks: limited.flatMap(({ active }) => [...active.values()]).reduce((sum, { peak }) => sum + peak, 0),
      streamPeak,
      maxBitrate,
    });

  const viewer = ({ path, referer, address, userAgent }: FileRequest) => ({
    reference: nameOf(path),
    local: path,
    remote: hostOf(referer),
    extra: `[${anonymousAddress(address)}] ${userAgent}`,
  });

  const bandwidth = (name: CollectorName) => ({
    max_sessions: name === 'hlsingress' ? 0 : settings.max_sessions,
    max_bandwidth_rx_mbit: 0,
    max_bandwidth_tx_mbit: name === 'hlsingress' ? 0 : settings.max_bitrate_mbit,
  });

  const summaryOf = (name: string): CollectorSummary => {
    const known = collectorNames.find((one) => one === name);
    const found = known === undefined || !settings.enable ? undefined : collectors.get(known);
    if (known === undefined || found === undefined) return nothing();
    const list = [...found.active.values()].map((session) => session.entry());
    const second = secondOf(now());
    return {
      active: {
        list,
        sessions: list.length,
        bandwidth_rx_mbit: thousandths(found.rx.bitsPerSecond(second) / MBIT),
        bandwidth_tx_mbit: thousandths(found.tx.bitsPerSecond(second) / MBIT),
        ...bandwidth(known),
      },
      summary: found.ended.summary(),
    };
  };

  return {
    open(name, identity) {
      if (!settings.enable || ignored(identity.remote)) return noCounter;
      return collector(name).open(identity.id ?? newSessionId(), identity, 'standing');
    },
    transfer(name, address, rxBytes, txBytes) {
      if (!settings.enable || ignored(address)) return;
      const session = collector(name).open(name.toUpperCase(), anyone, 'active');
      session.rx(rxBytes);
      session.tx(txBytes);
    },
    playlist(request, body, diskDir) {
      if (ignored(request.address)) return { kind: 'pass' };
      const id = sessionIn(request.query);
      if (id !== '' && !isSessionId(id))
        return { kind: 'refused', status: 403, message: 'Forbidden', detail: 'Forbidden' };
      const known = hls.find(id);
      const streamPeak = hlsingress.active.get(request.path)?.peak ?? 0;
      const detail = known === undefined && settings.enable ? rejectionOf(streamPeak) : null;
      if (detail !== null) return { kind: 'refused', status: 509, message: 'Bandwith limit exceeded', detail };
      const template = templateOf(body, request.path, diskDir);
      if (id === '' && !template.isMaster) {
        // Playlists on the disk pass through one more rewriting in the core, which ends every line.
        const end = diskDir === undefined ? '' : '\n';
        const master = sessionMaster(request.path, request.query, newSessionId());
        return { kind: 'body', body: `${master}${end}`, counter: null };
      }
      const rendered = renderPlaylist(template, id);
      if (id === '' || !settings.enable) return { kind: 'body', body: rendered, counter: null };
      if (known !== undefined) return { kind: 'body', body: rendered, counter: known };
      const session = hls.open(id, viewer(request), 'pending');
      session.peak = expectedPeak(streamPeak);
      return { kind: 'body', body: rendered, counter: session };
    },
    segment({ query, address }) {
      const session = hls.find(sessionIn(query));
      if (session === undefined || ignored(address)) return null;
      hls.activate(session);
      return session;
    },
    written(request, bytes, playlist) {
      if (!settings.enable) return;
      const { path, referer, userAgent } = request;
      if (playlist === null) {
        unlistedSegments.delete(path);
        unlistedSegments.set(path, bytes);
        const [oldest] = unlistedSegments.keys();
        if (unlistedSegments.size > MAX_LOOSE_SEGMENTS && oldest !== undefined) unlistedSegments.delete(oldest);
        return;
      }
      const identity = { reference: nameOf(path), local: path, remote: hostOf(referer), extra: userAgent };
      const session = hlsingress.open(path, identity, 'active');
      session.rx(bytes);
      for (const segment of segmentsOf(playlist.toString('utf8'), path)) {
        session.rx(unlistedSegments.get(segment) ?? 0);
        unlistedSegments.delete(segment);
      }
    },
    active(names) {
      sweep();
      return Object.fromEntries(names.map((name) => [name, summaryOf(name).active.list]));
    },
    summary(names) {
      sweep();
      return Object.fromEntries(names.map((name) => [name, summaryOf(name)]));
    },
    widget(reference) {
      if (!settings.enable) return { current: 0, total: 0 };
      sweep();
      const current = [...hls.active.values()].filter(({ identity }) => identity.reference.startsWith(reference));
      return { current: current.length, total: hls.ended.sessionsOf(reference) };
    },
    metrics() {
      if (!settings.enable) return [];
      sweep();
      const second = secondOf(now());
      return [...collectorNames].map((name) => {
        const { active, ended, rx, tx } = collector(name);
        const { max_sessions, max_bandwidth_rx_mbit, max_bandwidth_tx_mbit } = bandwidth(name);
        return {
          collector: name,
          active: active.size,
          total: active.size + ended.sessions(),
          limit: max_sessions,
          rxBytes: rx.total(),
          txBytes: tx.total(),
          rxBitrate: thousandths(rx.bitsPerSecond(second)),
          txBitrate: thousandths(tx.bitsPerSecond(second)),
          maxRxBitrate: max_bandwidth_rx_mbit * MBIT,
          maxTxBitrate: max_bandwidth_tx_mbit * MBIT,
        };
      });
    },
    stop() {
      clearInterval(timer);
    },
  };
}

/** The HTTP server's clients are not told apart. */
const anyone = { reference: '', local: 'any', remote: 'any', extra: '' };

const sessionIn = (query: string) => /(?:^|&)session=([^&]*)/.exec(query)?.[1] ?? '';

/** File name without extension: the channel, if the file is a channel's. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

const hostOf = (referer: string) => {
  const host = URL.parse(referer)?.host ?? '';
  return host === '' ? 'unknown' : host;
};

const nothing = (): CollectorSummary => ({
  active: {
    list: [],
    sessions: 0,
    bandwidth_rx_mbit: 0,
    bandwidth_tx_mbit: 0,
    max_sessions: 0,
    max_bandwidth_rx_mbit: 0,
    max_bandwidth_tx_mbit: 0,
  },
  summary: createTotals().summary(),
});
