import type { LookReport } from '../../src/api/answers/lookReport.ts';
import type { Process } from '../../src/api/answers/process.ts';
import type { Core } from '../../src/api/client.ts';
import { ingestId } from '../../src/api/processIds.ts';
import type { Channel } from '../../src/media/channel/channel.ts';
import { channelReader } from '../../src/media/channel/channelReader.ts';
import { publicationIdOf } from '../../src/media/channel/publicationOutputs.ts';
import { publicationStateIn, sendingOf } from '../../src/media/channel/publicationState.ts';
import {
  hasIngest,
  isFresh,
  type PassingView,
  passingView,
  situationInPassing,
} from '../../src/media/channel/seenInPassing.ts';
import { toldAmong } from '../../src/media/channel/toldAmong.ts';
import type { Words } from '../../src/media/diagnosis/processFailure.ts';
import { type HoldSighting, sightingAfter } from '../../src/media/hold/holdSighting.ts';
import type { HoldStatus } from '../../src/media/hold/holdStatus.ts';
import { type AlarmLook, lookAtCore, looksAtChannel } from '../../src/media/incident/alarmLooks.ts';
import type { AlarmSettings } from '../../src/media/incident/alarmSettings.ts';
import { viewersLook } from '../../src/media/incident/viewersLook.ts';
import { isConfirmed, type LookFacts, lookFactsOf, NO_LOOK_FACTS } from '../../src/media/look/lookReport.ts';
import { NO_PROOFS, type Proofs } from '../../src/media/proof/proofs.ts';
import {
  type ChannelStatus,
  explainFailure,
  holdReadersOf,
  nextUnread,
  type Unread,
  unreadIn,
  updateStatus,
} from '../../src/media/status/channelStatus.ts';
import { isRecording } from '../../src/media/stored/recordingFiles.ts';
import type { Observation } from '../../src/media/timeline/addObservation.ts';
import { causeIn, observePassing, sourceStand } from '../../src/media/verdict/observePassing.ts';
import { OTHER_VIEWS, verdictOf } from '../../src/media/verdict/verdict.ts';
import { type SendingStatus, say } from '../../src/media/verdict/verdictTypes.ts';
import type { Processes } from '../coreFeed.ts';
import { loadServiceNames } from './serviceNames.ts';

const LOST_AFTER_MS = 5000;
/** Longer than the poll interval of two seconds. */
const SLOW_AFTER_MS = 3500;
const LIST_EVERY_MS = 30_000;
const HOLDS_EVERY_MS = 4000;
const LOGS_EVERY_MS = 5000;
const LOOKED_AFTER_S = 20;
/** A process that keeps failing most likely has the same cause. */
const SAME_LOG_EVERY_MS = 60_000;

const { channelsOf } = channelReader((_, name) => name.trim());

export interface SeenOutput {
  channel: string;
  id: string;
  /** Id of the first output. */
  publication: string;
  rendition: string | null;
  sending: SendingStatus;
  /** Seconds in its current state. */
  runSeconds: number;
  /** Whether it sends something else than the source now: the standby image or a backup. */
  isHeld: boolean;
  /** Whether viewers of the platform do not see it any more, although they did in this run. */
  isUnseen: boolean;
}

export interface CoreFacts {
  looks: readonly AlarmLook[];
  /** Keyed by id of a channel or publication; changes with every save. */
  revisions: Readonly<Record<string, string>>;
}

type AskedCore = Pick<Core, 'processes' | 'process' | 'log'>;

interface FactsOptions {
  core: AskedCore;
  holds: () => Promise<Readonly<Record<string, HoldStatus>>>;
  viewers?: (channel: string) => number | null;
  /** Null: nobody has asked for looks at this channel. */
  picture?: (channel: string) => LookReport | null;
  /** What viewers of its platforms get. */
  proofs?: (channel: string) => Proofs;
  program: string;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
}

