import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { DECLARED_KEY, ingestId } from '../../../src/api/processIds.ts';
import { inEnglish } from '../../../src/headless/inEnglish.ts';
import { readDeclaration } from '../../../src/headless/readDeclaration.ts';
import { bundleOf } from '../../../src/media/bundle/bundleOf.ts';
import { bundleFile } from '../../../src/media/bundle/bundleText.ts';
import type { Installation, InstalledProcess } from '../../../src/media/bundle/installation.ts';
import { CHANNEL, nothing, OTHER_CHANNEL, pulled, YOUTUBE, youtube } from '../../../src/media/bundle/testing.ts';
import { writeBundle } from '../../../src/media/bundle/writeBundle.ts';
import { parseDeclaredRecord } from '../../../src/media/declaration/declaredRecord.ts';
import { applyDeclared } from '../../tools/bundle/applyDeclared.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { suite } from '../testing/quickOrWholeSuite.ts';
import { type MortalCore, mortalCore, USER } from './killableCore.ts';

/* Starts cores with declared installations. E2E_CORE_BINARY names another program than the embedded core. */

const PASSPHRASE = 'correct horse battery';
const SEAL = { passphrase: PASSPHRASE, random: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)) };
const KEY = 'k3y-0f-y0utub3';
const LOGO = bundleFile(`/channels/${CHANNEL}/logo.png`, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]));

/** Pages for viewers are not counted. */
const KILLS = suite === 'quick' ? [7] : [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14];

/** Stopped, because nothing of it exists. */
const stopped = (process: InstalledProcess): InstalledProcess => ({
  ...process,
  order: 'stop',
  config: { ...process.config, autostart: false },
});
const processesOf = (name: string, key = KEY) => [pulled(CHANNEL, name), youtube(CHANNEL, YOUTUBE, key)].map(stopped);

async function write(folder: string, name: string, part: Partial<Installation>, isSealed = true) {
  mkdirSync(folder, { recursive: true });
  const bundle = await bundleOf(
    { ...nothing(), ...part },
    { kind: 'installation' },
    { secrets: isSealed ? 'included' : 'omitted', secretsOf: () => [KEY] },
  );
  const { content } = await writeBundle(bundle, isSealed ? SEAL : null);
  writeFileSync(path.join(folder, name), new Uint8Array(await content.arrayBuffer()));
}

const assets = testTempDir();
mkdirSync(path.join(assets, 'player'));
writeFileSync(path.join(assets, 'player/a.js'), '1');
writeFileSync(
  path.join(assets, 'files.json'),
  JSON.stringify({ version: 'v1', files: [{ path: 'player/a.js', bytes: 1 }] }),
);

interface Venue {
  folder: string;
  passphraseFile: string;
}

/** A folder with one channel, whose publication has a key. */
async function aVenue(name = 'Hall'): Promise<Venue> {
  const home = testTempDir();
  const [folder, passphraseFile] = [path.join(home, 'venues'), path.join(home, 'passphrase')];
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
  await write(folder, 'hall.json', { processes: processesOf(name), files: [LOGO] });
  return { folder, passphraseFile };
}

const open: MortalCore[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.stop();
});

async function aCore(more: Readonly<Record<string, string>> = {}) {
  const core = await mortalCore(testTempDir(), process.env.E2E_CORE_BINARY, more);
  open.push(core);
  const reader = createCoreClient({ address: core.address, freshMs: 0 });
  if ((await reader.about()).id === '') {
    const tokens = await reader.login({ body: { username: USER.name, password: USER.password } });
    reader.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  }
  return { ...core, reader };
}
type Opened = Awaited<ReturnType<typeof aCore>>;

const credentials = () => ({ username: USER.name, password: USER.password });

interface StartOptions {
  core?: Core;
  leave?: AbortSignal;
  print?: (line: string) => void;
}

