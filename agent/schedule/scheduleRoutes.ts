import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
  AGENT_API,
  agentEndpoints,
  type ScheduleNext,
  type SchedulePreviewAnswer,
  type Schedules,
} from '../../src/api/agentEndpoints.ts';
import type { Core } from '../../src/api/client.ts';
import { SCHEDULE_KEY } from '../../src/api/processIds.ts';
import { msg } from '../../src/i18n/msg.ts';
import type { Channel } from '../../src/media/channel/channel.ts';
import { TRACKS, type TrackTransition } from '../../src/media/schedule/dueOrders.ts';
import { faultsOfRule } from '../../src/media/schedule/scheduleFaults.ts';
import { SCHEDULE_LIMITS } from '../../src/media/schedule/scheduleLimits.ts';
import { schedulePreview } from '../../src/media/schedule/schedulePreview.ts';
import type { ScheduleRule } from '../../src/media/schedule/scheduleRule.ts';
import {
  NO_SCHEDULE,
  parseSchedule,
  type ScheduleSettings,
  storeSchedule,
} from '../../src/media/schedule/scheduleSettings.ts';
import { momentOf } from '../../src/media/schedule/transitions.ts';
import { createTurns, readBody, refuseForm, revisionOf } from '../formRoutes.ts';
import { CHANGED_MEANWHILE, CORE_AWAY, NEWER_STORED, NOT_STORED, Refusal } from '../refusal.ts';
import { channelsOfRule, processesAmong, type ScheduleRunner } from './scheduleRunner.ts';

export interface ScheduleCalls {
  core: Pick<Core, 'metadataSet'>;
  runner: ScheduleRunner;
  channels: () => readonly Channel[];
}

const PREVIEW_DAYS = 14;

/** Adds the schedule routes. @param calls null: this agent carries out no schedules */
export function scheduleRoutes(app: FastifyInstance, calls: ScheduleCalls | null): void {
  const requireCalls = (): ScheduleCalls => {
    if (calls === null) throw new Refusal(503, 'This agent carries out no schedules');
    return calls;
  };
  const urlOf = ({ path }: { path: string }) => AGENT_API + path;
  const runInTurn = createTurns();
  app.get(urlOf(agentEndpoints.agentSchedules), async () => await listSchedules(requireCalls()));
  app.put(urlOf(agentEndpoints.agentSchedulesSave), async ({ body }) => {
    const form = readBody(agentEndpoints.agentSchedulesSave.body, body, 'settings');
    return await runInTurn(() => saveSchedules(requireCalls(), form));
  });
  app.post(urlOf(agentEndpoints.agentSchedulePreview), async ({ body }) => {
    const settings = readSettings(readBody(agentEndpoints.agentSchedulePreview.body, body));
    const { runner, channels } = requireCalls();
    const processesOf = processesAmong(channels());
    const { entries, conflicts, isCut } = schedulePreview(settings, runner.now(), PREVIEW_DAYS, processesOf);
    return {
      entries: entries.map((entry) => ({ ...shownChange(entry), isAdjusted: entry.isShifted })),
      conflicts: conflicts.map(({ at: from, rules }) => ({ at: from, rules: [...rules] })),
      isCut,
    } satisfies SchedulePreviewAnswer;
  });
  app.get(urlOf(agentEndpoints.agentScheduleNext), async () => {
    const parts = requireCalls();
    const settings = parts.runner.settings() ?? parseSchedule((await read(parts)).stored);
    return { channels: settings === 'newer' ? {} : nextChanges(settings, parts) } satisfies ScheduleNext;
  });
}

async function read({ runner }: ScheduleCalls) {
  return await runner.stored().catch(() => {
    throw new Refusal(503, CORE_AWAY, { retryAfter: 5 });
  });
}

async function listSchedules(calls: ScheduleCalls): Promise<Schedules> {
  const { stored, last } = await read(calls);
  const parsed = parseSchedule(stored);
  const { rules, toleranceMinutes } = parsed === 'newer' ? NO_SCHEDULE : parsed;
  const found = Object.entries(last).filter(([id]) => rules.some((rule) => rule.id === id));
  return {
    settings: { rules: rules.map(shownRule), toleranceMinutes },
    revision: revisionOf(stored),
    last: Object.fromEntries(found),
    fault: parsed === 'newer' ? 'newer' : null,
  };
}

