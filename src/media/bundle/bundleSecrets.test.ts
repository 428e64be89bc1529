import { describe, expect, it } from 'vitest';
import { egressId, METADATA_KEY } from '../../api/processIds.ts';
import { sameJson } from '../stored/sameJson.ts';
import {
  fillProcess,
  keptSecrets,
  keysOfSecrets,
  placeholderOf,
  takeProcessSecrets,
  takeValueSecrets,
} from './bundleSecrets.ts';
import type { InstalledProcess } from './installation.ts';
import { anInstallation, CHANNEL, OTHER_CHANNEL, pulled, pushed, SECRETS, YOUTUBE, youtube } from './testing.ts';

const known = (process: InstalledProcess) => [
  String(Object(Object(process.metadata[METADATA_KEY]).settings).stream_key ?? ''),
];
const taken = (process: InstalledProcess) => takeProcessSecrets(process, known(process));

describe('the secrets of a process', () => {
  it.each(anInstallation().processes.map((process) => [process.id, process] as const))(
    'of %s are in no text, and fill it again to what it was',
    (_, process) => {
      const { process: open, secrets } = taken(process);
      const text = JSON.stringify(open);
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      const { filled, missing } = fillProcess(open, secrets);
      expect(missing).toEqual([]);
      expect(filled).toEqual(process);
    },
  );

  it('have the same names if others are added', () => {
    const before = youtube(CHANNEL, YOUTUBE);
    const output = { address: 'rtmps://other.example.org/app/an0ther-k3y-0f-it', options: [] };
    const after = {
      ...before,
      config: { ...before.config, output: [...before.config.output, { id: 'output_1', ...output }] },
    };
    expect(taken(after).secrets).toMatchObject(taken(before).secrets);
  });

  const texts: [text: string, secrets: string[]][] = [
    ['rtmp://h/app/s3cr3t-key', ['s3cr3t-key']],
    ['rtmp://user:pa:ss@h/app/s3cr3t-key', ['user:pa:ss', 's3cr3t-key']],
    ['srt://h:9000?mode=caller&passphrase=abc&streamid=xyz', ['abc', 'xyz']],
    ['{rtmp,name=abcdef-ghijkl-mnopqr}', ['abcdef-ghijkl-mnopqr']],
    [`{rtmp,name=${CHANNEL}.stream}`, []],
    [`{srt,name=${CHANNEL},mode=request}`, []],
    ['{memfs}/a.m3u8', []],
    ['testsrc2=size=320x180:rate=10', []],
    // What only looks like a placeholder is a text like others.
    [placeholderOf('settings.stream_key'), ['settings.stream_key']],
    [placeholderOf(''), []],
    [`${placeholderOf('')} rtmp://h/app/s3cr3t-key`, ['s3cr3t-key']],
    ['', []],
  ];
  it.each(texts)('in the address %s are %j', (address, secrets) => {
    const process = pulled(OTHER_CHANNEL, 'A');
    const changed = {
      ...process,
      metadata: {},
      config: { ...process.config, input: [{ id: 'i', address, options: [] }] },
    };
    const { process: open, secrets: found } = takeProcessSecrets(changed, []);
    expect(Object.values(found)).toEqual(secrets);
    expect(fillProcess(open, found).filled).toEqual(changed);
  });

  it('in options are the values behind them, not those that are public', () => {
    const process = youtube(CHANNEL, YOUTUBE);
    const options = ['-passphrase', 'abc', '-b:v', '4000k', '-user_agent', 'Mozilla', '-headers', 'X-Key: 1234567'];
    const changed = {
      ...process,
      metadata: {},
      config: { ...process.config, output: [{ id: 'o', address: '-', options }] },
    };
    const { process: open } = takeProcessSecrets(changed, []);
    expect(open.config.output[0]?.options.filter((_, at) => at % 2 === 1)).toEqual([
      expect.stringContaining('${secret:'),
      '4000k',
      'Mozilla',
      expect.stringContaining('${secret:'),
    ]);
  });

  it('in what is shown to viewers stay', () => {
    const process = pushed(CHANNEL, 'token=abcdefgh1234', 'abcdef-ghijkl-mnopqr');
    expect(taken(process).process.metadata[METADATA_KEY]).toMatchObject({ meta: { name: 'token=abcdefgh1234' } });
  });

  it('stay out of what is shown to viewers, even if a file asks for them there', () => {
    const name = placeholderOf('sources.0.settings.push.name');
    const process = pushed(CHANNEL, name, 'abcdef-ghijkl-mnopqr');
    const { process: open, secrets } = taken(process);
    expect(Object.keys(secrets)).toContain('sources.0.settings.push.name');
    const { filled, missing } = fillProcess(open, secrets);
    expect(missing).toEqual([]);
    expect(filled).toEqual(process);
    expect(filled.metadata[METADATA_KEY]).toMatchObject({ meta: { name } });
    expect(keptSecrets(open, taken(pushed(CHANNEL, 'A', 'abcdef-ghijkl-mnopqr')))).toEqual(secrets);
  });

  it('with names of the prototype are kept apart', () => {
    const process = { ...youtube(CHANNEL, YOUTUBE), metadata: { constructor: { password: 'abcdefgh' } } };
    const { process: open, secrets } = takeProcessSecrets(process, []);
    expect(fillProcess(open, secrets).filled).toEqual(process);
  });

  it('that no value is known for become empty and are reported', () => {
    const { process } = taken(youtube(CHANNEL, YOUTUBE));
    const { filled, missing } = fillProcess(process, {});
    expect(missing).toEqual(['settings.stream_key']);
    expect(filled.config.output[0]?.address).toBe('rtmp://a.rtmp.youtube.com/live2/');
  });
});

