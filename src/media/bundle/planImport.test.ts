import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suite } from '../../../harness/test/testing/quickOrWholeSuite.ts';
import { pushKeyKey } from '../../api/hlsPushKey.ts';
import {
  agentKey,
  egressId,
  ingestId,
  isEgress,
  METADATA_KEY,
  RENDITION_KEY,
  renditionId,
} from '../../api/processIds.ts';
import type { Bundle } from './bundle.ts';
import { bundleOf } from './bundleOf.ts';
import { placeholderOf } from './bundleSecrets.ts';
import { bundleFile } from './bundleText.ts';
import { type CoreFacts, DEFAULT_CHOICES, type ImportChoices, type ImportStep } from './importPlan.ts';
import type { Installation, InstalledProcess } from './installation.ts';
import { planImport } from './planImport.ts';
import { renewIds } from './renewIds.ts';
import {
  afterPlan,
  anInstallation,
  bundleIn,
  CHANNEL,
  fileOf,
  nothing,
  OTHER_CHANNEL,
  pulled,
  pushed,
  RENDITION,
  RTMP,
  SEAL,
  SECRETS,
  SERVERS,
  someFacts,
  venue,
  YOUTUBE,
  youtube,
} from './testing.ts';

const whole = (installation: Installation, secrets: 'included' | 'omitted' = 'included') =>
  bundleOf(installation, { kind: 'installation' }, { secrets, secretsOf: someFacts().secretsOf });

interface PlanOptions extends Partial<CoreFacts> {
  choices?: Partial<ImportChoices>;
}

const plan = (bundle: Bundle, current: Installation, { choices, ...facts }: PlanOptions = {}) =>
  planImport(bundle, current, someFacts(facts), { ...DEFAULT_CHOICES, ...choices });

const nameOf = (step: ImportStep): string => {
  switch (step.kind) {
    case 'process':
      return `${step.change} ${step.wanted.id}`;
    case 'removal':
      return `removed ${step.id}`;
    case 'metadata':
      return `metadata ${step.key}`;
    case 'file':
      return `file ${step.file.path}`;
    case 'servers':
      return 'servers';
  }
};

const withProcess = (
  installation: Installation,
  id: string,
  change: (process: InstalledProcess) => InstalledProcess,
) => ({
  ...installation,
  processes: installation.processes.map((process) => (process.id === id ? change(process) : process)),
});

const ingest = ingestId(CHANNEL);
const publication = egressId('youtube', YOUTUBE);
const restarts = (steps: readonly ImportStep[]) =>
  steps.flatMap((step) => (step.kind === 'process' && step.restarts ? [step.wanted.id] : []));