type SchedulesForm = z.output<typeof agentEndpoints.agentSchedulesSave.body>;

async function saveSchedules(calls: ScheduleCalls, { settings, revision }: SchedulesForm): Promise<Schedules> {
  const { stored } = await read(calls);
  const before = parseSchedule(stored);
  if (before === 'newer') throw new Refusal(409, NEWER_STORED);
  if (revision !== revisionOf(stored)) throw new Refusal(409, CHANGED_MEANWHILE);
  const { rules, toleranceMinutes } = readSettings(settings);
  const now = calls.runner.now();
  const body = storeSchedule(stored, {
    rules: rules.map((rule) => ({ ...rule, since: sinceOf(rule, before.rules, now) })),
    toleranceMinutes,
  });
  await calls.core.metadataSet({ key: SCHEDULE_KEY, body }).catch(() => {
    throw new Refusal(503, NOT_STORED, { retryAfter: 5 });
  });
  calls.runner.refresh();
  return await listSchedules(calls);
}

/** Time since which the rule applies unchanged and enabled; earlier changes are not made up for. */
function sinceOf(rule: ScheduleRule, before: readonly ScheduleRule[], now: number): number {
  const previous = before.find(({ id }) => id === rule.id);
  const isSame =
    previous !== undefined && matterOf(previous) === matterOf(rule) && (previous.isEnabled || !rule.isEnabled);
  return isSame ? previous.since : now;
}

const matterOf = ({ zone, timing, want, subject, imageMinutes }: ScheduleRule) =>
  JSON.stringify([zone, want, imageMinutes, ...[timing, subject].map((part) => Object.entries(part).toSorted())]);

/** Parses the settings like stored ones. Throws a `Refusal` that names all faults. */
function readSettings({ rules, toleranceMinutes }: SchedulesForm['settings']): ScheduleSettings {
  const { least, most } = SCHEDULE_LIMITS.toleranceMinutes;
  const general = [
    ...(Number.isInteger(toleranceMinutes) && toleranceMinutes >= least && toleranceMinutes <= most
      ? []
      : [{ field: 'toleranceMinutes', text: msg('Enter 1 to 1440 whole minutes.') }]),
    ...(rules.length > SCHEDULE_LIMITS.rules
      ? [{ field: 'rules', text: msg('There can be at most 200 schedules. Delete one.') }]
      : []),
  ];
  if (general.length > 0) refuseForm(general);
  const settings = parseSchedule(storeSchedule(null, { rules, toleranceMinutes }));
  if (settings === 'newer') return NO_SCHEDULE;
  const faults = rules.flatMap((rule, index) => {
    const isFirst = rules.findIndex(({ id }) => id === rule.id) === index;
    const isKept = isFirst && settings.rules.some(({ id }) => id === rule.id);
    const own = isKept ? [] : [{ field: 'id', text: 'Give each schedule an id of its own, of letters and digits' }];
    return [...own, ...faultsOfRule(rule)].map(({ field, text }) => ({ field: `rules.${index}.${field}`, text }));
  });
  if (faults.length > 0) refuseForm(faults);
  return settings;
}

function shownRule({ timing, subject, ...rule }: ScheduleRule): Schedules['settings']['rules'][number] {
  return {
    ...rule,
    timing: timing.type === 'weekly' ? { ...timing, days: [...timing.days] } : { ...timing },
    subject: { ...subject },
  };
}

const shownChange = ({ rule, track, at, becomes }: TrackTransition) => ({
  ...{ rule: rule.id, at, becomes },
  isImage: track === 'image' || rule.subject.type === 'image',
});

function nextChanges({ rules }: ScheduleSettings, { runner, channels }: ScheduleCalls): ScheduleNext['channels'] {
  const stored = channels();
  const next = new Map<string, ScheduleNext['channels'][string]>();
  for (const rule of rules.filter(({ isEnabled }) => isEnabled)) {
    for (const track of TRACKS) {
      const change = momentOf(rule, track, runner.now()).next;
      if (change === null) continue;
      for (const channel of channelsOfRule(rule, stored)) {
        if ((next.get(channel)?.at ?? Number.POSITIVE_INFINITY) <= change.at) continue;
        next.set(channel, {
          ...shownChange({ ...change, rule, track }),
          ...{ name: rule.name, subject: { ...rule.subject } },
        });
      }
    }
  }
  return Object.fromEntries(next);
}