describe('the secrets of global metadata', () => {
  it.each<[unknown, unknown]>([
    ['push-key-of-hls-1234', placeholderOf('value')],
    [
      { token: 'abc', on: true },
      { token: placeholderOf('token'), on: true },
    ],
    [{ url: 'https://u:p@h/' }, { url: `https://${placeholderOf('url')}@h/` }],
    [1, 1],
  ])('%j become %j', (value, open) => expect(takeValueSecrets(value).value).toEqual(open));
});

describe('a secret that a bundle leaves out', () => {
  const current = taken(youtube(CHANNEL, YOUTUBE));
  const wanted = current.process;
  const withOutput = (address: string, options: readonly string[] = []): InstalledProcess => ({
    ...wanted,
    config: { ...wanted.config, output: [{ id: 'output_0', address, options: [...options] }] },
  });
  const stored = Object(wanted.metadata[METADATA_KEY]);
  const key = placeholderOf('settings.stream_key');
  const kept = { 'settings.stream_key': 'k3y-0f-y0utub3' };

  it.each<[string, InstalledProcess]>([
    ['the same process', wanted],
    ['another name', { ...wanted, metadata: { [METADATA_KEY]: { ...stored, name: 'Other' } } }],
    ['a name like a host', { ...wanted, metadata: { [METADATA_KEY]: { ...stored, name: 'Studio.tv' } } }],
    [
      'a license and a description with a link',
      {
        ...wanted,
        metadata: {
          [METADATA_KEY]: { ...stored, license: 'https://example.org/l', meta: { description: 'https://example.org' } },
        },
      },
    ],
    ['other options', withOutput(wanted.config.output[0]?.address ?? '', ['-b:v', '1M'])],
    ['another state', { ...wanted, order: 'stop' }],
  ])('is kept with %s', (_, process) => expect(keptSecrets(process, current)).toEqual(kept));

  // A file from a stranger could send it elsewhere.
  it.each<[string, InstalledProcess]>([
    ['another server', withOutput(`rtmp://evil.example.org/live2/${key}`)],
    [
      'a second output',
      {
        ...wanted,
        config: {
          ...wanted.config,
          output: [...wanted.config.output, { id: '2', address: `http://evil.example.org/${key}`, options: [] }],
        },
      },
    ],
    ['another server without it', withOutput('rtmp://evil.example.org/live2/', ['-rtmp_playpath', key])],
    ['a proxy', withOutput(wanted.config.output[0]?.address ?? '', ['-http_proxy', 'http://evil.example.org'])],
    [
      'an input',
      {
        ...wanted,
        config: { ...wanted.config, input: [{ id: 'i', address: `http://evil.example.org/${key}`, options: [] }] },
      },
    ],
    ['a filter', withOutput(wanted.config.output[0]?.address ?? '', ['-vf', 'movie=rtsp\\://evil.example.org/x'])],
    [
      'another server in its form',
      {
        ...wanted,
        metadata: { [METADATA_KEY]: { ...stored, settings: { stream_key: key, server: 'rtmp://evil.example.org' } } },
      },
    ],
    [
      'another host in its form',
      {
        ...wanted,
        metadata: { [METADATA_KEY]: { ...stored, settings: { stream_key: key, address: 'evil.example.org/live' } } },
      },
    ],
    ...[
      ...[' evil.example.org/live', 'x@evil.example.org/live', '\tevil.example.org', 'evil/live', '//evil.example.org'],
      ...['\\\\evil.example.org', 'evil.example.org.', 'x:y@evil', '3232235777', '[::1]', '%65vil.example.org'],
      ...['еvil.example.org', `${key}@evil.example.org`],
    ].map((address): [string, InstalledProcess] => [
      `the host ${JSON.stringify(address)} in its form`,
      { ...wanted, metadata: { [METADATA_KEY]: { ...stored, settings: { stream_key: key, address } } } },
    ]),
    ...[' evil.example.org:80', 'x@evil.example.org', 'evil.example.org.'].map((proxy): [string, InstalledProcess] => [
      `the host ${JSON.stringify(proxy)} in an option`,
      withOutput(wanted.config.output[0]?.address ?? '', ['-http_proxy', proxy]),
    ]),
    [
      'another host of a source in its form',
      { ...wanted, metadata: { [METADATA_KEY]: { ...stored, sources: [{ settings: { address: ' evil/live' } }] } } },
    ],
    [
      'another text around it',
      { ...wanted, metadata: { [METADATA_KEY]: { ...stored, settings: { stream_key: `${key}@evil` } } } },
    ],
  ])('is not given to %s', (_, process) => expect(keptSecrets(process, current)).toEqual({}));

  it('is not that of another process', () => {
    const other = taken(youtube(CHANNEL, YOUTUBE, 'an0ther-k3y-0f-it'));
    expect(keptSecrets(wanted, other)).toEqual({ 'settings.stream_key': 'an0ther-k3y-0f-it' });
    expect(egressId('youtube', YOUTUBE)).toBe(wanted.id);
  });
});