describe('an import', () => {
  it.each(['included', 'omitted'] as const)(
    'of what is stored already writes nothing, with secrets %s',
    async (secrets) => {
      const { steps, conflicts, pages, unchanged } = plan(await whole(anInstallation(), secrets), anInstallation());
      expect({ steps, conflicts, pages }).toEqual({ steps: [], conflicts: [], pages: [] });
      expect(unchanged).toHaveLength(7 + 4 + 3);
    },
  );

  it('into an empty core gives the same export again', async () => {
    const file = await fileOf(anInstallation(), { secrets: 'included' });
    const bundle = await bundleIn(file, SEAL.passphrase);
    const after = afterPlan(nothing(), plan(bundle, nothing(), { choices: { servers: true } }));
    expect(await fileOf(after, { secrets: 'included' })).toEqual(file);
  });

  it('writes files and metadata first, then channels, then what reads them', async () => {
    const { steps, pages } = plan(await whole(anInstallation()), nothing());
    expect(steps.map(nameOf)).toEqual([
      `file /channels/${CHANNEL}/logo.png`,
      `file /channels/${CHANNEL}/videoloop-abc.source`,
      'file /playersite/templates/own.html',
      'metadata restreamer-ui',
      `metadata ${agentKey(CHANNEL)}`,
      `metadata ${pushKeyKey(CHANNEL)}`,
      'metadata sluice-schedule',
      `added ${ingest}`,
      `added ${ingest}_snapshot`,
      `added ${renditionId(CHANNEL, RENDITION)}`,
      `added ${egressId('rtmp', RTMP)}`,
      `added ${publication}`,
      `added ${ingestId(OTHER_CHANNEL)}`,
      'added of-another-program',
    ]);
    expect(pages).toEqual(['', CHANNEL, OTHER_CHANNEL]);
  });

  it('interrupts only the processes whose command differs', async () => {
    const changed = withProcess(anInstallation(), publication, (process) =>
      youtube(CHANNEL, YOUTUBE, 'an0ther-k3y-0f-it', process.id),
    );
    const { steps } = plan(await whole(changed), anInstallation());
    expect(steps.map(nameOf)).toEqual([`changed ${publication}`]);
    expect(restarts(steps)).toEqual([publication]);
  });

  it('describes without an interruption, and starts or stops', async () => {
    const renamed = withProcess(anInstallation(), ingest, () => pushed(CHANNEL, 'Renamed', 'abcdef-ghijkl-mnopqr'));
    const changed = withProcess(renamed, publication, (process) => ({ ...process, order: 'stop' }));
    const { steps } = plan(await whole(changed), anInstallation());
    expect(steps.map(nameOf)).toEqual([`described ${ingest}`, `ordered ${publication}`]);
    expect(restarts(steps)).toEqual([]);
  });

  it('keeps processes that the file does not have, unless they are to be removed', async () => {
    const fewer = { ...anInstallation(), processes: anInstallation().processes.filter(({ id }) => id !== publication) };
    const bundle = await whole(fewer);
    expect(plan(bundle, anInstallation()).steps).toEqual([]);
    const { steps } = plan(bundle, anInstallation(), { choices: { removes: true } });
    expect(steps.map(nameOf)).toEqual([`removed ${publication}`]);
  });

  it('removes nothing of other channels and programs', async () => {
    const bundle = await bundleOf(
      anInstallation(),
      { kind: 'channels', channels: [CHANNEL] },
      { secrets: 'included', secretsOf: () => [] },
    );
    const { steps } = plan({ ...bundle, processes: [] }, anInstallation(), { choices: { removes: true } });
    expect(steps).toEqual([]);
  });

  it('keeps metadata of other programs that only the core has', async () => {
    const noted = withProcess(anInstallation(), publication, (process) => ({
      ...process,
      metadata: { ...process.metadata, others: { note: 1 } },
    }));
    expect(plan(await whole(anInstallation()), noted).steps).toEqual([]);
  });

  it('leaves what a newer version has stored', async () => {
    const newer = withProcess(anInstallation(), publication, (process) => ({
      ...process,
      metadata: { [METADATA_KEY]: { version: 2 } },
    }));
    const { steps, conflicts } = plan(await whole(anInstallation()), newer);
    expect(steps).toEqual([]);
    expect(conflicts).toEqual([{ kind: 'newer', id: publication, name: 'YouTube', version: '2' }]);
  });
});

describe('metadata of a newer version in a file', () => {
  it.each<[string, InstalledProcess['metadata'], string]>([
    ['a publication', { [METADATA_KEY]: { version: 2 } }, '2'],
    ['a rendition', { [METADATA_KEY]: { version: 1 }, [RENDITION_KEY]: { version: 7 } }, '7'],
  ])('does not replace the settings of %s', async (_, metadata, version) => {
    const newer = withProcess(anInstallation(), publication, (process) => ({ ...process, metadata }));
    const { steps, conflicts } = plan(await whole(newer), anInstallation());
    expect(steps).toEqual([]);
    expect(conflicts).toMatchObject([{ kind: 'newer-file', id: publication, version }]);
  });

  it('does not replace the settings of the website', async () => {
    const website = { [METADATA_KEY]: { version: 2, playersite: {} } };
    const newer = { ...anInstallation(), metadata: { ...anInstallation().metadata, ...website } };
    const { steps, conflicts } = plan(await whole(newer), anInstallation());
    expect(steps).toEqual([]);
    expect(conflicts).toEqual([{ kind: 'newer-file', id: METADATA_KEY, name: METADATA_KEY, version: '2' }]);
  });
});

