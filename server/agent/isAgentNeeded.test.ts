import { describe, expect, it } from 'vitest';
import { isAgentNeeded } from './isAgentNeeded.ts';

const CHANNEL = '11111111-2222-3333-4444-555555555555';
const INGEST = `restreamer-ui:ingest:${CHANNEL}`;
const READER = 'restreamer-ui:egress:rtmp:99999999-2222-3333-4444-555555555555';

const empty = {
  ...{ run: 'needed' as const, wasUsed: false, processes: [] },
  ...{ stored: undefined, schedules: undefined, channels: [] },
};
const channel = { id: INGEST, inputs: ['{rtmp,name=x}'] };
const watched = { ...channel, stored: { version: 1, control: { playback: 'http://platform.example/a.m3u8' } } };
const guarded = { id: READER, inputs: [`{memfs}/hold-${CHANNEL}.m3u8`] };

describe('the agent of a core', () => {
  it.each<[what: string, Parameters<typeof isAgentNeeded>[0], isNeeded: boolean]>([
    ['that is empty', { ...empty, run: 'always' }, false],
    ['with a process of others', { ...empty, run: 'always', processes: [{ id: 'x', inputs: ['y'] }] }, false],
    ['with a channel', { ...empty, run: 'always', processes: [channel] }, true],
    ['whose last channel was deleted', { ...empty, run: 'always', wasUsed: true }, true],
    ['of a small machine', { ...empty, wasUsed: true, processes: [channel] }, false],
    ['of a small machine with a protected publication', { ...empty, processes: [channel, guarded] }, true],
    ['of a small machine with a playback address', { ...empty, processes: [channel, watched] }, true],
    ['of a small machine with a receiver', { ...empty, stored: { alarms: { receivers: { s: { on: true } } } } }, true],
  ])('a core %s needs the agent: %s', (_, need, isNeeded) => expect(isAgentNeeded(need)).toBe(isNeeded));

  it.each([
    [{ version: 1, hold: {} }, false],
    [{ version: 1, healing: { p: { stalled: { on: false, figure: 60 }, quiet: null, mostPerHour: 3 } } }, false],
    [{ version: 1, healing: { p: { stalled: { on: false } }, q: { gap: { on: true } } } }, true],
    [{ version: 1, healing: 7 }, false],
    [{ version: 1, look: { on: true } }, true],
    [{ version: 1, look: { on: false } }, false],
    [{ version: 1, look: 'on' }, false],
  ])('a channel with the metadata %j needs the agent: %s', (stored, isNeeded) =>
    expect(isAgentNeeded({ ...empty, channels: [{}, stored] })).toBe(isNeeded),
  );

  it.each([
    [undefined, false],
    [{ version: 1, schedule: { rules: [] } }, false],
    [{ version: 1, schedule: { rules: [{ isEnabled: false }] } }, false],
    [{ version: 1, schedule: { rules: [{ isEnabled: false }, { isEnabled: true }] } }, true],
  ])('the stored schedules %j need the agent: %s', (schedules, isNeeded) =>
    expect(isAgentNeeded({ ...empty, schedules })).toBe(isNeeded),
  );

  it.each([
    [undefined, false],
    [null, false],
    ['x', false],
    [{ version: 1 }, false],
    [{ version: 1, alarms: { receivers: {} } }, false],
    [{ version: 1, alarms: { receivers: { r: { on: false } } } }, false],
    [{ version: 1, alarms: { receivers: { r: { on: false }, s: { on: true } } } }, true],
    [{ version: 7, alarms: { receivers: { r: 1 } } }, true],
  ])('the stored metadata %j need the agent: %s', (stored, isNeeded) =>
    expect(isAgentNeeded({ ...empty, stored })).toBe(isNeeded),
  );
});