/** A start of the core. Returns what is printed. */
async function start(
  { address }: Pick<Opened, 'address'>,
  { folder, passphraseFile }: Venue,
  options: StartOptions = {},
) {
  const lines: string[] = [];
  await applyDeclared({
    ...{ place: folder, passphraseFile, credentials, assets, retryMs: 50 },
    core: createCoreClient({ address }),
    print: (line) => lines.push(line),
    leave: new AbortController().signal,
    ...options,
  });
  return lines;
}

async function storedOn({ reader: client }: Opened) {
  const [processes, { [DECLARED_KEY]: record, ...metadata }] = [
    await client.processes({ filter: 'config,metadata' }),
    await client.metadataAll(),
  ];
  return { processes, metadata, record: parseDeclaredRecord(record) };
}
const nameOn = async (core: Opened) =>
  Object(Object((await storedOn(core)).processes.find(({ id }) => id === ingestId(CHANNEL))?.metadata)['restreamer-ui'])
    .meta?.name;

/** A client that notes every request that changes the core. */
function recordingClient({ address }: Opened) {
  const writes: string[] = [];
  const send: typeof fetch = (to, options) => {
    const isRead = /\/api\/login|\/v3\/metrics/.test(String(to)) || (options?.method ?? 'GET') === 'GET';
    if (!isRead) writes.push(`${options?.method} ${String(to)}`);
    return fetch(to, options);
  };
  return { core: createCoreClient({ address, send }), writes };
}