describe('a choice', () => {
  it('skips a channel', async () => {
    const { steps } = plan(await whole(anInstallation()), nothing(), { choices: { channels: { [CHANNEL]: 'skip' } } });
    expect(steps.map(nameOf).filter((name) => name.includes(CHANNEL))).toEqual([]);
    expect(steps.map(nameOf)).toContain(`added ${ingestId(OTHER_CHANNEL)}`);
  });

  it('leaves out everything that belongs to no channel', async () => {
    const { steps } = plan(await whole(anInstallation()), nothing(), { choices: { installation: false } });
    const names = steps.map(nameOf);
    expect(names).toContain(`metadata ${agentKey(CHANNEL)}`);
    expect(names.filter((name) => /sluice-schedule|restreamer-ui$|playersite|another-program/.test(name))).toEqual([]);
  });

  it('stops all publications, which are stored as they were', async () => {
    const { steps } = plan(await whole(anInstallation()), nothing(), { choices: { publications: 'stopped' } });
    const orders = steps.flatMap((step) =>
      step.kind === 'process' ? [[step.wanted.id, step.wanted.order] as const] : [],
    );
    expect(Object.fromEntries(orders)).toMatchObject({ [ingest]: 'start', [publication]: 'stop' });
  });

  it('keeps the state on the core', async () => {
    const stopped = withProcess(anInstallation(), publication, (process) => ({ ...process, order: 'stop' }));
    expect(plan(await whole(anInstallation()), stopped, { choices: { publications: 'core' } }).steps).toEqual([]);
  });

  it('imports a channel again with new ids and a new stream key, beside the first', async () => {
    const bundle = await whole(anInstallation());
    const { steps, channels, conflicts } = plan(bundle, anInstallation(), {
      choices: { channels: { [CHANNEL]: 'new' } },
    });
    const copy = channels[CHANNEL] ?? '';
    expect(copy).not.toBe(CHANNEL);
    const text = JSON.stringify(steps);
    for (const id of [CHANNEL, YOUTUBE, RTMP, RENDITION, 'abcdef-ghijkl-mnopqr', 'push-key-of-hls-1234'])
      expect(text).not.toContain(id);
    expect(steps.filter(({ kind }) => kind === 'process')).toHaveLength(5);
    expect(steps.map(nameOf)).toContain(`metadata ${agentKey(copy)}`);
    expect(conflicts.map(({ kind }) => kind)).toEqual(['name-taken', 'destination-held', 'destination-held']);
    // The id of the publication is a key in the metadata of the agent, too.
    const agent = steps.find((step) => step.kind === 'metadata' && step.key === agentKey(copy));
    const ids = steps.flatMap((step) => (step.kind === 'process' ? [step.wanted.id] : []));
    expect(Object.keys(Object(agent && 'value' in agent && agent.value).healing).every((id) => ids.includes(id))).toBe(
      true,
    );
  });

  it('takes over the application and token of a server, and follows them in addresses', async () => {
    const address = 'rtmp://localhost/live/x.stream?token=rtmp-server-token';
    const reading = withProcess(anInstallation(), publication, (process) => ({
      ...process,
      config: { ...process.config, input: [{ id: 'input_0', address, options: [] }] },
    }));
    const current = {
      ...nothing(),
      servers: { ...SERVERS, rtmp: { ...SERVERS.rtmp, address: ':1940', token: 'another' } },
    };
    const inputOf = (choices: Partial<ImportChoices>) => {
      const found = planned(choices).find((step) => step.kind === 'process' && step.wanted.id === publication);
      return found?.kind === 'process' ? found.wanted.config.input[0]?.address : null;
    };
    const bundle = await whole(reading);
    const planned = (choices: Partial<ImportChoices>) => plan(bundle, current, { choices }).steps;
    expect(planned({ servers: true })[0]).toMatchObject({
      kind: 'servers',
      wanted: { rtmp: { address: ':1940', app: '/live', token: 'rtmp-server-token' } },
    });
    // In the words of the core, which it fills in at each start.
    expect(inputOf({ servers: true })).toBe('{rtmp,name=x.stream}');
    expect(planned({}).some(({ kind }) => kind === 'servers')).toBe(false);
    expect(inputOf({})).toBe('{rtmp,name=x.stream}');
  });
});

