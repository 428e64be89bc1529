import { expect, it } from 'vitest';
import type { ScheduleRule } from '../../src/media/schedule/scheduleRule.ts';
import { createViewerTeller } from './tellViewers.ts';

const STUDIO = '11111111-2222-3333-4444-000000000001';
const NOW = Date.parse('2026-12-06T08:00:00Z');
const rule: ScheduleRule = {
  ...{ id: 'service', name: '', isEnabled: true, zone: 'Europe/Berlin', want: 'on', imageMinutes: 0, since: 0 },
  timing: { type: 'weekly', days: [7], from: '09:55', to: '11:30' },
  subject: { type: 'channel', id: STUDIO, withPublications: true },
};

it('the next start of a channel is written for viewers once while due, and cleared when its rule is gone', async () => {
  const written: string[] = [];
  const updateViewers = createViewerTeller({
    diskFiles: async () => [{ name: '/channels/old/next.json', size_bytes: 1, last_modified: 1 }],
    diskWrite: async ({ path, body }) => {
      written.push(`${path} ${body}`.trim());
      return 'OK';
    },
  });
  const settings = { rules: [rule], toleranceMinutes: 10 };
  await updateViewers(settings, NOW);
  await updateViewers(settings, NOW + 1000);
  await updateViewers(settings, NOW + 56 * 60_000);
  expect(written).toEqual([
    '/channels/old/next.json {"startsAt":""}',
    `/channels/${STUDIO}/next.json {"startsAt":"2026-12-06T08:55:00.000Z"}`,
  ]);
  await updateViewers(settings, NOW + 70 * 60_000);
  expect(written.at(-1)).toBe(`/channels/${STUDIO}/next.json {"startsAt":"2026-12-13T08:55:00.000Z"}`);
  await updateViewers({ ...settings, rules: [] }, NOW + 71 * 60_000);
  expect(written.at(-1)).toBe(`/channels/${STUDIO}/next.json {"startsAt":""}`);
});

it.each(['../../../config', 'studio', `${STUDIO}/..`])(
  'a rule for the malformed channel id %s writes no file',
  async (id) => {
    const written: string[] = [];
    const updateViewers = createViewerTeller({
      diskFiles: async () => [],
      diskWrite: async ({ path }) => {
        written.push(path);
        return 'OK';
      },
    });
    const oddRule: ScheduleRule = { ...rule, id: 'odd', subject: { type: 'channel', id, withPublications: true } };
    await updateViewers({ rules: [oddRule, rule], toleranceMinutes: 10 }, NOW);
    expect(written).toEqual([`/channels/${STUDIO}/next.json`]);
  },
);