it('settings of which all secrets are missing are found, whatever the secrets are called', () => {
  const [one, other] = [placeholderOf('outputs.0.address'), placeholderOf('settings.login')];
  const settings = { address: `live.example.com/app/${one}`, options: { user: `${one}:${other}`, name: 'Main' } };
  expect(keysOfSecrets(settings, ['outputs.0.address'])).toEqual(['address']);
  expect(keysOfSecrets(settings, ['outputs.0.address', 'settings.login'])).toEqual(['address', 'options.user']);
});

it('random texts are filled again to what they were', () => {
  const parts = [
    '${secret:',
    '}',
    'a',
    'rtmp://h/a/',
    's3cr3t-0f-it',
    '***',
    ' ',
    '{rtmp,name=',
    ',',
    '?token=',
    '"',
    '\\',
  ];
  for (let seed = 0; seed < 3000; seed += 1) {
    const text = Array.from(
      { length: 8 },
      (_, at) => parts[(seed * 7 + at * at * 13 + (seed >> at)) % parts.length],
    ).join('');
    const base = youtube(CHANNEL, YOUTUBE);
    const process = {
      ...base,
      config: { ...base.config, output: [{ id: 'o', address: text, options: [text] }] },
      metadata: { other: { text } },
    };
    const { process: open, secrets } = takeProcessSecrets(process, ['s3cr3t-0f-it']);
    expect(JSON.stringify(open)).not.toContain('s3cr3t-0f-it');
    expect(sameJson(fillProcess(open, secrets).filled, process), text).toBe(true);
  }
});
