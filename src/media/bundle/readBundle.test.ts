import { zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { limit } from '../../../server/util/limits.ts';
import { randomFrom } from '../../testing/randomFrom.ts';
import { BUNDLE_LIMITS, type BundleFault, bundleFaultText } from './bundle.ts';
import { placeholderOf } from './bundleSecrets.ts';
import { readBundleZip } from './bundleZip.ts';
import { canonicalText, sha256Of } from './canonicalText.ts';
import { readBundle } from './readBundle.ts';
import {
  anInstallation,
  bundleIn,
  CHANNEL,
  fileOf,
  nothing,
  pulled,
  SEAL,
  SECRETS,
  YOUTUBE,
  youtube,
} from './testing.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function faultOf(bytes: Uint8Array, passphrase: string | null = null): Promise<BundleFault | null> {
  const reading = await readBundle(bytes, passphrase);
  return reading.status === 'refused' ? reading.fault : null;
}

/** Without uploads, so that it is a text. */
const small = () => ({ ...anInstallation(), files: anInstallation().files.filter(({ size }) => size < 1000) });

/** Writes the text of an export again, with a change and without its checksum, as an editor would. */
const edited = (text: string, change: (bundle: Record<string, unknown>) => unknown): Uint8Array => {
  const { checksum: _, ...bundle } = JSON.parse(text);
  return bytesOf(JSON.stringify(change(bundle) ?? bundle));
};

describe('an export', () => {
  it.each(['omitted', 'included'] as const)('is read as it was written, with secrets %s', async (secrets) => {
    const file = await fileOf(anInstallation(), { secrets });
    const bundle = await bundleIn(file, secrets === 'included' ? SEAL.passphrase : null);
    expect(bundle.secrets.status).toBe(secrets);
    expect(bundle.processes).toHaveLength(7);
    const read = await Promise.all(bundle.files.map(async ({ path, read }) => [path, (await read()).length]));
    expect(Object.fromEntries(read)).toEqual(
      Object.fromEntries(anInstallation().files.map(({ path, size }) => [path, size])),
    );
  });

  it('contains no secret outside of its encrypted part', async () => {
    const text = textOf(await fileOf(small(), { secrets: 'included' }));
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(JSON.parse(text).secrets).toMatchObject({ kdf: 'PBKDF2-SHA-256', rounds: 600_000, cipher: 'AES-256-GCM' });
  });

  it('is the same, whatever the order on the core', async () => {
    const { processes, files, metadata, ...rest } = anInstallation();
    const turned = {
      ...{ ...rest, processes: processes.toReversed(), files: files.toReversed() },
      metadata: Object.fromEntries(Object.entries(metadata).toReversed()),
    };
    expect(await fileOf(turned)).toEqual(await fileOf(anInstallation()));
  });

  it('changes in one line, and its checksum, if one value changes', async () => {
    const before = textOf(await fileOf(small())).split('\n');
    const { processes, ...rest } = small();
    const renamed = {
      ...rest,
      processes: [
        ...processes.slice(0, -2),
        pulled('22222222-2222-4222-8222-222222222222', 'New'),
        ...processes.slice(-1),
      ],
    };
    const after = textOf(await fileOf(renamed)).split('\n');
    expect(after).toHaveLength(before.length);
    expect(after.filter((line, at) => line !== before[at])).toEqual([
      expect.stringContaining('"checksum"'),
      '            "name": "New"',
    ]);
  });

  it('of a channel has nothing of others', async () => {
    const file = await fileOf(small(), { selection: { kind: 'channels', channels: [CHANNEL] } });
    const bundle = await bundleIn(file);
    expect(new Set(bundle.processes.map(({ reference }) => reference))).toEqual(new Set([CHANNEL]));
    expect(Object.keys(bundle.metadata).every((key) => key.endsWith(CHANNEL))).toBe(true);
    expect(bundle.files.map(({ path }) => path)).toEqual([`/channels/${CHANNEL}/logo.png`]);
    expect(bundle.servers).toBeNull();
  });

  it('of nothing can be read', async () =>
    expect(await bundleIn(await fileOf(nothing()))).toMatchObject({ processes: [], files: [] }));
});

