import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import project from '../package.json' with { type: 'json' };
import { type Core, createCoreClient } from '../src/api/client.ts';
import { msg } from '../src/i18n/msg.ts';
import { scheduleLook } from '../src/media/incident/scheduleLook.ts';
import { pageNow } from '../src/media/run/pageClock.ts';
import { type AgentEvent, type AgentReport, actOnCore } from './actOnCore.ts';
import { createAgentApi } from './agentApi.ts';
import { type AgentNotice, AgentOrder } from './agentMessages.ts';
import { agentMetrics } from './agentMetrics.ts';
import { busyPercentIn, megabytesIn, readAgentSettings } from './agentSettings.ts';
import { createAlarmDesk } from './alarms/alarmDesk.ts';
import { createAlarmDisk } from './alarms/alarmDisk.ts';
import type { AlarmEvent } from './alarms/alarmEvent.ts';
import { createChannelFacts } from './alarms/channelFacts.ts';
import { createMachineFacts } from './alarms/machineFacts.ts';
import { askCore } from './askCore.ts';
import { createChannelStates } from './channelStates.ts';
import { createControlDisk } from './control/controlDisk.ts';
import { type ControlCalls, type ControlEvent, obstacleOf } from './control/controlRoutes.ts';
import { createKnownChannels } from './control/knownChannels.ts';
import { createTokenBook } from './control/tokenBook.ts';
import type { Processes } from './coreFeed.ts';
import { createCoreLogin } from './coreLogin.ts';
import { createHealing, type HealingEvent } from './healing.ts';
import { type HistoryNotice, openHistory } from './history.ts';
import { type JournalNotice, openJournal } from './journal.ts';
import { createJournalDisk } from './journalDisk.ts';
import { type ListenPlace, listenForApi } from './listenForApi.ts';
import { createLookTurn } from './look/lookTurn.ts';
import { createLooks, type LookEvent } from './look/watchLooks.ts';
import { type MetricsToken, metricsToken } from './metricsToken.ts';
import { createOrders } from './orders.ts';
import { proofTargets } from './proof/proofTargets.ts';
import { runProofLook } from './proof/runProofLook.ts';
import { createProofs, type ProofEvent } from './proof/watchProofs.ts';
import { type AddressRules, readAddressRules } from './receivers/addressRules.ts';
import { deliver } from './receivers/deliver.ts';
import { OPEN_CORE } from './refusal.ts';
import { releaseHolds } from './releaseHolds.ts';
import { sampleCore } from './sampleCore.ts';
import type { ScheduleEvent } from './schedule/scheduleEvent.ts';
import { createScheduleRunner } from './schedule/scheduleRunner.ts';
import { createStoreThread } from './storeThread.ts';
import { createStateTeller, keepLooking } from './tellStates.ts';
import { createTokenCheck } from './tokenCheck.ts';
import { createBitrateWatch } from './watchBitrates.ts';
import { watchClock } from './watchClock.ts';
import { createViewerWatch } from './watchViewers.ts';

const RELEASE = 'release';
const WARNINGS: readonly LoggedEvent['event'][] = [
  'core-lost',
  'no-slate',
  'not-ready',
  'journal-failed',
  'history-failed',
  'api-failed',
  'publication-restarted',
  'healing-gave-up',
  'alarm-undelivered',
  'receiver-gone',
  'alarms-failed',
  'alarms-set-aside',
  'tokens-set-aside',
  'schedule-missed',
  'schedule-failed',
  'schedule-newer',
  'look-failed',
  'proof-unseen',
];
/** Shorter than the timeouts of clients and of the core's proxy. */
const CONTROL_PATIENCE_MS = 20_000;
const LAST_WORDS_MS = 1_000;
/** A hanging name server must not delay publications. */
const RESOLVES_WITHIN_MS = 3_000;

type ToldEvent =
  | AgentEvent
  | AlarmEvent
  | ControlEvent
  | HealingEvent
  | LookEvent
  | ProofEvent
  | ScheduleEvent
  | HistoryNotice;
type LoggedEvent = ToldEvent | JournalNotice;

const SET_ASIDE = { history: 'history-set-aside', alarms: 'alarms-set-aside', control: 'tokens-set-aside' } as const;

/** Runs the agent as a child of the embedded core or beside a core, then exits the process. */
export async function runTask(task: string | undefined): Promise<void> {
  if (task !== undefined && task !== RELEASE) throw new Error(`Unknown task ${task}: it is "release", or none`);
  const isRelease = task === RELEASE;
  process.exit((await (process.send ? runAsChild(isRelease) : runBesideCore(isRelease))) ? 0 : 1);
}

