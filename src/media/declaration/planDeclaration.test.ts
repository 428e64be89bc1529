import { describe, expect, it } from 'vitest';
import { pushKeyKey } from '../../api/hlsPushKey.ts';
import { egressId, ingestId, METADATA_KEY, SCHEDULE_KEY } from '../../api/processIds.ts';
import type { Bundle } from '../bundle/bundle.ts';
import { bundleOf } from '../bundle/bundleOf.ts';
import { bundleFile } from '../bundle/bundleText.ts';
import type { Installation, InstalledProcess } from '../bundle/installation.ts';
import {
  afterPlan,
  anInstallation,
  CHANNEL,
  nothing,
  OTHER_CHANNEL,
  pulled,
  RTMP,
  someFacts,
  YOUTUBE,
  youtube,
} from '../bundle/testing.ts';
import { entryKey } from '../revision/storedEntries.ts';
import { type DeclaredRecord, entryStates, parseDeclaredRecord } from './declaredRecord.ts';
import { type DeclaredPlan, keyOfStep, planDeclaration, recordedEntries } from './planDeclaration.ts';

const ingest = entryKey('process', ingestId(CHANNEL));
const other = entryKey('process', ingestId(OTHER_CHANNEL));
const publication = entryKey('process', egressId('youtube', YOUTUBE));
const schedule = entryKey('setting', SCHEDULE_KEY);
const pushKey = entryKey('setting', pushKeyKey(CHANNEL));
const site = entryKey('setting', METADATA_KEY);
const logo = `/channels/${CHANNEL}/logo.png`;

const { secretsOf } = someFacts();

type Change = (process: InstalledProcess) => InstalledProcess;

const change = (installation: Installation, key: string, to: Change): Installation => ({
  ...installation,
  processes: installation.processes.map((process) => (entryKey('process', process.id) === key ? to(process) : process)),
});
const rename =
  (name: string): Change =>
  (process) => ({
    ...process,
    metadata: {
      ...process.metadata,
      [METADATA_KEY]: { ...Object(process.metadata[METADATA_KEY]), name, meta: { name } },
    },
  });
const stop: Change = (process) => ({ ...process, order: 'stop' });
const without = (installation: Installation, key: string): Installation => ({
  ...installation,
  processes: installation.processes.filter(({ id }) => entryKey('process', id) !== key),
});
const withSetting = (installation: Installation, key: string, value: unknown): Installation => ({
  ...installation,
  metadata: { ...installation.metadata, [key]: value },
});
const withKey = (installation: Installation, key: string): Installation => ({
  ...installation,
  processes: installation.processes.map((process) =>
    process.id === egressId('youtube', YOUTUBE) ? youtube(CHANNEL, YOUTUBE, key) : process,
  ),
});

const declare = (installation: Installation, secrets: 'included' | 'omitted' = 'included'): Promise<Bundle> =>
  bundleOf(installation, { kind: 'installation' }, { secrets, secretsOf });

interface Started {
  readonly declared: DeclaredPlan;
  readonly core: Installation;
  readonly record: DeclaredRecord;
}

/** A start of a core. @param stopsAfter number of steps before the core is killed */
function start(bundle: Bundle, core: Installation, before: DeclaredRecord | null, stopsAfter?: number): Started {
  const declared = planDeclaration(bundle, core, someFacts(), before);
  const steps = declared.plan.steps.slice(0, stopsAfter);
  const after = afterPlan(core, { ...declared.plan, steps });
  const skipped = new Set(declared.plan.steps.slice(stopsAfter ?? declared.plan.steps.length).map(keyOfStep));
  const entries = recordedEntries(bundle, declared, skipped, before, after, secretsOf);
  const record = parseDeclaredRecord({
    ...{ version: 1, at: 0, entries, fault: null, failure: null },
    conflicts: declared.differences.flatMap(({ kind, key }) => (kind === 'conflict' ? [key] : [])),
  });
  if (!record) throw new Error('The record cannot be read back');
  return { declared, core: after, record };
}

