import { doneWith, dueOrders } from '../../../../src/media/schedule/dueOrders.ts';
import { formatNextBegin, parseNextBegin } from '../../../../src/media/schedule/nextBegin.ts';
import { parseScheduleDone, storeScheduleDone } from '../../../../src/media/schedule/scheduleDone.ts';
import { isSoundRule } from '../../../../src/media/schedule/scheduleFaults.ts';
import { SCHEDULE_LIMITS } from '../../../../src/media/schedule/scheduleLimits.ts';
import { parseSchedule, storeSchedule } from '../../../../src/media/schedule/scheduleSettings.ts';
import { type Json, json, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';

/** A Sunday within the interval of the examples. */
const NOW = Date.parse('2026-06-07T10:30Z');

const rule = {
  ...{ id: 'a', name: 'Service', isEnabled: true, zone: 'Europe/Berlin', want: 'on', imageMinutes: 0, since: 0 },
  timing: { type: 'weekly', days: [7], from: '09:55', to: '13:30' },
  subject: { type: 'channel', id: 'c', withPublications: true },
};

const storedSchedule = target<Json>({
  name: 'agent: what is stored of schedules',
  reads: ['src/media/schedule/scheduleSettings.ts'],
  kind: json,
  examples: [
    { version: 1, schedule: { toleranceMinutes: 10, rules: [rule] } },
    {
      version: 1,
      schedule: {
        rules: [
          { ...rule, timing: { type: 'cron', expression: '0 10 * * SUN#2', minutes: 90 } },
          { ...rule, id: 'b', timing: { type: 'once', from: '2026-03-29T02:30', to: '2026-03-29T04:00' } },
          { ...rule, id: 'c', want: 'restart', subject: { type: 'group', name: 'Social', channel: null } },
        ],
      },
    },
  ],
  run(stored) {
    const settings = parseSchedule(stored);
    if (settings === 'newer') return settings;
    mustEqual(parseSchedule(storeSchedule(stored, settings)), settings, 'stored again it is another');
    must(settings.rules.length <= SCHEDULE_LIMITS.rules, () => `${settings.rules.length} rules`);
    const { due, missed } = dueOrders({ settings, now: NOW, done: {} });
    must(
      [...due, ...missed].every((item) => isSoundRule(item.rule)),
      'a rule with a fault is due',
    );
    const done = doneWith({}, [...due, ...missed]);
    mustEqual(dueOrders({ settings, now: NOW, done }).due, [], 'it is due again');
    return settings;
  },
  findings: [{ input: { schedule: { rules: [rule] } }, why: 'rules without a version began with the first save' }],
});

const storedDone = target<Json>({
  name: 'agent: what is stored of what schedules did',
  reads: ['src/media/schedule/scheduleDone.ts'],
  kind: json,
  examples: [{ version: 1, done: { a: 1_780_000_000_000, 'a:image': 1 }, last: { a: { becomes: 'on' } } }],
  run(stored) {
    const done = parseScheduleDone(stored);
    must(Object.values(done).every(Number.isFinite), 'a time is none');
    mustEqual(parseScheduleDone(storeScheduleDone(done, [])), {}, 'rules that are gone are kept');
    return done;
  },
  findings: [],
});

const nextBegin = target<string>({
  name: 'viewers: when a channel begins next',
  reads: ['src/media/schedule/nextBegin.ts'],
  kind: text({ words: ['{"startsAt":"', '2026-06-07T10:30:00.000Z', '"}', 'null', '<html>', '[]'] }),
  examples: ['{"startsAt":"2026-06-07T10:30:00.000Z"}', '{"startsAt":""}', '<html>', formatNextBegin(NOW)],
  run(input) {
    const startsAt = parseNextBegin(input);
    must(startsAt === '' || Number.isFinite(Date.parse(startsAt)), 'a beginning is no time');
    return startsAt;
  },
  findings: [],
});

export const scheduleParsers = [storedSchedule, storedDone, nextBegin];