describe('a file that was cut', () => {
  it.each([
    ['a text', false],
    ['a zip', true],
  ])('at 200 places is refused: %s', async (_, isZip) => {
    const file = await fileOf(isZip ? anInstallation() : small(), { secrets: 'included' });
    expect(file[0] === 0x50).toBe(isZip);
    const random = randomFrom(60);
    const places = [0, 1, 2, file.length - 1, ...Array.from({ length: 196 }, () => Math.floor(random() * file.length))];
    for (const at of places) expect([at, await faultOf(file.subarray(0, at))]).toEqual([at, { kind: 'cut' }]);
    expect(await faultOf(file)).toBeNull();
  });

  it('within a zip that it contains is refused', async () => {
    const inner = zipSync({ 'a.txt': bytesOf('a') }, { level: 0 });
    const path = `/channels/${CHANNEL}/videoloop-zip.source`;
    const upload = new Uint8Array([...inner, ...new Uint8Array(BUNDLE_LIMITS.inline)]);
    const file = await fileOf({
      ...small(),
      files: [{ path, size: upload.length, sha256: null, read: async () => upload }],
    });
    const at = textOf(file).indexOf('a.txt');
    expect(at).toBeGreaterThan(0);
    for (let end = at; end < at + inner.length; end += 1)
      expect(await faultOf(file.subarray(0, end))).toEqual({ kind: 'cut' });
  });
});

describe('a file that was changed', () => {
  it('without its checksum is refused', async () => {
    const text = textOf(await fileOf(small()));
    const changed = bytesOf(text.replace('Main stage', 'Side stage'));
    expect(await faultOf(changed)).toEqual({ kind: 'changed', part: '', sealed: false });
  });

  it('on purpose, with its checksum removed, is read', async () => {
    const text = textOf(await fileOf(small()));
    expect(await faultOf(edited(text.replace('Main stage', 'Side stage'), () => null))).toBeNull();
  });

  it('in its layout alone is read', async () => {
    const raw = JSON.parse(textOf(await fileOf(small())));
    expect(await faultOf(bytesOf(`\ufeff${JSON.stringify(raw)}\n\n`))).toBeNull();
  });

  it.each([
    ['an address', (text: string) => text.replace('rtmp://a.rtmp.youtube.com', 'rtmp://evil.example.org')],
    ['an upload', (text: string) => text.replace('Größe', 'Breite')],
    ['a round', (text: string) => text.replace('"rounds": 600000', '"rounds": 600001')],
    ['a key behind the schema', (text: string) => text.replace('"selection":', '"other": 1,\n  "selection":')],
  ])('and has secrets does not open: %s', async (_, change) => {
    const text = textOf(await fileOf(small(), { secrets: 'included' }));
    const changed = edited(change(text), () => null);
    expect(change(text)).not.toBe(text);
    const fault = await faultOf(changed, SEAL.passphrase);
    // Another number of rounds derives another key.
    expect(fault).toEqual(
      change(text).includes('600001') ? { kind: 'passphrase' } : { kind: 'changed', part: '', sealed: true },
    );
  });

  it('in an upload beside the text is refused', async () => {
    const file = await fileOf(anInstallation());
    const at = file.findIndex((_, at) => file.subarray(at, at + 5).every((byte, i) => byte === i + 100));
    const changed = file.map((byte, place) => (place === at ? byte ^ 1 : byte));
    expect(await faultOf(changed)).toEqual({
      ...{ kind: 'changed', sealed: false },
      part: `/channels/${CHANNEL}/videoloop-abc.source`,
    });
  });
});

describe('a passphrase', () => {
  it('that is wrong opens nothing', async () => {
    const file = await fileOf(small(), { secrets: 'included' });
    for (const wrong of ['', 'Correct horse battery', `${SEAL.passphrase} `])
      expect(await faultOf(file, wrong)).toEqual({ kind: 'passphrase' });
  });

  it('that is not given leaves the secrets locked', async () => {
    const bundle = await bundleIn(await fileOf(small(), { secrets: 'included' }));
    expect(bundle.secrets).toEqual({ status: 'locked' });
  });

  it('in another Unicode form is the same', async () => {
    const spelled = { ...SEAL, passphrase: 'Größe der Bühne' };
    const { sealBundleSecrets, openSecrets } = await import('./bundleCipher.ts');
    const sealed = await sealBundleSecrets('text', spelled.passphrase, 'rest', SEAL.random);
    const opened = await openSecrets(sealed, spelled.passphrase.normalize('NFD'), 'rest');
    expect(opened).toEqual({ status: 'open', text: 'text' });
  });

  it('derives the same key where browsers have no WebCrypto', async () => {
    const { sealBundleSecrets, openSecrets } = await import('./bundleCipher.ts');
    const sealed = await sealBundleSecrets('text', SEAL.passphrase, 'rest', SEAL.random);
    vi.stubGlobal('crypto', { getRandomValues: () => new Uint8Array() });
    expect(await openSecrets(sealed, SEAL.passphrase, 'rest')).toEqual({ status: 'open', text: 'text' });
    vi.unstubAllGlobals();
  });
});

