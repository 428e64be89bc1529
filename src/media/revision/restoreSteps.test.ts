import { describe, expect, it } from 'vitest';
import { agentKey, egressId, ingestId, renditionId, snapshotId } from '../../api/processIds.ts';
import { interruptedBy, restoreSteps } from './restoreSteps.ts';

const CHANNEL = '00000000-0000-4000-8000-000000000001';
const UUID = '11111111-2222-4333-8444-000000000001';
const ingest = ingestId(CHANNEL);
const egress = egressId('youtube', UUID);

const process = (id: string, options: string[] = [], reference = CHANNEL, order = 'start') => ({
  config: { id, reference, input: [], output: [], options },
  metadata: { m: { version: 1 } },
  order,
});
const entries = (...processes: ReturnType<typeof process>[]) =>
  Object.fromEntries(processes.map((each) => [`process:${each.config.id}`, each]));
const gone = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`process:${id}`, undefined]));

const stepsTo = (now: object, wanted: object) =>
  restoreSteps(CHANNEL, { ...now }, { ...wanted }).map((step) =>
    [step.kind === 'process' ? step.id : step.name, step.wanted === undefined ? 'deleted' : 'written'].join(' '),
  );

describe('the steps of restoring', () => {
  const ids = [egress, renditionId(CHANNEL, UUID), snapshotId(CHANNEL), ingest];
  const hold = agentKey(CHANNEL);

  it('write what others depend on first', () => {
    const wanted = { ...entries(...ids.map((id) => process(id))), [`setting:${hold}`]: {} };
    expect(stepsTo({}, wanted)).toEqual(
      [hold, ingest, snapshotId(CHANNEL), renditionId(CHANNEL, UUID), egress].map((name) => `${name} written`),
    );
  });

  it('delete what depends on others first', () => {
    const now = { ...entries(...ids.map((id) => process(id))), [`setting:${hold}`]: {} };
    const wanted = { ...gone(...ids), [`setting:${hold}`]: undefined };
    expect(stepsTo(now, wanted)).toEqual(
      [egress, renditionId(CHANNEL, UUID), snapshotId(CHANNEL), ingest, hold].map((name) => `${name} deleted`),
    );
  });

  it.each<[title: string, now: object, wanted: object]>([
    ['equal entries', entries(process(ingest)), entries(process(ingest))],
    ['another order to run', entries(process(ingest)), entries(process(ingest, [], CHANNEL, 'stop'))],
    ['a process of another channel', {}, entries(process(ingest, [], UUID))],
    ['a process with another id', {}, { [`process:${egress}`]: process(ingest) }],
    ['a process that is a text', {}, { [`process:${egress}`]: 'x' }],
    ['a process without a command', {}, { [`process:${egress}`]: { metadata: {} } }],
    ['a temporary process', {}, entries(process(`${ingest}_probe`))],
    ['a setting of another channel', {}, { [`setting:${agentKey(UUID)}`]: {} }],
    ['a setting of the installation', {}, { 'setting:restreamer-ui': {} }],
    ['a note of another save', {}, { 'setting:sluice-saving:x': {} }],
    ['a file', {}, { 'file:/playersite/templates/own.html': 'x' }],
    ['an unknown kind of entry', {}, { 'core:config': {} }],
    ['a key of a prototype', {}, { __proto__: { polluted: 1 } }],
  ])('are none for %s', (_, now, wanted) => {
    expect(stepsTo(now, wanted)).toEqual([]);
  });
});

it.each<[title: string, path: string, value: unknown, names: string[]]>([
  ['a template', '/playersite/templates/own.html', 'x', ['/playersite/templates/own.html written']],
  ['a template that is no text', '/playersite/templates/own.html', { a: 1 }, []],
  ['a page of the interface', '/ui/index.html', 'x', []],
  ['a file outside of its folder', '/playersite/templates/../../index.html', 'x', []],
  ['an image', '/playersite/logo.svg', '<svg/>', []],
])('files that restoring the website writes: %s', (_, path, value, names) => {
  const steps = restoreSteps('', {}, { [`file:${path}`]: value });
  expect(steps.map((step) => `${step.kind === 'process' ? '' : step.name} written`)).toEqual(names);
});

describe('processes that restoring interrupts', () => {
  it.each<[title: string, now: object, wanted: object, ids: string[]]>([
    ['a changed command', entries(process(egress)), entries(process(egress, ['-re'])), [egress]],
    ['a deletion', entries(process(egress)), gone(egress), [egress]],
    ['a stopped process', entries(process(egress, [], CHANNEL, 'stop')), gone(egress), []],
    ['a new process', {}, entries(process(egress)), []],
    [
      'publications of a changed channel',
      entries(process(ingest), process(egress)),
      entries(process(ingest, ['-re'])),
      [ingest, egress],
    ],
    ['only metadata', entries(process(egress)), entries({ ...process(egress), metadata: { m: { version: 2 } } }), []],
  ])('%s', (_, now, wanted, ids) => {
    expect(interruptedBy(CHANNEL, restoreSteps(CHANNEL, { ...now }, { ...wanted }), { ...now })).toEqual(ids);
  });
});
