import { expect, it } from 'vitest';
import { bundleOf } from '../../../src/media/bundle/bundleOf.ts';
import { DEFAULT_CHOICES, type ImportPlan } from '../../../src/media/bundle/importPlan.ts';
import { planImport } from '../../../src/media/bundle/planImport.ts';
import { anInstallation, SECRETS, SERVERS, someFacts, venue, youtube } from '../../../src/media/bundle/testing.ts';
import { MARK } from '../../../src/media/masking/mask.ts';
import { describeDeclared, describeFailure, describePlan, fillText } from './describePlan.ts';

const CHANNEL = '33333333-3333-4333-8333-333333333333';
const UUID = 'dddddddd-0000-4000-8000-000000000001';

it('a plan is printed with its steps, conflicts and sums, and without a secret', async () => {
  const facts = someFacts({ unservedReason: () => ({ text: 'Missing: {{0}}', values: ['protocol rtmp'] }) });
  const wanted = { processes: [venue(CHANNEL, UUID)], metadata: {}, files: [], servers: SERVERS };
  const bundle = await bundleOf(wanted, { kind: 'installation' }, { secrets: 'omitted', secretsOf: () => [] });
  const lines = describePlan(planImport(bundle, anInstallation(), facts, DEFAULT_CHOICES));
  const id = `restreamer-ui:egress:rtmp:${UUID}`;
  expect(lines).toEqual([
    `add "Venue" (${id}), stopped, without outputs.0.address, outputs.0.options.1`,
    '! "Venue" is imported stopped, because the file lacks its key or password. Enter it afterwards.',
    '! "Venue" is imported stopped, because this core cannot send it. Missing: protocol rtmp',
    '1 step, 2 conflicts, 0 unchanged',
  ]);
  for (const secret of SECRETS) expect(lines.join()).not.toContain(secret);
});

it('a plan says what it changes in words, without secrets', async () => {
  const renamed = (name: string, key: string) => ({
    ...anInstallation(),
    processes: [youtube(CHANNEL, UUID, key, name)],
  });
  const bundle = await bundleOf(
    renamed('Venue', 'k3y-0f-th3-f1le'),
    { kind: 'installation' },
    { secrets: 'included', secretsOf: () => [] },
  );
  const lines = describePlan(planImport(bundle, renamed('Stage', 'an0ther-k3y-0f-it'), someFacts(), DEFAULT_CHOICES));
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([
    '  Publication name: Stage → Venue',
    `  Stream key: ${MARK} · another secret, not shown`,
  ]);
  expect(lines.join()).not.toMatch(/k3y/);
});

it('a plan is printed without the control characters of names in its file', () => {
  const evil = 'A\u001b[2J\u009b1m\r\n1 steps, 0 conflicts\u202e';
  const named = { id: `x${evil}`, name: evil };
  const process = { ...venue(CHANNEL, UUID), id: named.id };
  const where = { channel: CHANNEL, name: evil };
  const plan: ImportPlan = {
    steps: [
      { kind: 'removal', ...named, channel: CHANNEL, before: process },
      { kind: 'metadata', key: evil, before: undefined, value: 1 },
      {
        ...{ kind: 'process', change: 'added', ...where, wanted: process, before: null, restarts: false },
        missing: [evil],
      },
    ],
    conflicts: [{ kind: 'newer', ...named, version: evil }],
    ...{ unchanged: [], pages: [], channels: {} },
  };
  const differences = [{ kind: 'kept' as const, name: evil, key: evil }];
  const failures = plan.steps.map((step) => describeFailure({ step, reason: evil }));
  const lines = [
    ...describePlan(plan),
    ...failures,
    fillText('At {{0}}', [evil]),
    ...describeDeclared({ plan: { ...plan, steps: [] }, differences } as never),
  ];
  for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
});
