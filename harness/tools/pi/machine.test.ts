import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../test/core/testTempDir.ts';

const WAIT = path.resolve('docker/pi/sluice-wait.sh');
const TEXTS = path.resolve('docker/pi/sluice-texts');
const SETUP = path.resolve('docker/pi/sluice-setup.sh');

describe('the page that waits for the set-up', () => {
  const sendRequest = (request: string, status: string | null) => {
    const file = path.join(testTempDir(), 'status');
    if (status !== null) writeFileSync(file, status);
    const { stdout } = spawnSync('sh', [WAIT], {
      input: request,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, SLUICE_STATUS: file, SLUICE_TEXTS: TEXTS },
    });
    const [head = '', body = ''] = stdout.split('\r\n\r\n');
    const [, length] = /Content-Length: (\d+)/.exec(head) ?? [];
    expect(Number(length)).toBe(Buffer.byteLength(body));
    return { head, body };
  };

  it.each(['GET / HTTP/1.1\r\nHost: studio.local\r\n\r\n', 'GET /ui/ HTTP/1.0\r\n\r\n', 'nonsense', ''])(
    'responds to %j',
    (request) => {
      const { head, body } = sendRequest(request, 'Loading %s ...\n<b> & "more"\n');
      expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: text\/html; charset=utf-8\r\n/);
      expect(body).toContain('<p role="status" id="status">Loading &lt;b&gt; &amp; "more" ...</p>');
    },
  );

  it('responds with the status line alone, for polling', () => {
    const { head, body } = sendRequest('GET /status HTTP/1.1\r\n\r\n', 'Loading %s ...\n<b>\n\n');
    expect(head).toContain('X-Sluice: waiting\r\n');
    expect(head).toContain('Content-Type: text/plain');
    expect(body).toBe('Loading <b> ...');
  });

  it.each([
    [
      'Accept-Language: de-AT,de;q=0.9,en;q=0.8',
      'de',
      'sluice:1 wird geladen ... Das ist fehlgeschlagen und wird wiederholt: 100% &lt;voll&gt;',
    ],
    ['accept-language: pt-BR', 'pt', 'A transferir sluice:1 ... Falhou e será tentado de novo: 100% &lt;voll&gt;'],
    [
      'Accept-Language: xx,ru;q=0.5',
      'ru',
      'Загрузка sluice:1 ... Не удалось, выполняется новая попытка: 100% &lt;voll&gt;',
    ],
    ['Accept-Language: en,de', 'en', 'Loading sluice:1 ... It has failed and is tried again: 100% &lt;voll&gt;'],
    ['Accept-Language: ../../etc', 'en', 'Loading sluice:1 ... It has failed and is tried again: 100% &lt;voll&gt;'],
    ['Cookie: a', 'en', 'Loading sluice:1 ... It has failed and is tried again: 100% &lt;voll&gt;'],
  ])('shows %j in %s', (header, language, line) => {
    const status = 'Loading %s ...\nsluice:1\n100% <voll>\n';
    const { body } = sendRequest(`GET / HTTP/1.1\r\n${header}\r\n\r\n`, status);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<p role="status" id="status">${line}</p>`);
  });

  it('has all texts of the set-up in every language, with the same placeholders', () => {
    const blocks = readFileSync(TEXTS, 'utf8')
      .trim()
      .split('\n\n')
      .map((block) => block.split('\n'));
    const languages = ['de', 'es', 'fr', 'it', 'pt', 'ru'];
    for (const [english = '', ...lines] of blocks) {
      expect(lines.map((line) => line.slice(0, 2))).toEqual(languages);
      for (const line of lines) expect(line.split('%').length).toBe(english.split('%').length);
    }
    const translated = blocks.map(([english]) => english);
    const textsIn = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:say|insist|text) '([^']+)'/g)].map(([, words]) => words);
    const all = new Set([...textsIn(SETUP), ...textsIn(WAIT), 'This machine has just started.']);
    expect([...all].sort()).toEqual(translated.toSorted());
  });

  it('shows a text before the first status', () =>
    expect(sendRequest('GET /status HTTP/1.1\r\n\r\n', null).body).toBe('This machine has just started.'));
});

describe('the set-up of a machine', () => {
  const HAS_NO_IMAGE = '[ "$1" != image ]';
  /** Stubs whose n-th call returns the n-th result, and later calls the last one. */
  function ran(answers: Readonly<Record<string, readonly string[]>>, imageFile: 'none' | 'named' | 'there' = 'none') {
    const folder = testTempDir();
    const programs = path.join(folder, 'programs');
    mkdirSync(programs);
    const settings = ["SLUICE_IMAGE='sluice:1'", ...(imageFile === 'none' ? [] : ['SLUICE_IMAGE_FILE=image.tar'])];
    writeFileSync(path.join(folder, 'settings'), `${settings.join('\n')}\n`);
    if (imageFile === 'there') writeFileSync(path.join(folder, 'image.tar'), 'image');
    writeFileSync(path.join(folder, '.env'), 'old', { mode: 0o644 });
    const all = {
      ip: ['echo default via 192.168.1.1'],
      getent: ['echo "$2:x:44:"', 'echo video:x:44:', 'echo audio:x:29:', 'echo render:x:105:'],
      hostname: ['echo studio'],
      docker: [HAS_NO_IMAGE],
      'apt-get': ['true'],
      systemctl: ['true'],
      curl: ['true'],
      date: ['echo 2026'],
      ...answers,
    };
    const calls = path.join(folder, 'calls');
    for (const [name, bodies] of Object.entries(all)) {
      const rows = bodies.map((body, index) => `${index === bodies.length - 1 ? '*' : index + 1}) ${body} ;;`);
      const file = path.join(programs, name);
      const counter = path.join(folder, `count-${name}`);
      writeFileSync(
        file,
        `#!/bin/sh\necho ${name} "$@" >>'${calls}'\nn=$(( $(cat '${counter}' 2>/dev/null || echo 0) + 1 ))\necho $n >'${counter}'\ncase $n in ${rows.join('\n')} esac\n`,
      );
      chmodSync(file, 0o755);
    }
    const status = path.join(folder, 'status');
    const {
      stdout,
      stderr,
      status: code,
    } = spawnSync('sh', [SETUP], {
      encoding: 'utf8',
      env: {
        PATH: `${programs}:${process.env.PATH}`,
        SLUICE_FOLDER: folder,
        SLUICE_STATUS: status,
        SLUICE_PAUSE: '0',
        SLUICE_BOOT: `/nowhere ${folder}`,
      },
    });
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    return { folder, code, stderr, out: stdout.trim().split('\n'), shown: read('status'), calls: read('calls'), read };
  }

  const WORKS = ['Loading sluice:1 ...', 'Starting Sluice ...', 'Waiting for Sluice to answer ...', 'Sluice runs.'];

  it('reports each step, and runs once', () => {
    const { out, shown, code, stderr, folder, calls, read } = ran({});
    expect([code, stderr]).toEqual([0, '']);
    expect(out).toEqual(['Installing Docker ...', ...WORKS]);
    expect(shown).toBe('Sluice runs.\n\n\n');
    expect(existsSync(path.join(folder, 'ready'))).toBe(true);
    expect(read('.env')).toBe(
      'SLUICE_IMAGE=sluice:1\nSLUICE_HOST=studio\nVIDEO_GROUP=44\nAUDIO_GROUP=29\nRENDER_GROUP=105\n',
    );
    // Can contain the address of a camera with its token.
    expect(statSync(path.join(folder, '.env')).mode & 0o777).toBe(0o600);
    // The page releases the port after all images are loaded, before the container takes it.
    expect(calls).toMatch(/docker compose pull\n.*systemctl stop sluice-wait\.socket\n.*docker compose up -d\n/s);
    expect(calls).toContain('systemctl disable sluice-wait.socket sluice-setup.service\n');
    expect(calls).not.toContain('apt-get');
  });

  it('reports a missing network, internet or time once each, and continues by itself', () => {
    const { out } = ran({
      ip: ['true', 'true', 'echo default'],
      getent: ['false', 'false', 'echo "$2:x:44:"'],
      date: ['echo 1970', 'echo 2026'],
    });
    expect(out.slice(0, 4)).toEqual([
      expect.stringMatching(/^There is no network\. Plug in .* Wi-Fi, .* on the card\./),
      expect.stringMatching(/^There is a network, but no internet/),
      'Waiting for the time of day from the network.',
      'Installing Docker ...',
    ]);
  });

  it('installs a missing container engine and its dependencies', () => {
    const { calls, out } = ran({
      docker: ['false', 'false', 'false', HAS_NO_IMAGE],
      'docker-compose': ['true'],
      curl: ['echo refused >&2; exit 7', 'true'],
    });
    expect(out.at(-1)).toBe('Sluice runs.');
    expect(calls).toContain('docker-compose pull\n');
  });

  it('reports why a step failed, and retries it', () => {
    const { out } = ran({
      docker: ['true', 'false', 'true', 'echo "Error: manifest unknown" >&2; exit 1', HAS_NO_IMAGE],
    });
    expect(out).toEqual([
      'Installing Docker ...',
      'Loading sluice:1 ...',
      'Error: manifest unknown',
      'Loading sluice:1 ... It has failed and is tried again: Error: manifest unknown',
      // The message stays until the step succeeds.
      ...WORKS.slice(1),
    ]);
  });

  it('loads the image from a file on the card, and deletes the file', () => {
    const { calls, out, folder } = ran({}, 'there');
    expect(out.at(-1)).toBe('Sluice runs.');
    expect(calls).toContain(`docker load --quiet --input ${folder}/image.tar\n`);
    expect(calls).not.toContain(' pull');
    expect(existsSync(path.join(folder, 'image.tar'))).toBe(false);
  });

  it.each([
    { what: 'the file is gone, from a registry', docker: HAS_NO_IMAGE, pulls: true },
    { what: 'it is already loaded, from nowhere', docker: 'true', pulls: false },
  ])('loads the image if $what', ({ docker, pulls }) => {
    const { calls } = ran({ docker: [docker] }, 'named');
    expect(calls.includes('docker compose pull\n')).toBe(pulls);
    expect(calls).not.toContain('docker load');
  });

  it('retries a file that cannot be loaded, and keeps it', () => {
    const { out } = ran(
      { docker: ['true', 'false', 'echo "no space left on device" >&2; exit 1', HAS_NO_IMAGE] },
      'there',
    );
    expect(out).toContain('Loading sluice:1 ... It has failed and is tried again: no space left on device');
    expect(out.at(-1)).toBe('Sluice runs.');
  });

  it('uses the group ids of this machine, and defaults for missing groups', () => {
    const groups = (...answers: string[]) =>
      ran({ getent: ['true', ...answers] })
        .read('.env')
        .split('\n')
        .slice(2, 5);
    expect(groups('echo video:x:39:', 'echo audio:x:63:', 'false')).toEqual([
      'VIDEO_GROUP=39',
      'AUDIO_GROUP=63',
      'RENDER_GROUP=65534',
    ]);
    expect(groups('false')).toEqual(['VIDEO_GROUP=44', 'AUDIO_GROUP=29', 'RENDER_GROUP=65534']);
  });
});