/** Derives the facts for alarms from the polled process list, with the interface's functions. */
export function createChannelFacts(options: FactsOptions) {
  const { core, holds, viewers = () => null, picture = () => null, proofs = () => NO_PROOFS, program, now } = options;
  let names: Readonly<Record<string, string>> | null = null;
  let channels: readonly Channel[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let listMark: string | null = null;
  let statuses: Readonly<Record<string, ChannelStatus>> = {};
  let sightings: Readonly<Record<string, HoldSighting>> = {};
  let holdsAt = Number.NEGATIVE_INFINITY;
  let logsAt = Number.NEGATIVE_INFINITY;
  const readAt = new Map<string, number>();
  let views: Readonly<Record<string, PassingView>> = {};
  let revisions: CoreFacts['revisions'] = {};
  const startedAt = now();
  let heardAt: number | null = null;
  let isBusy = false;
  let isReading = false;

  async function withNames(found: readonly Channel[]): Promise<readonly Channel[]> {
    const isNamed = ({ egresses }: Channel) => Object.values(egresses).every(({ name }) => name !== '');
    if (found.every(isNamed)) return found;
    names ??= await loadServiceNames(program);
    const nameOf = ({ name, service }: Channel['egresses'][string]) => name || (names?.[service] ?? service);
    return found.map((channel) => ({
      ...channel,
      egresses: Object.fromEntries(
        Object.entries(channel.egresses).map(([id, egress]) => [id, { ...egress, name: nameOf(egress) }]),
      ),
    }));
  }

  /** Reads names and publications. A process that cannot be read does not count as deleted. */
  async function list(processes: readonly Process[]) {
    const mark = processes.map(({ id, updated_at }) => `${id} ${updated_at}`).join('\n');
    if (mark === listMark && now() - listedAt < LIST_EVERY_MS) return;
    const stored = await core.processes({ filter: 'metadata' });
    const found = await withNames(channelsOf(stored, channels));
    const isUnread = stored.some(({ id }) => id === '');
    const missed = channels.filter((previous) => found.every(({ id }) => id !== previous.id));
    channels = isUnread ? [...found, ...missed] : found;
    for (const id of [...readAt.keys()]) if (stored.every((channel) => channel.id !== id)) readAt.delete(id);
    [listMark, listedAt] = [mark, now()];
  }

  async function readHolds() {
    const heldChannels = channels.filter(({ id }) => holdReadersOf(statuses[id]?.egresses ?? {}, id).length > 0);
    if (heldChannels.length === 0) sightings = {};
    if (heldChannels.length === 0 || now() - holdsAt < HOLDS_EVERY_MS) return;
    holdsAt = now();
    const playlists = await holds();
    sightings = Object.fromEntries(
      heldChannels.map(({ id }) => [id, sightingAfter(sightings[id], playlists[id] ?? null, now())] as const),
    );
  }

  async function explain() {
    if (isReading || now() - logsAt < LOGS_EVERY_MS) return;
    const unread = nextUnread(unreadIn(statuses), readAt, { now: now(), againAfterMs: SAME_LOG_EVERY_MS });
    if (unread === null) return;
    logsAt = now();
    readAt.set(unread.id, logsAt);
    isReading = true;
    try {
      const { channel, id } = unread;
      const failure = await readFailure(core, unread);
      const status = statuses[channel];
      if (status) statuses = { ...statuses, [channel]: explainFailure(status, id, failure) };
    } finally {
      isReading = false;
    }
  }

  function updateStatuses(processes: readonly Process[], at: number) {
    const answers = toldAmong(processes, channels, at);
    statuses = Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [id, updateStatus(statuses[id], answer, id)] as const),
    );
    revisions = Object.fromEntries(
      channels
        .flatMap(({ id, egresses }) => [id, ...Object.keys(egresses)])
        .flatMap((id): [string, string][] => {
          const process = processes.find((candidate) => candidate.id === id || candidate.id === ingestId(id));
          return process === undefined ? [] : [[id, `${process.created_at} ${process.updated_at}`]];
        }),
    );
  }

  const lookAt = (channel: string): LookFacts => {
    const report = picture(channel);
    if (report === null) return NO_LOOK_FACTS;
    const { blackSince, frozenSince, silentSince } = lookFactsOf(report);
    const confirmed = (since: number | null) => (isConfirmed(report, since) ? since : null);
    return {
      blackSince: confirmed(blackSince),
      frozenSince: confirmed(frozenSince),
      silentSince: confirmed(silentSince),
    };
  };

  const coreStatus = (): 'alive' | 'lost' | 'unclear' => {
    if (heardAt === null) return 'unclear';
    const silence = now() - heardAt;
    return silence > LOST_AFTER_MS ? 'lost' : silence > SLOW_AFTER_MS ? 'unclear' : 'alive';
  };

  /** Returns the observation for the timeline; empty if the state is unknown. */
  function observationOf(channel: Channel, alive: boolean, at: number): [string, Observation][] {
    const current = statuses[channel.id];
    if (!hasIngest(current)) return [];
    const look = lookAt(channel.id);
    const { publications, hold } = passingView(current, {
      ...{ channel, sightings, now: at, alive, cpuLately: null, look, proofs: proofs(channel.id) },
    });
    const verdict = verdictOf({
      ...situationInPassing(current, { now: at, alive, cpuLately: null, asked: null, hold }),
      ...look,
      // Only a failure of the source itself counts here.
      publications: publications.map(({ lacks: _, ...publication }) => {
        return {
          ...publication,
          status: publication.status === 'failing' ? ('starting' as const) : publication.status,
        };
      }),
    });
    const status = OTHER_VIEWS[verdict.kind].timeline;
    if (status === 'unknown' || !alive) return [];
    return [
      [
        channel.id,
        observePassing({
          at: current.seenAt,
          source: sourceStand(current.ingest, verdict, status, current.seenAt),
          publications: publications.map((publication) => ({
            ...publication,
            cause: causeIn(current.egresses[publication.id]?.failure ?? null),
          })),
        }),
      ],
    ];
  }

  /** For alarms, a core that never responded is unreachable, too. */
  const judgedCore = (): ReturnType<typeof coreStatus> => {
    if (heardAt === null) return now() - startedAt > LOST_AFTER_MS ? 'lost' : 'unclear';
    // Until the first list, a missing channel may not be deleted.
    return coreStatus() === 'alive' && listMark === null ? 'unclear' : coreStatus();
  };

  return {
    /** Takes each poll result; null if the core did not respond. Never rejects. */
    async take(answer: Processes | null) {
      if (answer === null) return;
      heardAt = now();
      // Skips results that arrive while busy: the next one follows in a second.
      if (isBusy) return;
      isBusy = true;
      try {
        const processes = [...answer.values()];
        await list(processes).catch(() => undefined);
        updateStatuses(processes, now());
        await readHolds().catch(() => undefined);
        // Not awaited: a real core blocks log requests for seconds while it ends a frozen ffmpeg.
        void explain().catch(() => undefined);
      } finally {
        isBusy = false;
      }
    },
    coreStatus,
    silence: () => (heardAt === null ? 0 : now() - heardAt),
    channels: () => channels,
    /** Whether a channel is live, and has been for long enough to have a full playlist. */
    isLive(channel: string): boolean {
      const status = statuses[channel];
      if (!hasIngest(status) || coreStatus() !== 'alive' || !isFresh(status, now())) return false;
      const { progress } = status.ingest;
      return progress?.status === 'connected' && (progress.uptimeSeconds ?? progress.seconds) >= LOOKED_AFTER_S;
    },
    /** Outputs of all publications except recordings; empty while the core is silent. */
    outputs(): SeenOutput[] {
      const at = now();
      if (coreStatus() !== 'alive') return [];
      return channels.flatMap((channel) => {
        const status = statuses[channel.id];
        if (status === undefined || !isFresh(status, at)) return [];
        const scene = {
          ...{ status, channel, sightings, asked: null, refused: null, sourceAsked: null },
          proofs: proofs(channel.id),
        };
        return Object.keys(channel.egresses)
          .filter((id) => !isRecording(id))
          .map((id) => {
            const publication = publicationIdOf(channel.egresses, id);
            const state = publicationStateIn(id, scene);
            const runSeconds = state.progress?.seconds ?? 0;
            const { rendition = null } = channel.egresses[id] ?? {};
            const isHeld = state.hold !== undefined && sightings[channel.id]?.status?.onAir !== 'source';
            return {
              channel: channel.id,
              id,
              publication,
              rendition,
              sending: sendingOf(state),
              runSeconds,
              isHeld,
              isUnseen: state.proof?.status === 'unseen' && state.proof.wasSeen === true,
            };
          });
      });
    },
    observations(): [string, Observation][] {
      const alive = coreStatus() === 'alive';
      return channels.flatMap((channel) => observationOf(channel, alive, now()));
    },
    look(rules: AlarmSettings['rules']): CoreFacts {
      const status = judgedCore();
      const at = now();
      const facts = { sightings, now: at, alive: status !== 'lost', cpuLately: null };
      views = Object.fromEntries(
        channels.flatMap((channel): [string, PassingView][] => {
          const status = statuses[channel.id];
          if (!hasIngest(status)) return [];
          const look = lookAt(channel.id);
          return [
            [
              channel.id,
              passingView(status, { channel, ...facts, look, proofs: proofs(channel.id) }, views[channel.id]),
            ],
          ];
        }),
      );
      const looks = channels.flatMap(({ id, name }) => {
        const { verdict = null, publications = [], hold = { status: 'none' as const } } = views[id] ?? {};
        const watching = viewers(id);
        const words = statuses[id]?.ingest?.failure?.words ?? null;
        return [
          ...looksAtChannel({ id, name, verdict, publications, hold, look: lookStatusOf(picture(id)) }, at).map(
            (look) => withRemedy(look, words),
          ),
          ...(watching === null ? [] : [viewersLook({ id, name }, watching, rules)]),
        ];
      });
      return { looks: [lookAtCore(status), ...looks], revisions };
    },
  };
}

const lookStatusOf = (report: LookReport | null) =>
  report === null ? 'off' : report.picture === null && report.sound === null ? 'unknown' : 'seen';

function withRemedy(look: AlarmLook, words: Words | null): AlarmLook {
  const { rule, condition } = look;
  if (words === null || rule !== 'channel-down' || condition.status !== 'bad') return look;
  return { ...look, condition: { ...condition, statement: { ...condition.statement, remedy: say(words.remedy) } } };
}

async function readFailure(core: AskedCore, { channel, id, failing, role }: Unread) {
  const { describeUpstreamFailure, diagnoseFailure, isForCore } = await import(
    '../../src/media/diagnosis/diagnoseFailure.ts'
  );
  const context = { role, channel };
  if (failing.cause === 'channel-not-running') return describeUpstreamFailure(failing, context);
  const process = await core.process({ id, filter: 'report,config,state' }).catch(() => ({}));
  const diagnosis = diagnoseFailure(failing, process, context);
  if (!isForCore(diagnosis)) return diagnosis;
  const lines: readonly string[] = await core.log().catch(() => []);
  return diagnoseFailure(failing, { ...process, core: lines }, context);
}