interface WatchOptions {
  core: Core;
  name: string;
  ready: () => Promise<string | null>;
  log: (event: LoggedEvent) => void;
  /** null: events stay in memory, and there is no history. */
  folder: string | null;
  rules: AddressRules;
  megabytes: number;
  busyPercent: number;
  api: {
    place: ListenPlace;
    /** null: the core checks the logins. */
    logins: ReturnType<typeof createTokenCheck> | null;
    origins?: readonly string[];
    mayReadMetrics: MetricsToken;
    onListen: (at: string) => void;
  } | null;
  leave: AbortSignal;
}

/** Starts at once. `end` writes the remaining events and leaves holds untouched for another agent. */
function beginWatch(options: WatchOptions) {
  const { core, name, ready, log, folder, megabytes, busyPercent, rules, api, leave } = options;
  let now: AgentReport = { role: 'new', obstacle: 'It was not asked yet' };
  const note = (notice: JournalNotice) => {
    log(notice);
    // Only gaps in the journal concern its readers; other notices would fill it.
    if (notice.event === 'journal-set-aside' || (notice.event === 'journal-back' && notice.lost > 0))
      journal.add(notice);
  };
  const thread =
    folder === null
      ? null
      : createStoreThread({
          ...{ folder, megabytes, agent: process.argv[1] ?? '' },
          onSetAside(store, copy) {
            if (store === 'journal') return note({ event: 'journal-set-aside', copy });
            record({ event: SET_ASIDE[store], copy });
            if (store === 'alarms') desk?.storeAnew();
            if (store === 'control') tokens.storeAnew();
          },
        });
  const journal = openJournal({ disk: thread && createJournalDisk(thread), tell: note });
  let failed = 0;
  const record = (event: ToldEvent) => {
    log(event);
    if (event.event === 'alarm-undelivered') failed++;
    journal.add(event);
  };
  const history = thread && openHistory({ thread, tell: record });
  record({ event: 'agent-started', version: project.version });
  const endClock = watchClock({ tell: (seconds) => record({ event: 'clock-stepped', seconds }) });

  const channels = createChannelStates(core);
  const facts = createChannelFacts({
    ...{ core, holds: channels, program: process.argv[1] ?? '', now: pageNow },
    viewers: (id) => viewers.latest().get(id) ?? null,
    picture: (id) => looks.report(id),
    proofs: (id) => proofs.proofs(id),
  });
  const turn = createLookTurn();
  const looks = createLooks({
    ...{ core, channels: facts.channels, isLive: facts.isLive, tell: record, wall: pageNow, turn, busyPercent },
    mayAct: () => now.role === 'acting' && now.obstacle === null,
  });
  const proofs = createProofs({
    ...{ core, targets: () => proofTargets(facts), isBusy: looks.isBusy, tell: record, wall: pageNow },
    mayAct: () => now.role === 'acting' && now.obstacle === null,
    look(look, kind) {
      const run = () => runProofLook({ core, kind, leave, ...look });
      return kind === 'platform' ? run() : turn(run);
    },
  });
  // Caught, as a fault in the alarms must not affect what is on air.
  const machine = createMachineFacts({ core, now: pageNow });
  const onProcesses = (answer: Processes | null) => {
    sampler.take(answer);
    void facts
      .take(answer)
      .then(() => answer && heal(answer))
      .catch(() => undefined);
    if (answer !== null) void machine.take();
  };
  const heal = createHealing({
    ...{ core, journal, tell: record, outputs: facts.outputs, now: pageNow },
    mayAct: () => now.role === 'acting',
  });
  const viewers = createViewerWatch({ core, channels: facts.channels });
  const bitrates = createBitrateWatch({ core, channels: facts.channels });
  const sampler = sampleCore({
    tell: (set) => history?.add(set),
    ...{ viewers: viewers.latest, bitrates: bitrates.latest },
  });
  const orders = createOrders(core);
  const runner = createScheduleRunner({ core, orders, tell: record });
  const schedules = { core, runner, channels: facts.channels };
  const disk = thread && createAlarmDisk(thread);
  const desk =
    disk === null
      ? null
      : createAlarmDesk({
          ...{ core, disk, program: process.argv[1] ?? '', rules, tell: record, send: deliver },
          // An agent without a core yet must report that.
          isActing: () => now.role !== 'standing-by',
          look(rules) {
            const { looks, revisions } = facts.look(rules);
            const misses = runner.misses(facts.channels());
            const ofSchedule = misses === null ? [] : [scheduleLook(misses)];
            return { looks: [...looks, ...machine.looks(), ...ofSchedule], revisions };
          },
        });
  const alarms = disk && desk && { core, desk, disk, rules, areLooksPaused: () => looks.status() === 'paused' };
  const watchAlarms = desk?.run(leave);
  const tokens = createTokenBook({ disk: thread && createControlDisk(thread) });
  const control: ControlCalls = {
    disk: thread && createControlDisk(thread),
    ...createKnownChannels({ channels: facts.channels, stateOf: (id) => sampler.latest().get(id)?.state ?? null }),
    obstacle: () => obstacleOf(now),
    patienceMs: CONTROL_PATIENCE_MS,
    run: (order) => orders.run([order]),
    async lookNow(publication) {
      if (!proofs.lookNow(publication)) return 'unwatched';
      return (await looks.isBusy()) ? 'busy' : 'begun';
    },
    tell: record,
  };
  // Journal only: the core's log would get a line for each state.
  const states = createStateTeller({ tell: journal.add, now: pageNow });
  const tellStates = () => {
    if (now.role !== 'acting') return;
    states.lookAtCore(facts.coreStatus(), facts.silence());
    states.look(facts.channels(), facts.observations());
  };
  const state = async () => ({
    ...{ version: project.version, role: now.role },
    core: { reachable: now.obstacle === null, reason: now.obstacle },
    journal: { isKept: journal.isKept(), last: journal.last() },
    history: { isKept: history?.isKept() ?? false },
    channels: await channels(),
    looks: { status: looks.status(), channels: looks.reports() },
  });
  const metrics = () =>
    agentMetrics({
      ...{ version: project.version, report: now, readings: sampler.latest(), channels: facts.channels() },
      ...{ isJournalKept: journal.isKept(), isHistoryKept: history?.isKept() ?? false },
      alarms: desk && { firing: desk.firing(), waiting: desk.waiting(), failed },
    });
  async function offer({ place, logins, mayReadMetrics, origins = [], onListen }: NonNullable<WatchOptions['api']>) {
    await journal.opened;
    const listen = () =>
      createAgentApi({
        ...{ journal, history, state, alarms, metrics, mayReadMetrics, admit: logins?.admit ?? null, origins },
        ...{ schedules, tokens, control },
        trouble() {
          void logins?.look();
          if (logins?.isOpen()) return OPEN_CORE;
          return now.obstacle === null ? null : msg('The agent cannot use the core. The log of the agent says why.');
        },
      });
    const { at } = await listenForApi(listen, place, (reason) => record({ event: 'api-failed', reason }));
    onListen(at);
    void logins?.look();
  }
  if (api !== null) void offer(api);

  const report = (next: AgentReport) => {
    now = next;
  };
  return {
    left: Promise.all([
      actOnCore({
        ...{ core, name, ready, tell: record, report, leave, hear: onProcesses, isBlank: looks.isBlank },
        beside: (mayAct) => runner.run(mayAct, leave),
      }),
      viewers.run(() => now.role === 'acting', leave),
      bitrates.run(() => now.role === 'acting', leave),
      looks.run(leave),
      proofs.run(leave),
      keepLooking(tellStates, leave),
      watchAlarms,
    ]),
    async end() {
      endClock();
      await desk?.close();
      record({ event: 'agent-stopped' });
      sampler.end();
      await history?.close(LAST_WORDS_MS);
      await journal.close(LAST_WORDS_MS);
    },
  };
}