describe('a file from elsewhere', () => {
  const rows: [string, string, BundleFault | null][] = [
    ['an empty file', '', { kind: 'cut' }],
    ['a text', 'hello', { kind: 'foreign' }],
    ['a list', '[]', { kind: 'foreign' }],
    ['another JSON', '{"a":1}', { kind: 'foreign' }],
    ['a JSON with a mistake', '{\n  "schema": "sluice-bundle",\n  "version": 1,,\n}', { kind: 'syntax', line: 3 }],
    ['a newer version', '{"schema":"sluice-bundle","version":2}', { kind: 'newer', version: '2' }],
    ['a version that is no number', '{"schema":"sluice-bundle","version":"1"}', { kind: 'newer', version: '1' }],
    ['no contents', '{"schema":"sluice-bundle","version":1}', { kind: 'invalid', at: 'selection' }],
    ['a newer database', '{"version":5,"process":{},"metadata":{}}', { kind: 'newer', version: 'db 5' }],
    ['an empty database', '{"version":4,"process":{},"metadata":{"system":{},"process":{}}}', null],
    ['deep nesting', `{"a":${'['.repeat(10_000_000)}`, { kind: 'large', of: 'depth', limit: limit('bundleDepth') }],
    ['brackets in a text', `{"a":"${'['.repeat(1000)}"}`, { kind: 'foreign' }],
    [
      'a prototype',
      '{"schema":"sluice-bundle","version":1,"metadata":{"__proto__":{"a":1}}}',
      { kind: 'invalid', at: 'metadata.__proto__' },
    ],
  ];
  it.each(rows)('is refused: %s', async (_, text, fault) => expect(await faultOf(bytesOf(text))).toEqual(fault));

  it('is refused: more text than an export can have', async () =>
    expect(await faultOf(new Uint8Array(limit('bundleText') + 1).fill(0x20))).toEqual({
      ...{ kind: 'large', of: 'contents', limit: BUNDLE_LIMITS.text },
    }));

  it('is refused: more entries than an export can have', async () => {
    const file = edited(textOf(await fileOf(nothing())), (raw) => {
      raw.files = Array.from({ length: limit('bundleEntries') + 1 }, () => ({}));
    });
    expect(await faultOf(file)).toEqual({ kind: 'large', of: 'entries', limit: BUNDLE_LIMITS.entries });
  });

  it('is not written if it would be larger than can be read', async () => {
    const [file] = anInstallation().files;
    const large = { ...nothing(), files: file ? [{ ...file, size: limit('bundleFile') + 1 }] : [] };
    await expect(fileOf(large)).rejects.toMatchObject({ fault: { kind: 'large', of: 'file' } });
  });

  it('is refused: bytes that are no text', async () =>
    expect(await faultOf(new Uint8Array([0xff, 0xfe, 0, 1]))).toEqual({ kind: 'foreign' }));

  type Raw = {
    processes: { id: string; reference: string; config: object }[];
    files: object[];
    metadata: Record<string, unknown>;
    servers: object | null;
    selection: string;
    secrets: object | null;
  };
  const forbidden: [string, (raw: Raw) => unknown, string][] = [
    ['an id twice', (raw) => raw.processes.push(...raw.processes.slice(0, 1)), 'processes.7.id'],
    ['an empty id', (raw) => Object.assign(raw.processes[0] ?? {}, { id: '' }), 'processes.0.id'],
    [
      'a temporary process',
      (raw) => Object.assign(raw.processes[0] ?? {}, { id: `restreamer-ui:ingest:${CHANNEL}_probe` }),
      'processes.0.id',
    ],
    [
      'a number as an option',
      (raw) => Object.assign(raw.processes[0]?.config ?? {}, { options: [1] }),
      'processes.0.config.options.0',
    ],
    [
      'a misspelled key',
      (raw) => Object.assign(raw.processes[0]?.config ?? {}, { autostrat: true }),
      'processes.0.config',
    ],
    [
      'a lock of another save',
      (raw) => Object.assign(raw.metadata, { 'sluice-saving:x': {} }),
      'metadata.sluice-saving:x',
    ],
    [
      'a test of another ffmpeg',
      (raw) => Object.assign(raw.metadata, { 'sluice-ffmpeg': {} }),
      'metadata.sluice-ffmpeg',
    ],
    ...[
      '/../config/config.json',
      '/channels/../../etc/passwd',
      `/channels/${CHANNEL}/../x.png`,
      `/channels/${CHANNEL}/a/b.png`,
      `/channels/${CHANNEL}/logo.html`,
      `/channels/${CHANNEL}/config.js`,
      `/channels/${CHANNEL}/videoloop.html`,
      `/channels/${CHANNEL}/..%2f..%2fx.png`,
      `/channels/${CHANNEL}\\logo.png`,
      `/channels/${CHANNEL}/logo.png\0`,
      `channels/${CHANNEL}/logo.png`,
      `//channels/${CHANNEL}/logo.png`,
      '/index.html',
      '/ui/index.html',
      '/player/videojs/dist/video.min.js',
      '/playersite/player.js',
      '/playersite/templates/../x.html',
      '/playersite/templates/a/b.html',
      '/recording_0123456789abcdef0123456789abcdef_1.mp4',
      '',
    ].map((path): [string, (raw: Raw) => unknown, string] => [
      `the path ${JSON.stringify(path)}`,
      (raw) => raw.files.push({ path, text: 'x' }),
      'files.2.path',
    ]),
    ['a path twice', (raw) => raw.files.push(...raw.files.slice(0, 1)), 'files.2.path'],
    [
      'a file that is no Base64',
      (raw) => raw.files.push({ path: `/channels/${CHANNEL}/b.png`, base64: 'a b' }),
      'files.2',
    ],
    [
      'servers of a channel',
      (raw) => Object.assign(raw, { selection: 'channels', processes: [], files: [], metadata: {} }),
      'servers',
    ],
    [
      'another program in a channel',
      (raw) => Object.assign(raw, { selection: 'channels', servers: null }),
      'processes.6.id',
    ],
    ...[1, 599_999, limit('bundleRounds') + 1].map((rounds): [string, (raw: Raw) => unknown, string] => [
      `${rounds} rounds`,
      (raw) => Object.assign(raw, { secrets: { cipher: 'AES-256-GCM', kdf: 'PBKDF2-SHA-256', rounds } }),
      'secrets.rounds',
    ]),
  ];
  it.each(forbidden)('is refused: %s', async (_, change, at) => {
    const file = edited(textOf(await fileOf(small())), (raw) => {
      change(raw as never);
    });
    expect(await faultOf(file)).toEqual({ kind: 'invalid', at });
  });

  type Command = { id: string; address: string; options: string[] };
  const written = (process: object, output: Partial<Command>, input: Partial<Command> = {}, options: string[] = []) => {
    const { id: _, reference: __, ...config } = youtube(CHANNEL, YOUTUBE).config;
    return Object.assign(process, {
      config: {
        ...{ ...config, options },
        input: [{ id: 'i', address: 'data:text/plain,x', options: [], ...input }],
        output: [{ id: 'o', address: '-', options: [], ...output }],
      },
    });
  };
  const page = `{diskfs}/channels/${CHANNEL}/x`;
  const PAGES: [string, Partial<Command>][] = [
    ...['html', 'HTM', 'xhtml', 'shtml', 'svg', 'svgz', 'js', 'mjs', 'css', 'xml', 'xsl', 'wasm', 'pdf'].map(
      (ending): [string, Partial<Command>] => [`an address with .${ending}`, { address: `${page}.${ending}` }],
    ),
    ['a list', { address: `[f=u8]${page}.html|[f=null]-`, options: ['-f', 'tee'] }],
    ['an option', { address: '-', options: ['-hls_segment_filename', `${page}.html`] }],
    ['a filter', { address: '-', options: ['-vf', `metadata=print:file=${page}.html,null`] }],
    ['an escaped filter', { address: '-', options: ['-vf', `metadata=print:file=${page}.ht\\ml`] }],
    ['a name of the output', { id: 'html', address: `${page}.{outputid}` }],
    ['a name with a point', { id: '.html', address: `${page}{outputid^:}` }],
    ['a part that is empty', { address: `${page}.ht${placeholderOf('nothing')}ml` }],
    ['a variant', { address: `${page}.%v`, options: ['-var_stream_map', 'v:0,name:html'] }],
  ];
  it.each(PAGES)('is refused: a page that a process would write, in %s', async (_, output) => {
    const file = edited(textOf(await fileOf(small())), (raw) => written(Object(raw).processes[1], output) && null);
    expect(await faultOf(file)).toEqual({ kind: 'invalid', at: 'processes.1.config.output' });
  });

  it('is refused: a page that a process would write, in its other options', async () => {
    const text = textOf(await fileOf(small()));
    const attached = { options: ['-dump_attachment:t', ''] };
    const input = edited(text, (raw) => written(Object(raw).processes[1], {}, attached) && null);
    expect(await faultOf(input)).toEqual({ kind: 'invalid', at: 'processes.1.config.input' });
    const report = ['-vstats_file', `${page}.html`];
    const options = edited(text, (raw) => written(Object(raw).processes[1], {}, {}, report) && null);
    expect(await faultOf(options)).toEqual({ kind: 'invalid', at: 'processes.1.config.options' });
  });

  it('is refused: a page that a process would write, with its name in the secrets', async () => {
    const named = youtube(CHANNEL, YOUTUBE, 'x.html');
    const output = [{ id: 'o', address: '{diskfs}/x.html', options: [] }];
    const installation = { ...nothing(), processes: [{ ...named, config: { ...named.config, output } }] };
    const file = await fileOf(installation, { secrets: 'included' });
    expect(textOf(file)).not.toContain('x.html');
    expect(await faultOf(file, SEAL.passphrase)).toEqual({ kind: 'invalid', at: 'processes.0.config.output' });
  });

  it.each<[string, Partial<Command>]>([
    ['a playlist', { address: `${page}_{outputid}.m3u8`, options: ['-hls_segment_filename', `${page}_%04d.ts`] }],
    ['a manifest', { address: `${page}.mpd` }],
    ['JSON', { address: `${page}.json` }],
    ['the home page of a station', { address: 'icecast://h/live', options: ['-ice_url', 'https://h/index.html'] }],
    ['a host', { address: 'rtmp://www.js.example.org/app.css/key' }],
  ])('is read: an output with %s', async (_, output) => {
    const file = edited(textOf(await fileOf(small())), (raw) => written(Object(raw).processes[1], output) && null);
    expect(await faultOf(file)).toBeNull();
  });

  it('has a sentence for each fault', () => {
    const faults: BundleFault[] = [
      ...([{ kind: 'foreign' }, { kind: 'cut' }, { kind: 'passphrase' }] as const),
      ...([null, 3] as const).map((line) => ({ kind: 'syntax' as const, line })),
      { kind: 'newer', version: '2' },
      { kind: 'changed', part: '', sealed: true },
      { kind: 'changed', part: '', sealed: false },
      { kind: 'changed', part: '/a', sealed: false },
      { kind: 'large', of: 'file', limit: 1 },
      { kind: 'invalid', at: 'a' },
    ];
    const texts = faults.map((fault) => bundleFaultText(fault));
    expect(new Set(texts.map(({ text }) => text)).size).toBe(faults.length);
    for (const { text, values } of texts) expect(text.match(/\{\{\d\}\}/g) ?? []).toHaveLength(values.length);
  });
});