describe('a secret', () => {
  it('that was left out is kept where the core has it', async () => {
    const renamed = withProcess(anInstallation(), publication, () =>
      youtube(CHANNEL, YOUTUBE, 'k3y-0f-y0utub3', 'Renamed'),
    );
    const { steps, conflicts } = plan(await whole(renamed, 'omitted'), anInstallation());
    expect(steps).toMatchObject([
      {
        change: 'described',
        missing: [],
        wanted: { metadata: { [METADATA_KEY]: { settings: { stream_key: 'k3y-0f-y0utub3' } } } },
      },
    ]);
    expect(conflicts).toEqual([{ kind: 'channel-exists', channel: CHANNEL, name: 'Main stage' }]);
  });

  it('that nobody has leaves the process stopped, and is counted', async () => {
    const { steps, conflicts } = plan(await whole(anInstallation(), 'omitted'), nothing());
    const missing = conflicts.filter(({ kind }) => kind === 'secret-missing');
    expect(missing.map((conflict) => 'id' in conflict && conflict.id)).toEqual([
      ...[ingest, egressId('rtmp', RTMP), publication, ingestId(OTHER_CHANNEL), pushKeyKey(CHANNEL)],
    ]);
    for (const step of steps)
      if (step.kind === 'process' && step.missing.length > 0)
        expect(step.wanted).toMatchObject({ order: 'stop', config: { autostart: false } });
    const wanted = steps.flatMap((step) => (step.kind === 'process' ? [step.wanted] : []));
    expect(wanted.find(({ id }) => id === publication)?.metadata).toMatchObject({
      [METADATA_KEY]: { missingSecrets: { stream_key: '' } },
    });
    expect(wanted.find(({ id }) => id === egressId('rtmp', RTMP))?.metadata).toMatchObject({
      [METADATA_KEY]: { missingSecrets: { address: 'venue.example.org/live/' } },
    });
    expect(JSON.stringify(steps)).not.toMatch(/\$\{secret:/);
    for (const secret of SECRETS) expect(JSON.stringify(steps)).not.toContain(secret);
  });

  it('that nobody has is no step again at the next import', async () => {
    const bundle = await whole(anInstallation(), 'omitted');
    const after = afterPlan(nothing(), plan(bundle, nothing()));
    expect(plan(bundle, after).steps).toEqual([]);
  });

  it('that an operator has entered since is kept', async () => {
    const bundle = await whole(anInstallation(), 'omitted');
    const entered = afterPlan(nothing(), plan(await whole(anInstallation()), nothing()));
    expect(plan(bundle, entered).steps).toEqual([]);
  });

  it('that an operator has entered since survives an export from before', async () => {
    const keyless = afterPlan(nothing(), plan(await whole(anInstallation(), 'omitted'), nothing()));
    const entered = afterPlan(nothing(), plan(await whole(anInstallation()), nothing()));
    const { steps, conflicts } = plan(await whole(keyless), entered);
    const publications = entered.processes.flatMap(({ id }) => (isEgress(id) ? [id] : []));
    expect(conflicts.flatMap(({ kind, ...of }) => (kind === 'key-kept' && 'id' in of ? [of.id] : []))).toEqual(
      expect.arrayContaining(publications),
    );
    expect(steps.filter((step) => step.kind === 'process' && isEgress(step.wanted.id))).toEqual([]);
  });

  it('of another channel on the core is not used', async () => {
    const bundle = await whole(
      { ...anInstallation(), processes: [pushed(CHANNEL, 'A', 'abcdef-ghijkl-mnopqr'), youtube(CHANNEL, RTMP)] },
      'omitted',
    );
    const { steps } = plan(bundle, anInstallation());
    const step = steps.find((step) => step.kind === 'process' && step.wanted.id === egressId('youtube', RTMP));
    expect(step).toMatchObject({ missing: ['settings.stream_key'] });
  });

  it('is neither looked for nor filled in what viewers see', async () => {
    const name = placeholderOf('sources.0.settings.push.name');
    const named = withProcess(anInstallation(), ingest, () => pushed(CHANNEL, name, 'abcdef-ghijkl-mnopqr'));
    const wanted = { ...named, metadata: { ...named.metadata, [METADATA_KEY]: { playersite: { title: name } } } };
    const { steps } = plan(await whole(wanted, 'omitted'), anInstallation());
    expect(steps).toMatchObject([
      { kind: 'metadata', value: { playersite: { title: name } } },
      { change: 'described', missing: [], wanted: { metadata: { [METADATA_KEY]: { meta: { name } } } } },
    ]);
    expect(afterPlan(nothing(), plan(await whole(wanted), nothing())).metadata).toEqual(wanted.metadata);
  });

  it('is not sent to the address of a changed file', async () => {
    const bundle = await whole(anInstallation(), 'omitted');
    const evil = JSON.parse(JSON.stringify(bundle.processes).replace('a.rtmp.youtube.com', 'evil.example.org'));
    const { steps } = plan({ ...bundle, processes: evil }, anInstallation());
    expect(steps).toMatchObject([{ change: 'changed', missing: ['settings.stream_key'], wanted: { order: 'stop' } }]);
    expect(JSON.stringify(steps.map((step) => step.kind === 'process' && step.wanted))).not.toContain('k3y-0f-y0utub3');
  });
});

describe('a conflict', () => {
  const conflictsOf = async (wanted: Installation, current: Installation, options: PlanOptions = {}) =>
    plan(await whole(wanted), current, options).conflicts;
  const listening = (id: string, reference: string): InstalledProcess => ({
    ...youtube(reference, YOUTUBE),
    ...{ id, reference },
    config: {
      ...youtube(reference, YOUTUBE).config,
      id,
      reference,
      input: [{ id: 'i', address: 'srt://0.0.0.0:6001?mode=listener', options: [] }],
    },
  });
  const only = (...processes: InstalledProcess[]): Installation => ({ ...nothing(), processes, servers: SERVERS });

  it('is a name that another channel has', async () =>
    expect(await conflictsOf(only(pulled(OTHER_CHANNEL, 'A')), only(pulled(CHANNEL, 'A')))).toEqual([
      { kind: 'name-taken', channel: OTHER_CHANNEL, name: 'A' },
    ]));

  it('is a service that the core cannot serve, which is imported stopped', async () => {
    const reason = { text: 'Missing', values: [] };
    const options = { unservedReason: ({ id }: InstalledProcess) => (id === publication ? reason : null) };
    const { steps, conflicts } = plan(await whole(only(youtube(CHANNEL, YOUTUBE))), only(), options);
    expect(conflicts).toEqual([{ kind: 'unserved', id: publication, name: 'YouTube', reason }]);
    expect(steps).toMatchObject([{ wanted: { order: 'stop', config: { autostart: false } } }]);
  });

  it('is an encoder that the core does not have', async () => {
    const skills = { ...someFacts().skills, encoders: { video: ['copy'], audio: ['aac'] } };
    expect(await conflictsOf(only(pulled(OTHER_CHANNEL, 'A')), only(), { skills })).toEqual([
      { kind: 'encoder-missing', id: ingestId(OTHER_CHANNEL), name: 'A', encoder: 'libx264' },
    ]);
  });

  it.each<[string, Installation, Partial<CoreFacts>]>([
    ['the core', only(), { ports: [{ over: 'udp', port: 6001 }] }],
    ['another process', only(listening('x', '')), {}],
  ])('is a port that %s holds', async (_, current, facts) =>
    expect(await conflictsOf(only(listening(ingestId(CHANNEL), CHANNEL)), current, facts)).toContainEqual({
      kind: 'port-held',
      id: ingestId(CHANNEL),
      name: 'Livestream',
      port: 6001,
    }),
  );

  it('is no port that the process holds itself', async () => {
    const current = only(listening(ingestId(CHANNEL), CHANNEL));
    expect(await conflictsOf(current, current)).toEqual([]);
  });

  it('is a stream key that another channel reads', async () =>
    expect(
      await conflictsOf(
        only(pushed(OTHER_CHANNEL, 'B', 'abcdef-ghijkl-mnopqr')),
        only(pushed(CHANNEL, 'A', 'abcdef-ghijkl-mnopqr')),
      ),
    ).toEqual([{ kind: 'push-key-held', id: ingestId(OTHER_CHANNEL), name: 'B', by: 'A' }]));

  it('is a destination that another publication sends to', async () =>
    expect(await conflictsOf(only(venue(CHANNEL, RTMP)), only(venue(OTHER_CHANNEL, YOUTUBE)))).toContainEqual({
      ...{ kind: 'destination-held', id: egressId('rtmp', RTMP), name: 'Venue', by: 'Venue' },
    }));

  it('is told once of two publications in the file, with their channels', async () => {
    const second = { ...venue(OTHER_CHANNEL, YOUTUBE), id: egressId('rtmp', YOUTUBE) };
    const wanted = only(pulled(CHANNEL, 'A'), pulled(OTHER_CHANNEL, 'B'), venue(CHANNEL, RTMP), second);
    const held = (await conflictsOf(wanted, only())).filter(({ kind }) => kind === 'destination-held');
    expect(held).toEqual([expect.objectContaining({ name: 'Venue (A)', by: 'Venue (B)' })]);
  });

  it('is a file that nobody has', async () => {
    const path = `/channels/${CHANNEL}/videoloop-gone.source`;
    const playing = pulled(CHANNEL, 'A');
    const wanted = only({
      ...playing,
      config: { ...playing.config, input: [{ id: 'i', address: `{diskfs}${path}`, options: [] }] },
    });
    expect(await conflictsOf(wanted, only())).toEqual([{ kind: 'file-missing', id: ingest, name: 'A', path }]);
    const file = bundleFile(path, new Uint8Array(1));
    expect(await conflictsOf(wanted, { ...only(), files: [file] })).toEqual([]);
  });

  it('is a full disk', async () =>
    expect(await conflictsOf(anInstallation(), { ...nothing(), servers: SERVERS }, { freeDisk: 1000 })).toEqual([
      { kind: 'disk-full', needs: anInstallation().files.reduce((sum, { size }) => sum + size, 0), free: 1000 },
    ]));

  it('is a server that is off', async () => {
    const off = { ...nothing(), servers: { ...SERVERS, rtmp: { ...SERVERS.rtmp, enable: false } } };
    expect(await conflictsOf(anInstallation(), off)).toEqual([{ kind: 'server-differs', server: 'rtmp', off: true }]);
  });
});

describe('new ids', () => {
  it('leave other channels as they are', async () => {
    const before = await whole(anInstallation());
    const { bundle } = renewIds(before, CHANNEL, someFacts());
    const ofOthers = ({ processes }: Bundle) => processes.filter(({ reference }) => reference === OTHER_CHANNEL);
    expect(ofOthers(bundle)).toEqual(ofOthers(before));
  });

  it('replace a stream key that is written out', async () => {
    const installation = { ...nothing(), processes: [pushed(CHANNEL, 'A', 'written-by-hand-1')] };
    const bundle = { ...(await whole(nothing())), processes: installation.processes };
    expect(JSON.stringify(renewIds(bundle, CHANNEL, someFacts()))).not.toContain('written-by-hand-1');
  });
});

/* Random edits of a file, as an operator makes them in a repository. */

type Edit =
  | { readonly kind: 'command' | 'name' | 'order'; readonly at: number }
  | { readonly kind: 'copy'; readonly at: number }
  | { readonly kind: 'title' };

const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('command' as const, 'name' as const, 'order' as const, 'copy' as const),
    at: fc.nat(6),
  }),
  fc.constant({ kind: 'title' as const }),
);