async function runAsChild(isRelease: boolean): Promise<boolean> {
  // The callback swallows the error of a core that just ended; "disconnect" handles that.
  const notify = (notice: AgentNotice) => void process.send?.(notice, undefined, undefined, () => undefined);
  const leaving = new AbortController();
  let end: () => Promise<void> = async () => undefined;
  process.once('disconnect', () => void end().finally(() => process.exit(0)));
  // The core stops its agent itself, after the ffmpeg processes that use it.
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);

  let requestedAt = Number.NEGATIVE_INFINITY;
  let core: Core | null = null;
  const own = await new Promise<{ core: Core; name: string; folder: string }>((resolve) => {
    process.on('message', (message) => {
      const order = AgentOrder.parse(message);
      if (order.type === 'leave') return leaving.abort();
      core ??= createCoreClient({ address: order.address, freshMs: 0 });
      core.setTokens({ access: order.token, refresh: '' });
      resolve({ core, name: order.name, folder: order.folder });
    });
    notify({ type: 'login' });
  });
  own.core.listen(({ type }) => {
    if (type !== 'auth' || performance.now() - requestedAt < 1000) return;
    requestedAt = performance.now();
    notify({ type: 'login' });
  });
  const log = ({ event, ...fields }: LoggedEvent) =>
    notify({ type: 'event', level: WARNINGS.includes(event) ? 'warn' : 'info', text: event, fields });
  if (isRelease)
    return await releaseHolds(own.core, (id, error) =>
      notify({
        type: 'event',
        level: error === null ? 'info' : 'warn',
        text: error === null ? 'released' : 'not-released',
        fields: { id, ...(error === null ? {} : { error }) },
      }),
    );
  /** A malformed variable is no reason to leave publications unprotected. */
  const settingOf = (read: typeof megabytesIn) => {
    try {
      return read(process.env);
    } catch (error) {
      notify({ type: 'event', level: 'warn', text: messageOf(error), fields: {} });
      return read({});
    }
  };
  const onListen = (path: string) => notify({ type: 'listens', path });
  const rules = rulesOf(await ownAddresses(own.core, null), (reason) =>
    notify({ type: 'event', level: 'warn', text: 'addresses-ignored', fields: { reason } }),
  );
  const watch = beginWatch({
    ...{ ...own, rules, log, leave: leaving.signal },
    ...{ megabytes: settingOf(megabytesIn), busyPercent: settingOf(busyPercentIn) },
    ready: async () => null,
    api: { place: { folder: own.folder }, logins: null, mayReadMetrics: () => true, onListen },
  });
  end = watch.end;
  await watch.left;
  await watch.end();
  return true;
}