const keysOf = ({ plan }: DeclaredPlan) => plan.steps.map(keyOfStep);
const differencesOf = ({ differences }: DeclaredPlan) => differences.map(({ kind, key }) => `${kind} ${key}`);
const driftOf = ({ record }: Started, core: Installation) =>
  [...entryStates(record.entries, core, secretsOf)].flatMap(([key, state]) =>
    state === 'same' ? [] : [`${state} ${key}`],
  );

describe('a declared installation', () => {
  it.each(['included', 'omitted'] as const)(
    'is applied as a whole at the first start, and not again at the second, with secrets %s',
    async (secrets) => {
      const bundle = await declare(anInstallation(), secrets);
      const first = start(bundle, nothing(), null);
      expect(keysOf(first.declared)).toHaveLength(7 + 4 + 3 - (secrets === 'omitted' ? 1 : 0));
      const second = start(bundle, first.core, first.record);
      expect(second.declared.plan.steps.filter(({ kind }) => kind !== 'metadata')).toEqual([]);
      expect(differencesOf(second.declared)).toEqual(secrets === 'omitted' ? [`incomplete ${pushKey}`] : []);
      expect(second.record).toEqual(first.record);
      expect(driftOf(first, first.core)).toEqual([]);
    },
  );

  it('takes over a core that stores other settings under the same ids at the first start', async () => {
    const core = change(anInstallation(), ingest, rename('Older'));
    const { declared } = start(await declare(anInstallation()), core, null);
    expect(keysOf(declared)).toEqual([ingest]);
  });

  interface Row {
    name: string;
    /** What the declaration changes after the first start. */
    declares?: (installation: Installation) => Installation;
    /** What an operator changes. */
    edits?: (installation: Installation) => Installation;
    applies?: readonly string[];
    differs?: readonly string[];
    drifts?: readonly string[];
    secrets?: 'included' | 'omitted';
  }

  const rows: readonly Row[] = [
    {
      name: 'what only the declaration has changed',
      declares: (it) => change(it, ingest, rename('Hall')),
      applies: [ingest],
    },
    {
      name: 'nothing over a change of an operator',
      edits: (it) => change(it, ingest, rename('Mine')),
      differs: [`kept ${ingest}`],
      drifts: [`changed ${ingest}`],
    },
    {
      name: 'nothing where both have changed the same',
      declares: (it) => change(it, ingest, rename('Hall')),
      edits: (it) => change(it, ingest, rename('Mine')),
      differs: [`conflict ${ingest}`],
      drifts: [`changed ${ingest}`],
    },
    {
      name: 'nothing where both have made the same change',
      declares: (it) => change(it, ingest, rename('Hall')),
      edits: (it) => change(it, ingest, rename('Hall')),
      drifts: [`changed ${ingest}`],
    },
    {
      name: 'one of two channels while an operator has changed the other',
      declares: (it) => change(it, other, rename('Hall')),
      edits: (it) => change(it, ingest, rename('Mine')),
      applies: [other],
      differs: [`kept ${ingest}`],
      drifts: [`changed ${ingest}`],
    },
    {
      name: 'no publication that an operator has removed',
      edits: (it) => without(it, publication),
      differs: [`kept ${publication}`],
      drifts: [`removed ${publication}`],
    },
    {
      name: 'no changed publication that an operator has removed',
      declares: (it) => change(it, publication, rename('Platform')),
      edits: (it) => without(it, publication),
      differs: [`conflict ${publication}`],
      drifts: [`removed ${publication}`],
    },
    {
      name: 'no removal of what is no longer declared',
      declares: (it) => without(it, publication),
      differs: [`undeclared ${publication}`],
    },
    {
      name: 'nothing of what neither has any more',
      declares: (it) => without(it, publication),
      edits: (it) => without(it, publication),
      drifts: [`removed ${publication}`],
    },
    { name: 'no start of what an operator has stopped', edits: (it) => change(it, publication, stop) },
    {
      name: 'a declared stop',
      declares: (it) => change(it, publication, stop),
      applies: [publication],
    },
    {
      name: 'a change of what an operator has stopped, without starting it',
      declares: (it) => change(it, publication, rename('Platform')),
      edits: (it) => change(it, publication, stop),
      applies: [publication],
    },
    {
      name: 'a new stream key',
      declares: (it) => withKey(it, 'another-k3y-0f-y0utub3'),
      applies: [publication],
    },
    {
      name: 'no stream key over one that an operator has entered',
      declares: (it) => withKey(it, 'another-k3y-0f-y0utub3'),
      edits: (it) => withKey(it, 'k3y-0f-the-0perat0r'),
      differs: [`conflict ${publication}`],
      drifts: [`changed ${publication}`],
    },
    {
      name: 'changes beside a stream key of the core, if keys are left out',
      secrets: 'omitted',
      declares: (it) => change(it, publication, rename('Platform')),
      edits: (it) => withKey(it, 'k3y-0f-the-0perat0r'),
      applies: [publication],
    },
    {
      name: 'the schedule that only the declaration has changed',
      declares: (it) => withSetting(it, SCHEDULE_KEY, { version: 1, rules: [{ id: 'new' }] }),
      applies: [schedule],
    },
    {
      name: 'no changed setting whose secret is left out',
      secrets: 'omitted',
      declares: (it) => withSetting(it, SCHEDULE_KEY, { version: 1, rules: [1], password: 'hunter2-of-the-rules' }),
      differs: [`incomplete ${schedule}`],
    },
    {
      name: 'no schedule over that of an operator',
      declares: (it) => withSetting(it, SCHEDULE_KEY, { version: 1, rules: [{ id: 'new' }] }),
      edits: (it) => withSetting(it, SCHEDULE_KEY, { version: 1, rules: [{ id: 'mine' }] }),
      differs: [`conflict ${schedule}`],
      drifts: [`changed ${schedule}`],
    },
    {
      name: 'nothing over parts of the website that other programs have added',
      edits: (it) => withSetting(it, METADATA_KEY, { ...Object(it.metadata[METADATA_KEY]), other: 1 }),
    },
    {
      name: 'nothing over the website of an operator',
      edits: (it) => withSetting(it, METADATA_KEY, { version: 1, playersite: { title: 'Mine' } }),
      differs: [`kept ${site}`],
      drifts: [`changed ${site}`],
    },
    {
      name: 'no image over that of an operator',
      declares: (it) => ({ ...it, files: [bundleFile(logo, new Uint8Array([1, 2]))] }),
      edits: (it) => ({ ...it, files: [bundleFile(logo, new Uint8Array([1, 2, 3])), ...it.files.slice(1)] }),
      differs: [`conflict ${entryKey('file', logo)}`],
      drifts: [`changed ${entryKey('file', logo)}`],
    },
    {
      name: 'no drawing, which only a browser can clean',
      declares: (it) => ({
        ...it,
        files: [...it.files, bundleFile(`/channels/${CHANNEL}/a.svg`, new Uint8Array([1]))],
      }),
      differs: [`unsafe ${entryKey('file', `/channels/${CHANNEL}/a.svg`)}`],
    },
    {
      name: 'a channel that is declared anew',
      declares: (it) => ({ ...it, processes: [...it.processes, pulled(RTMP, 'Third stage')] }),
      applies: [entryKey('process', ingestId(RTMP))],
    },
    {
      name: 'no channel that is declared anew, and that an operator has made in another way',
      declares: (it) => ({ ...it, processes: [...it.processes, pulled(RTMP, 'Third stage')] }),
      edits: (it) => ({ ...it, processes: [...it.processes, pulled(RTMP, 'Mine')] }),
      differs: [`conflict ${entryKey('process', ingestId(RTMP))}`],
    },
  ];

  it.each(rows)('applies $name', async (row) => {
    const { declares = (it) => it, edits = (it) => it, applies = [], differs = [], drifts = [] } = row;
    const { secrets = 'included' } = row;
    const first = start(await declare(anInstallation(), secrets), anInstallation(), null);
    const edited = edits(first.core);
    expect(driftOf(first, edited)).toEqual(drifts);
    const bundle = await declare(declares(anInstallation()), secrets);
    const second = start(bundle, edited, first.record);
    expect(keysOf(second.declared)).toEqual(applies);
    expect(differencesOf(second.declared).filter((text) => !text.startsWith('undeclared file'))).toEqual(differs);
    const stoppedByOperator = edited.processes.filter(({ order }) => order === 'stop').map(({ id }) => id);
    for (const { id, order } of second.core.processes) if (stoppedByOperator.includes(id)) expect(order).toBe('stop');
    const third = start(bundle, second.core, second.record);
    expect(keysOf(third.declared), 'a third start writes nothing').toEqual([]);
    expect(differencesOf(third.declared).filter((text) => !text.startsWith('undeclared'))).toEqual(
      differs.filter((text) => !text.startsWith('undeclared')),
    );
  });

  it('goes on after the core was killed at each step', async () => {
    const bundle = await declare(anInstallation());
    const { length } = keysOf(planDeclaration(bundle, nothing(), someFacts(), null));
    for (let steps = 0; steps < length; steps += 1) {
      const killed = start(bundle, nothing(), null, steps);
      // The record is written at the end, so it is missing.
      const again = start(bundle, killed.core, null);
      expect(keysOf(again.declared)).toHaveLength(length - steps);
      expect(keysOf(start(bundle, again.core, again.record).declared)).toEqual([]);
    }
  });

  it('goes on after a step failed', async () => {
    const bundle = await declare(anInstallation());
    const failed = start(bundle, nothing(), null, 4);
    const again = start(bundle, failed.core, failed.record);
    expect(keysOf(again.declared)).toHaveLength(14 - 4);
    expect(differencesOf(again.declared)).toEqual([]);
  });

  it('does not record a setting whose secret is left out, until the secret is declared', async () => {
    const withSecret = (it: Installation) =>
      withSetting(it, SCHEDULE_KEY, { version: 1, rules: [1], password: 'hunter2-of-the-rules' });
    const first = start(await declare(withSecret(anInstallation()), 'omitted'), anInstallation(), null);
    expect(differencesOf(first.declared)).toEqual([`incomplete ${schedule}`]);
    expect(Object.keys(first.record.entries)).not.toContain(schedule);
    const second = start(await declare(withSecret(nothing())), nothing(), first.record);
    expect(keysOf(second.declared)).toEqual([schedule]);
    expect(Object.keys(second.record.entries)).toContain(schedule);
  });

  it('leaves a process alone that was stored by a newer version', async () => {
    const bundle = await declare(anInstallation());
    const core = change(anInstallation(), ingest, (process) => ({
      ...process,
      metadata: { ...process.metadata, [METADATA_KEY]: { version: 99 } },
    }));
    const { declared, record } = start(bundle, core, null);
    expect(keysOf(declared)).toEqual([]);
    expect(Object.keys(record.entries)).not.toContain(ingest);
  });

  it('leaves a publication alone whose key was entered after its export', async () => {
    const { core: keyless } = start(await declare(anInstallation(), 'omitted'), nothing(), null);
    const { declared, record } = start(await declare(keyless), anInstallation(), null);
    const kept = declared.plan.conflicts.flatMap((conflict) => (conflict.kind === 'key-kept' ? [conflict.id] : []));
    expect(kept).not.toEqual([]);
    for (const id of kept) {
      expect(keysOf(declared)).not.toContain(entryKey('process', id));
      expect(Object.keys(record.entries)).not.toContain(entryKey('process', id));
    }
  });
});

describe('the record of a declared installation', () => {
  it('contains no secret and no setting', async () => {
    const { record } = start(await declare(anInstallation()), nothing(), null);
    expect(JSON.stringify(record)).not.toMatch(/k3y|hunter2|abcdef|phrase|rtmps?:\/\//);
  });

  it('does not depend on settings that a newer core or release adds without a value', async () => {
    const first = start(await declare(anInstallation()), nothing(), null);
    const newer = change(first.core, ingest, (process) => ({
      ...process,
      config: Object.assign({}, process.config, {
        limits: { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 0 },
        scheduler: '',
      }),
    }));
    expect(driftOf(first, newer)).toEqual([]);
  });

  it.each([null, 5, {}, { version: 2, entries: {} }])('is not read from %j', (raw) =>
    expect(parseDeclaredRecord(raw)).toBe(null),
  );
});
