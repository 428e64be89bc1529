import { expect, it } from 'vitest';
import { DEFAULT_CHOICES } from '../../../media/bundle/importPlan.ts';
import { planImport } from '../../../media/bundle/planImport.ts';
import { readBundle } from '../../../media/bundle/readBundle.ts';
import { nothing, SERVERS, someFacts } from '../../../media/bundle/testing.ts';
import channels from '../../fixtures/recorded-channels.json' with { type: 'json' };
import publications from '../publicationForm/fixtures/recorded-installations.json' with { type: 'json' };

interface RecordedProcess {
  config: { id: string; reference: string };
  metadata: unknown;
}

/** `config/db.json`, as a core writes it for these processes. */
const databaseOf = (processes: readonly RecordedProcess[]) => ({
  version: 4,
  process: Object.fromEntries(
    processes.map(({ config }) => {
      const { limits: _, ...stored }: Record<string, unknown> = { ...config };
      const limits = { limit_cpu_usage: 0, limit_memory_bytes: 0, limit_waitfor_seconds: 0 };
      const times = { created_at: 1, updated_at: 1, order: 'stop' };
      return [config.id, { id: config.id, reference: config.reference, config: { ...stored, ...limits }, ...times }];
    }),
  ),
  metadata: {
    system: { 'restreamer-ui': { bundle: { version: 'v2.12.0' }, playersite: { playersite: true } } },
    process: Object.fromEntries(processes.map(({ config, metadata }) => [config.id, { 'restreamer-ui': metadata }])),
  },
});

const releases = [...new Set(channels.map(({ release }) => release))];

it.each(releases)('the database of %s is imported with the metadata that it has, and all secrets', async (release) => {
  const recorded: RecordedProcess[] = [
    ...channels.filter((channel) => channel.release === release).map(({ ingest }) => ingest),
    ...publications.filter((publication) => publication.release === release),
  ];
  expect(recorded.length).toBeGreaterThan(10);
  const file = new TextEncoder().encode(JSON.stringify(databaseOf(recorded)));
  const reading = await readBundle(file);
  if (reading.status === 'refused') expect.fail(JSON.stringify(reading.fault));
  expect(reading.origin).toBe('database');
  const { steps } = planImport(reading.bundle, { ...nothing(), servers: SERVERS }, someFacts(), DEFAULT_CHOICES);
  const added = steps.flatMap((step) => (step.kind === 'process' ? [step] : []));
  expect(added).toHaveLength(recorded.length);
  for (const { config, metadata } of recorded) {
    const step = added.find(({ wanted }) => wanted.id === config.id);
    expect(step?.wanted.metadata, config.id).toEqual({ 'restreamer-ui': metadata });
    expect(step?.missing).toEqual([]);
    expect(step?.wanted.config).toMatchObject({ input: Reflect.get(config, 'input') });
  }
});