/** Runs with settings from the environment. On a signal, finishes the current writes; another agent can continue. */
async function runBesideCore(isRelease: boolean): Promise<boolean> {
  const settings = readAgentSettings(process.env);
  const { core: address, credentials, folder, megabytes, busyPercent, listen, origins, metricsTokenFile } = settings;
  const print = (text: string, fields: object = {}) => {
    const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
    process.stderr.write(`sluice agent: ${text}${pairs.join('')}\n`);
  };
  let end: () => Promise<void> = async () => undefined;
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end().finally(() => process.exit(0)));
  const core = createCoreClient({ address, freshMs: 0 });
  const ready = createCoreLogin(core, credentials, () => performance.now() / 1000);
  if (isRelease) {
    const reason = await ready();
    if (reason !== null) throw new Error(reason);
    return await releaseHolds(core, (id, error) =>
      error === null ? print('released', { id }) : print('cannot release', { id, error }),
    );
  }
  const own = await ownAddresses(core, listen?.port ?? null);
  const rules = readAddressRules(process.env, own);
  print('watches', { core: address });
  if (folder === null) print('keeps its journal in memory, and no history: SLUICE_AGENT_DATA names no folder');
  const watch = beginWatch({
    ...{ core, ready, folder, megabytes, busyPercent, rules, name: ownName(), leave: new AbortController().signal },
    api: listen && {
      ...{ place: listen, origins },
      logins: createTokenCheck({ ask: (token) => askCore(address, token) }),
      mayReadMetrics: metricsToken(metricsTokenFile, (reason) =>
        print('lets nobody read metrics by a token', { reason }),
      ),
      onListen: (at) => print('listens', { address: at }),
    },
    log: ({ event, ...fields }) => print(event, fields),
  });
  end = watch.end;
  await watch.left;
  return true;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Survives the restart of a container. `leaseAfter` detects two agents with the same name. */
const ownName = () => createHash('sha256').update(`sluice-agent ${hostname()}`).digest('hex').slice(0, 16);

function rulesOf(own: readonly string[], warn: (reason: string) => void): AddressRules {
  try {
    return readAddressRules(process.env, own);
  } catch (error) {
    warn(messageOf(error));
    return readAddressRules({}, own);
  }
}

/** Addresses of the core and this agent, to which no messages are sent. `listenPort` null: no API. */
async function ownAddresses({ address }: Core, listenPort: number | null): Promise<string[]> {
  const { hostname, port, protocol } = new URL(address);
  const corePort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  const hosts = await Promise.race([
    lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []),
    sleep(RESOLVES_WITHIN_MS, []),
  ]);
  const machine = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map((entry) => entry.address),
  );
  const isHere = hosts.some((host) => machine.includes(host.address));
  const formatAddress = (ip: string, ownPort: number) => `${isIP(ip) === 6 ? `[${ip}]` : ip}:${ownPort}`;
  return [
    ...hosts.map((host) => formatAddress(host.address, corePort)),
    ...(isHere ? machine.map((ip) => formatAddress(ip, corePort)) : []),
    ...(listenPort === null ? [] : machine.map((ip) => formatAddress(ip, listenPort))),
  ].filter((ip) => !ip.includes('%'));
}