describe('a zip from elsewhere', () => {
  const bundle = async (files: object[] = []) =>
    edited(textOf(await fileOf(small())), (raw) => {
      raw.files = files;
    });

  it('without a bundle is refused', async () =>
    expect(await faultOf(zipSync({ 'a.txt': bytesOf('a') }))).toEqual({ kind: 'foreign' }));

  it('that leaves its folder is refused', async () => {
    const zip = zipSync({ 'bundle.json': await bundle(), '../../evil.png': bytesOf('a') });
    expect(await faultOf(zip)).toEqual({ kind: 'invalid', at: '../../evil.png' });
  });

  it('with an entry that the text does not name writes nothing of it', async () => {
    const zip = zipSync({ 'bundle.json': await bundle(), 'files/../../evil.png': bytesOf('a') });
    expect((await bundleIn(zip)).files).toEqual([]);
  });

  it('reads the name of each entry once, however many files are read', () => {
    const paths = Array.from({ length: 100 }, (_, at) => `/ü${at}`);
    const contents = Object.fromEntries(
      paths.map((path, at) => [`files${path}`, [bytesOf(path.repeat(40)), { level: at % 2 === 0 ? 0 : 6 }] as const]),
    );
    const zip = zipSync({ 'bundle.json': bytesOf('{}'), ...contents } as never);
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    const reading = readBundleZip(zip);
    const read = reading.status === 'readable' ? paths.map((path) => reading.fileAt(path)) : [];
    const calls = decode.mock.calls.length;
    decode.mockRestore();
    expect(read.map((bytes) => bytes && textOf(bytes))).toEqual(paths.map((path) => path.repeat(40)));
    expect(calls).toBeLessThanOrEqual(paths.length);
  });

  it('without a file that the text names is refused', async () => {
    const path = `/channels/${CHANNEL}/logo.png`;
    const zip = zipSync({ 'bundle.json': await bundle([{ path, size: 1, sha256: sha256Of('a') }]) });
    expect(await faultOf(zip)).toEqual({ kind: 'changed', part: path, sealed: false });
  });

  it('that unpacks to more than the limit is refused before it is unpacked', async () => {
    const zip = zipSync({ 'bundle.json': await bundle(), 'files/a': new Uint8Array(10_000_000) }, { level: 9 });
    expect(zip.length).toBeLessThan(50_000);
    // The entry says that it is larger than it is, in both of its headers.
    const view = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at += 1)
      if (view.getUint32(at, true) === 10_000_000) view.setUint32(at, 4_000_000_000, true);
    expect(await faultOf(zip)).toEqual({ kind: 'large', of: 'contents', limit: BUNDLE_LIMITS.file });
  });

  it('that unpacks to more than it says is refused', async () => {
    const path = `/channels/${CHANNEL}/logo.png`;
    const zip = zipSync(
      {
        'bundle.json': await bundle([{ path, size: 10, sha256: sha256Of(new Uint8Array(10)) }]),
        [`files${path}`]: new Uint8Array(10_000_000),
      },
      { level: 9 },
    );
    const view = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at += 1)
      if (view.getUint32(at, true) === 10_000_000) view.setUint32(at, 10, true);
    const reading = await readBundle(zip);
    // At most the ten bytes that it says are used.
    if (reading.status === 'readable')
      for (const file of reading.bundle.files) expect(await file.read()).toHaveLength(10);
    else expect(reading.fault).toMatchObject({ part: path });
  });
});