const edit = (installation: Installation, edit: Edit, n: number): Installation => {
  if (edit.kind === 'title')
    return { ...installation, metadata: { ...installation.metadata, 'sluice-schedule': { version: 1, rules: [], n } } };
  const chosen = installation.processes[edit.at];
  if (!chosen) return installation;
  const { id, config, metadata } = chosen;
  switch (edit.kind) {
    case 'command':
      return withProcess(installation, id, (process) => ({
        ...process,
        config: { ...config, options: ['-v', `${n}`] },
      }));
    case 'name':
      return withProcess(installation, id, (process) => ({ ...process, metadata: { ...metadata, note: n } }));
    case 'order':
      return withProcess(installation, id, (process) => ({
        ...process,
        order: process.order === 'start' ? 'stop' : 'start',
      }));
    case 'copy': {
      const copy = egressId('youtube', `dddddddd-0000-4000-8000-${String(n).padStart(12, '0')}`);
      const process = { ...youtube(CHANNEL, YOUTUBE, `k3y-0f-c0py-${n}`), id: copy };
      return {
        ...installation,
        processes: [...installation.processes, { ...process, config: { ...process.config, id: copy } }],
      };
    }
  }
};

it('random edits restart exactly the processes that they touch, and are then stored', async () => {
  const before = anInstallation();
  await fc.assert(
    fc.asyncProperty(fc.array(anEdit, { maxLength: 6 }), async (edits) => {
      const wanted = edits.reduce(edit, before);
      const bundle = await whole(wanted);
      const planned = plan(bundle, before);
      const changed = wanted.processes.filter((process) => {
        const old = before.processes.find(({ id }) => id === process.id);
        return old?.order === 'start' && JSON.stringify(old.config) !== JSON.stringify(process.config);
      });
      expect(restarts(planned.steps).toSorted()).toEqual(changed.map(({ id }) => id).toSorted());
      const after = afterPlan(before, planned);
      expect(plan(bundle, after).steps).toEqual([]);
      expect(await whole(after)).toEqual(bundle);
    }),
    { numRuns: suite === 'whole' ? 1000 : 100, seed: 60 },
  );
});
