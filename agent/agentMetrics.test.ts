import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { NIGHTLY } from '../harness/test/testing/quickOrWholeSuite.ts';
import { egressId, ingestId } from '../src/api/processIds.ts';
import type { Measurement } from '../src/media/series/sample.ts';
import { agentMetrics, type MetricSources } from './agentMetrics.ts';

const CHANNEL = '11111111-2222-3333-4444-555555555555';
const EGRESS = egressId('youtube', CHANNEL);
const figures = { kbitIn: 4000, fps: 25, speed: 1.01, viewers: 12 };
const ALL: MetricSources = {
  version: '1.2.3',
  report: { role: 'acting', obstacle: null },
  ...{ isJournalKept: true, isHistoryKept: false },
  readings: new Map<string, Measurement>([
    ['core', { state: 'live', figures: { viewers: 12 } }],
    [ingestId(CHANNEL), { state: 'live', figures }],
    [EGRESS, { state: 'failing', figures: { kbitOut: 0 } }],
  ]),
  channels: [
    { id: CHANNEL, name: 'Studio', available: true, egresses: { [EGRESS]: { service: 'youtube', name: 'Main' } } },
  ],
  alarms: { firing: ['channel-down', 'channel-down', 'too-slow'], waiting: 3, failed: 1 },
};
const textOf = async (more: Partial<MetricSources> = {}) => (await agentMetrics({ ...ALL, ...more })).text;

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
const HEAD = /^# (?:HELP [a-z_]+ [^\\\n]+|TYPE [a-z_]+ (?:gauge|counter))$/;
const SERIES =
  /^(?<name>[a-z_]+)(?<labels>\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*\})? (?<value>-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;

/** Parses the text strictly: each series once, below its type. */
function seriesIn(text: string): Map<string, number> {
  const series = new Map<string, number>();
  let type = '';
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.split('\n').filter((text) => text !== '')) {
    if (line.startsWith('#')) {
      expect(line).toMatch(HEAD);
      type = line.split(' ')[2] ?? '';
      continue;
    }
    const { name = '', labels = '', value } = SERIES.exec(line)?.groups ?? {};
    expect(line).toMatch(SERIES);
    expect(name).toBe(type);
    expect(series.has(name + labels), line).toBe(false);
    series.set(name + labels, Number(value));
  }
  return series;
}

describe('the metrics of an agent', () => {
  it('cover the agent, its core, channels, publications and alarms', async () => {
    const series = seriesIn(await textOf());
    const [channel, publication] = [`{channel="${CHANNEL}"`, `{publication="${EGRESS}"`];
    for (const [name, value] of [
      ['sluice_agent_info{version="1.2.3"}', 1],
      ['sluice_agent_acting', 1],
      ['sluice_agent_core_reachable', 1],
      ['sluice_agent_journal_kept', 1],
      ['sluice_agent_history_kept', 0],
      [`sluice_channel_info${channel},name="Studio"}`, 1],
      [`sluice_channel_state${channel},state="live"}`, 1],
      [`sluice_channel_state${channel},state="failing"}`, 0],
      [`sluice_channel_bytes_per_second${channel}}`, 500_000],
      [`sluice_channel_frames_per_second${channel}}`, 25],
      [`sluice_channel_speed_ratio${channel}}`, 1.01],
      [`sluice_channel_viewers${channel}}`, 12],
      [`sluice_publication_info${publication},channel="${CHANNEL}",service="youtube",name="Main"}`, 1],
      [`sluice_publication_state${publication},state="failing"}`, 1],
      [`sluice_publication_bytes_per_second${publication}}`, 0],
      ['sluice_incidents_firing{rule="channel-down"}', 2],
      ['sluice_incidents_firing{rule="core-away"}', 0],
      ['sluice_deliveries_waiting', 3],
      ['sluice_deliveries_failed_total', 1],
    ] as const)
      expect([name, series.get(name)]).toEqual([name, value]);
    expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(series.has(`sluice_publication_frames_per_second${publication}}`)).toBe(false);
  });

  it('omit what is unknown', async () => {
    const series = seriesIn(
      await textOf({
        report: { role: 'new', obstacle: 'It was not asked yet' },
        ...{ readings: new Map(), channels: [], alarms: null },
      }),
    );
    expect([...series.keys()].filter((name) => /channel|publication|incident|deliver/.test(name))).toEqual([]);
    expect(series.get('sluice_agent_core_reachable')).toBe(0);
  });

  it.each([
    ['a quote', 'Studio "A"'],
    ['a backslash', 'C:\\new'],
    ['breaks of a line', 'one\r\ntwo\u2028three\u0085four'],
    ['a separate line', 'x"} 1\nsluice_agent_acting 7\n#'],
    ['five thousand letters', 'ä'.repeat(5000)],
    ['a zero', 'a\0b'],
    ['half a letter', '\ud83d'],
    ['nothing', ''],
  ])('stay well-formed with %s in a name', async (_, name) => {
    const channels = [
      { id: CHANNEL, name, available: true, egresses: { [EGRESS]: { service: name, name: `${name}2` } } },
    ];
    const text = await textOf({ channels });
    const series = seriesIn(text);
    expect(series.size).toBe(seriesIn(await textOf()).size);
    expect(series.get('sluice_agent_acting')).toBe(1);
    expect(text.length).toBeLessThan(12_000);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0])('stay well-formed for the figure %s', async (kbitIn) => {
    const readings = new Map<string, Measurement>([[ingestId(CHANNEL), { state: 'live', figures: { kbitIn } }]]);
    seriesIn(await textOf({ readings }));
  });

  it('have a maximum size for any number of processes', async () => {
    const ids = Array.from({ length: 5000 }, (_, at) => `${`${at}`.padStart(8, '0')}-2222-3333-4444-555555555555`);
    const readings = new Map<string, Measurement>(
      ids.flatMap((id) => [
        [ingestId(id), { state: 'live', figures }],
        [egressId('rtmp', id), { state: 'live', figures }],
      ]),
    );
    const channels = ids.map((id) => {
      const egresses = { [egressId('rtmp', id)]: { service: 'rtmp', name: id } };
      return { id, name: 'x', available: true, egresses };
    });
    expect(seriesIn(await textOf({ readings, channels })).size).toBeLessThan(20_000);
  });

  it(`pass promtool ${NIGHTLY}`, async () => {
    const { error, status, stdout, stderr } = spawnSync(process.env.PROMTOOL ?? 'promtool', ['check', 'metrics'], {
      ...{ input: await textOf(), encoding: 'utf8' },
    });
    expect(error, 'promtool is missing: install prometheus, or say where it is by PROMTOOL').toBeUndefined();
    expect([stdout + stderr, status]).toEqual(['', 0]);
  });
});