describe('a core with a declared installation', () => {
  it('has it after the first start, with its keys, and writes nothing at the second', async () => {
    const [core, venue] = [await aCore(), await aVenue()];
    expect((await start(core, venue)).at(-1)).toBe('applied 3 changes');
    const { processes, record } = await storedOn(core);
    expect(JSON.stringify(processes)).toContain(KEY);
    expect(JSON.stringify(record)).not.toContain(KEY);
    expect(await nameOn(core)).toBe('Hall');
    await core.comeBack();
    const recording = recordingClient(core);
    expect(await start(core, venue, { core: recording.core })).toEqual(['nothing to apply']);
    expect(recording.writes).toEqual([]);
  });

  it('keeps what an operator has changed, and applies what the declaration changes beside it', async () => {
    const [core, venue] = [await aCore(), await aVenue()];
    await start(core, venue);
    await core.reader.processMetadataSet({
      id: ingestId(CHANNEL),
      key: 'restreamer-ui',
      body: { version: 1, meta: { name: 'Mine' } },
    });
    expect(await start(core, venue)).toEqual([
      `~ "Hall" (process:${ingestId(CHANNEL)}): changed here since, and kept`,
      'nothing to apply',
    ]);
    await write(venue.folder, 'hall.json', { processes: processesOf('Another hall', 'an0ther-k3y'), files: [LOGO] });
    await write(venue.folder, 'second.json', { processes: [stopped(pulled(OTHER_CHANNEL, 'Second'))] });
    const lines = await start(core, venue);
    expect(lines).toContain(
      `~ "Another hall" (process:${ingestId(CHANNEL)}): changed both here and in the declaration, and not applied`,
    );
    expect(lines.at(-1)).toBe('applied 2 changes');
    expect(await nameOn(core)).toBe('Mine');
    const { processes, record } = await storedOn(core);
    expect(JSON.stringify(processes)).toContain('an0ther-k3y');
    expect(processes.map(({ id }) => id)).toContain(ingestId(OTHER_CHANNEL));
    expect(record?.conflicts).toEqual([`process:${ingestId(CHANNEL)}`]);
    expect((await start(core, venue)).at(-1)).toBe('nothing to apply');
  });

  it('keeps the keys that an operator has entered for a declaration without keys', async () => {
    const [core, venue] = [await aCore(), await aVenue()];
    await start(core, venue);
    const before = await storedOn(core);
    await write(venue.folder, 'hall.json', { processes: processesOf('Renamed hall'), files: [LOGO] }, false);
    expect((await start(core, venue)).at(-1)).toMatch(/^applied \d changes?$/);
    expect(await nameOn(core)).toBe('Renamed hall');
    const after = await storedOn(core);
    const publication = ({ processes }: typeof after) => processes.find(({ id }) => id.includes(':egress:'))?.config;
    expect(publication(after)).toEqual(publication(before));
  });

  it.each(KILLS)('goes on at the next start after write %i killed it', async (killAt) => {
    const [core, venue] = [await aCore(), await aVenue()];
    const doomed = core.client();
    doomed.arm(killAt);
    const leaving = new AbortController();
    const print = (line: string) => line.startsWith('waiting') && leaving.abort();
    await start(core, venue, { core: doomed.core, leave: leaving.signal, print }).catch(() => {});
    expect(doomed.line.dead).toBe(true);
    await core.comeBack();
    const lines = await start(core, venue);
    expect(lines, doomed.line.last).not.toContainEqual(expect.stringMatching(/^~|^not applied|^stopped/));
    expect(await nameOn(core)).toBe('Hall');
    const { processes } = await storedOn(core);
    expect(processes).toHaveLength(2);
    expect(JSON.stringify(processes)).toContain(KEY);
    const recording = recordingClient(core);
    expect(await start(core, venue, { core: recording.core })).toEqual(['nothing to apply']);
    expect(recording.writes).toEqual([]);
  });

  it('waits for the first account', async () => {
    const venue = await aVenue();
    const core = await aCore({ CORE_API_AUTH_ENABLE: '', CORE_API_AUTH_USERNAME: '', CORE_API_AUTH_PASSWORD: '' });
    const leaving = new AbortController();
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
      leaving.abort();
    };
    await expect(start(core, venue, { leave: leaving.signal, print })).rejects.toThrow();
    expect(lines).toEqual(['waiting: This core has no user yet: register() makes the first']);
  });

  interface Wrong {
    name: string;
    spoils: (venue: Venue) => unknown;
    fault: string;
  }

  const wrongs: readonly Wrong[] = [
    {
      name: 'that is cut',
      spoils: ({ folder }) => truncateSync(path.join(folder, 'hall.json'), 500),
      fault: 'hall.json: This file is incomplete. Copy or download it again.',
    },
    {
      name: 'of a newer version',
      spoils: ({ folder }) =>
        writeFileSync(path.join(folder, 'hall.json'), '{ "schema": "sluice-bundle", "version": 9 }'),
      fault:
        'hall.json: This file was made by a newer version of Sluice (format 9). Update this installation to import it.',
    },
    {
      name: 'with another passphrase',
      spoils: ({ passphraseFile }) => writeFileSync(passphraseFile, 'wrong horse battery'),
      fault: 'hall.json: The passphrase is wrong. Nothing was imported.',
    },
    {
      name: 'without its folder',
      spoils: ({ folder }) => rmSync(folder, { recursive: true }),
      fault: 'venues: There is no such file or folder.',
    },
  ];

  it('starts with a wrong declaration, says so, and changes nothing', async () => {
    const core = await aCore();
    const venue = await aVenue();
    await start(core, venue);
    const { record: first, ...before } = await storedOn(core);
    for (const { name, spoils, fault } of wrongs) {
      const wrong = await aVenue('Wrong');
      spoils(wrong);
      const [line = ''] = await start(core, wrong);
      expect(line.replace(path.dirname(wrong.folder), '').replace(': /', ': '), name).toBe(`not applied: ${fault}`);
      const { record, ...after } = await storedOn(core);
      expect(after, name).toEqual(before);
      expect(record?.entries, name).toEqual(first?.entries);
      expect(record?.fault?.text, name).toBeTruthy();
    }
    expect(await start(core, venue)).toEqual(['nothing to apply']);
    expect((await storedOn(core)).record?.fault).toBe(null);
  });
});

