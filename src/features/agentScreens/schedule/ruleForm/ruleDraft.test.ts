import { describe, expect, it } from 'vitest';
import { faultsOfRule } from '../../../../media/schedule/scheduleFaults.ts';
import type { ScheduleRule } from '../../../../media/schedule/scheduleRule.ts';
import {
  faultsByControl,
  faultsOfDraft,
  newRuleDraft,
  type RuleDraft,
  readSubject,
  ruleDraftOf,
  ruleOfDraft,
  writeSubject,
} from './ruleDraft.ts';

const weekly: ScheduleRule = {
  ...{ id: 'rule', name: 'Service', isEnabled: true, zone: 'Europe/Berlin', want: 'on', imageMinutes: 10, since: 5 },
  timing: { type: 'weekly', days: [3, 7], from: '09:55', to: '11:30' },
  subject: { type: 'channel', id: 'studio', withPublications: true },
};
const RULES: Readonly<Record<string, ScheduleRule>> = {
  weekly,
  'weekly without an end': { ...weekly, timing: { type: 'weekly', days: [1], from: '23:00', to: null } },
  'of a channel alone': { ...weekly, subject: { type: 'channel', id: 'studio', withPublications: false } },
  once: { ...weekly, timing: { type: 'once', from: '2026-12-06T09:55', to: '2026-12-06T11:30' } },
  'once without an end': { ...weekly, timing: { type: 'once', from: '2026-12-06T09:55', to: null } },
  cron: { ...weekly, timing: { type: 'cron', expression: '0 9 * * 1-5', minutes: 90 } },
  'cron without an end': { ...weekly, timing: { type: 'cron', expression: '0 9 * * 1-5', minutes: null } },
  'a restart of a publication': {
    ...{ ...weekly, want: 'restart', imageMinutes: 0, isEnabled: false },
    ...{
      subject: { type: 'publication', id: 'archive' },
      timing: { type: 'weekly', days: [1], from: '04:00', to: null },
    },
  },
  'a group of one channel': {
    ...{ ...weekly, imageMinutes: 0, subject: { type: 'group', name: 'Main  hall *', channel: 'studio' } },
  },
  'a group of every channel': { ...weekly, imageMinutes: 0, subject: { type: 'group', name: '* a', channel: null } },
  'a standby image': { ...weekly, imageMinutes: 0, subject: { type: 'image', id: 'studio' } },
};

describe('the draft of a rule', () => {
  it.each(Object.entries(RULES))('converts %s back without a difference', (_, rule) => {
    expect(ruleOfDraft(ruleDraftOf(rule), rule.id)).toEqual(rule);
  });

  it.each(Object.entries(RULES))('writes the subject of %s as one text', (_, { subject }) => {
    expect(readSubject(writeSubject(subject), subject.type === 'channel' && subject.withPublications)).toEqual(subject);
  });

  it('drops fields that its kind does not support', () => {
    const draft = { ...ruleDraftOf(weekly), want: 'restart' as const };
    expect(ruleOfDraft(draft, 'rule')).toMatchObject({ imageMinutes: 0, timing: { from: '09:55', to: null } });
    expect(ruleOfDraft({ ...draft, want: 'on', subject: 'image studio' }, 'rule').imageMinutes).toBe(0);
  });
});

describe('the draft of a new rule', () => {
  it.each(['2026-06-06T10:20:00', '2026-12-31T23:30:00', '2026-06-07T22:59:59.999'])(
    'created at %s starts at the next full hour, lasts an hour, and is valid',
    (now) => {
      const at = new Date(now);
      const rule = ruleOfDraft(newRuleDraft('studio', at.getTime(), 'Europe/Berlin'), 'new');
      const next = new Date(at.getTime() + 3_600_000);
      expect(rule.timing).toMatchObject({
        ...{ type: 'weekly', days: [next.getDay() || 7] },
        from: `${String(next.getHours()).padStart(2, '0')}:00`,
      });
      expect(faultsOfRule(rule)).toEqual([]);
    },
  );

  it('without a channel requires one', () => {
    expect(faultsOfDraft(newRuleDraft('', 0, 'UTC'))).toEqual({ subject: 'Choose what the rule is about' });
  });
});

const draft = ruleDraftOf(weekly);

describe('a fault of a rule', () => {
  it.each<[Partial<RuleDraft>, keyof RuleDraft]>([
    [{ weeklyFrom: '' }, 'weeklyFrom'],
    [{ weeklyTo: '25:00' }, 'weeklyTo'],
    [{ days: {} }, 'days'],
    [{ repeats: 'once', onceFrom: '2026-02-30T10:00' }, 'onceFrom'],
    [{ repeats: 'once', onceFrom: '2026-12-06T09:55', onceTo: '2026-12-06T09:00' }, 'onceTo'],
    [{ repeats: 'cron', expression: '* * * * * *' }, 'expression'],
    [{ repeats: 'cron', minutes: 'long' }, 'minutes'],
    [{ zone: 'Europe/Nowhere' }, 'zone'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ imageMinutes: 121 }, 'imageMinutes'],
  ])('is shown at its control for %j', (changed, control) => {
    expect(Object.keys(faultsOfDraft({ ...draft, ...changed }))).toEqual([control]);
  });

  it.each([
    ['settings.rules.3.timing.from', 'weeklyFrom'],
    ['rules.0.zone', 'zone'],
    ['rules.0.id', 'subject'],
    ['rules', ''],
    ['toleranceMinutes', ''],
  ])('reported by the agent for %s is shown at the control %j', (field, control) => {
    expect(faultsByControl({ [field]: 'Wrong' }, draft)).toEqual({ [control]: 'Wrong' });
  });
});