describe('the database of a core', () => {
  it('is read with its secrets', async () => {
    const { id, config, reference } = youtube(CHANNEL, YOUTUBE);
    const { limits: _, ...stored } = config;
    const limits = { limit_cpu_usage: 0, limit_memory_bytes: 536_870_912, limit_waitfor_seconds: 5 };
    const database = {
      version: 4,
      process: {
        [id]: { id, reference, order: 'start', created_at: 1, config: { ...stored, ffversion: '^5.1', ...limits } },
      },
      metadata: {
        system: { 'restreamer-ui': { playersite: {} }, 'sluice-ffmpeg': {}, gone: null },
        process: { [id]: { 'restreamer-ui': { version: '1.14.0', name: 'Main', settings: { stream_key: 'k' } } } },
      },
    };
    const reading = await readBundle(bytesOf(JSON.stringify(database)));
    expect(reading).toMatchObject({ status: 'readable', origin: 'database', bundle: { servers: null, files: [] } });
    if (reading.status === 'refused') return;
    expect(Object.keys(reading.bundle.metadata)).toEqual(['restreamer-ui']);
    const [process] = reading.bundle.processes;
    expect(process).toMatchObject({ id, reference, order: 'start', config: { limits: { memory_mbytes: 512 } } });
    expect(reading.bundle.secrets).toMatchObject({ status: 'included' });
    expect(canonicalText(process)).not.toContain('k3y-0f-y0utub3');
  });

  it('with a process that would write a page is refused', async () => {
    const { id, config, reference } = youtube(CHANNEL, YOUTUBE);
    const output = [{ id: 'o', address: '{diskfs}/x.html', options: ['-f', 'u8'] }];
    const process = { [id]: { id, reference, order: 'start', config: { ...config, output } } };
    const text = JSON.stringify({ version: 4, process, metadata: { system: {}, process: {} } });
    expect(await faultOf(bytesOf(text))).toEqual({ kind: 'invalid', at: `process.${id}.config.output` });
  });

  it('that is damaged is refused', async () => {
    const text = '{"version":4,"process":{"a":{"id":"a","config":{"input":1}}},"metadata":{}}';
    expect(await faultOf(bytesOf(text))).toEqual({ kind: 'invalid', at: 'process.a.config.id' });
  });
});