describe('a declaration', () => {
  interface Attack {
    name: string;
    prepare: (venue: Venue) => unknown;
    refused: string | null;
  }

  const attacks: readonly Attack[] = [
    {
      name: 'of one file',
      prepare: (venue) => Object.assign(venue, { folder: path.join(venue.folder, 'hall.json') }),
      refused: null,
    },
    {
      name: 'with hidden and other files',
      prepare: ({ folder }) => {
        for (const name of ['.hidden.json', 'README.md', '.git']) writeFileSync(path.join(folder, name), 'no export');
      },
      refused: null,
    },
    {
      name: 'of links within the folder, as Kubernetes mounts them',
      prepare({ folder }) {
        cpSync(path.join(folder, 'hall.json'), path.join(folder, '..data/hall.json'));
        rmSync(path.join(folder, 'hall.json'));
        symlinkSync('..data/hall.json', path.join(folder, 'hall.json'));
      },
      refused: null,
    },
    {
      name: 'with a link out of the folder',
      prepare: ({ folder }) => symlinkSync('/etc/hostname', path.join(folder, 'a.json')),
      refused: 'a.json: It leads out of its folder.',
    },
    {
      name: 'with a link to nothing',
      prepare: ({ folder }) => symlinkSync('nothing', path.join(folder, 'a.json')),
      refused: 'a.json: There is no such file or folder.',
    },
    {
      name: 'with a pipe that nobody writes to',
      prepare: ({ folder }) => execFileSync('mkfifo', [path.join(folder, 'a.json')]),
      refused: 'a.json: It is neither a file nor a folder.',
    },
    {
      name: 'with a folder named like an export',
      prepare: ({ folder }) => mkdirSync(path.join(folder, 'a.json')),
      refused: 'a.json: It is neither a file nor a folder.',
    },
    {
      name: 'that is a device',
      prepare: (venue) => Object.assign(venue, { folder: '/dev/zero' }),
      refused: 'zero: It is neither a file nor a folder.',
    },
    {
      name: 'with 10,000 files',
      prepare({ folder }) {
        for (let n = 0; n < 10_000; n++) writeFileSync(path.join(folder, `${n}.json`), '');
      },
      refused: 'venues: It contains more than 1000 files.',
    },
    {
      name: 'with a file of 1 GB',
      prepare({ folder }) {
        writeFileSync(path.join(folder, 'a.json'), '');
        truncateSync(path.join(folder, 'a.json'), 1_000_000_000);
      },
      refused: 'a.json: This file is larger than an export can be.',
    },
    {
      name: 'of an empty folder',
      prepare: ({ folder }) => rmSync(path.join(folder, 'hall.json')),
      refused: 'venues: It contains no export (.json or .zip).',
    },
    {
      name: 'with the same channel twice',
      prepare: ({ folder }) => cpSync(path.join(folder, 'hall.json'), path.join(folder, 'other.json')),
      refused: 'other.json: It contains "Hall", as does hall.json.',
    },
    {
      name: 'without the passphrase of its keys',
      prepare: (venue) => Object.assign(venue, { passphraseFile: null }),
      refused: 'hall.json: Its keys and passwords are encrypted, and no file with the passphrase is set.',
    },
    {
      name: 'without the file of the passphrase',
      prepare: ({ passphraseFile }) => rmSync(passphraseFile),
      refused: 'passphrase: There is no such file or folder.',
    },
  ];

  it.each(attacks)('$name is read or refused', async ({ prepare, refused }) => {
    const venue = await aVenue();
    const home = path.dirname(venue.folder);
    prepare(venue);
    const reading = await readDeclaration(venue.folder, venue.passphraseFile);
    const { place, text, values } = reading.status === 'refused' ? reading.fault : { place: '', text: '', values: [] };
    const said = `${place.replace(`${home}/`, '')}: ${inEnglish(text, values)}`;
    expect(reading.status === 'refused' ? said : null).toBe(refused);
    if (reading.status === 'readable') expect(reading.bundle.processes).toHaveLength(2);
  });
});
