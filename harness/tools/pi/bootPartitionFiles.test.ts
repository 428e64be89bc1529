import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { cardFiles, nextSteps, placeOf, readSources } from './bootPartitionFiles.ts';
import type { CardSettings } from './cardSettings.ts';
import { EXAMPLE_SETTINGS, presharedKey } from './cardSettings.ts';
import { cmdlineWith } from './firstRunScript.ts';
import { PLACES, quoteForShell, UNITS } from './machineFiles.ts';

const SOURCES = await readSources();
const SETTINGS = EXAMPLE_SETTINGS;
const filesFor = (settings: CardSettings = SETTINGS) => cardFiles(settings, SOURCES, { kind: 'folder' });
const read = (text = '') => parse(text, { version: '1.1' });

describe('user-data and network-config', () => {
  it('contain the settings with any characters', () => {
    const { 'user-data': userData, 'network-config': network } = filesFor();
    expect(userData).toMatch(/^#cloud-config\n/);
    const data = read(userData);
    expect(data).toMatchObject({ hostname: 'studio', ssh_pwauth: false });
    expect(data.users).toEqual([
      expect.objectContaining({ name: 'anna', lock_passwd: true, ssh_authorized_keys: [SETTINGS.sshKey] }),
    ]);
    expect(read(network).network.wifis.wlan0).toMatchObject({
      'regulatory-domain': 'DE',
      'access-points': { [SETTINGS.wifi?.name ?? '']: { password: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(Object.values(filesFor()).join('')).not.toContain(SETTINGS.wifi?.password);
  });

  it.each([
    'no',
    'on',
    '123',
    '0x1f',
    '1:30',
    '~',
    'null',
    '2026-01-01',
    '<<',
    '- a',
    'a: b',
    '&a',
    '*a',
    '!a',
    '%a',
    ' a ',
  ])('keep %j a string, as the name of a network', (name) => {
    const wifi = { name, password: '0'.repeat(64), country: 'NO' };
    expect(read(filesFor({ ...SETTINGS, wifi })['network-config']).network.wifis.wlan0).toMatchObject({
      'regulatory-domain': 'NO',
      'access-points': { [name]: { password: '0'.repeat(64) } },
    });
  });

  it('need no Wi-Fi', () => {
    const { 'user-data': userData, 'network-config': network } = filesFor({ ...SETTINGS, wifi: null });
    expect(userData).not.toContain('rfkill');
    expect(read(network).network).toEqual({ version: 2, ethernets: { eth0: { dhcp4: true, optional: true } } });
  });

  it('contain every file of docker/pi, and enable the page before the units it waits for', () => {
    const data = read(filesFor()['user-data']);
    const written = new Map<string, { content: string; permissions: string }>(
      data.write_files.map((file: { path: string; content: string; permissions: string }) => [file.path, file]),
    );
    expect(PLACES.map(([source]) => source).sort()).toEqual(Object.keys(SOURCES).sort());
    for (const [source, file] of PLACES) expect(written.get(file)?.content).toBe(SOURCES[source]);
    expect(written.get('/etc/sluice/settings')?.content).toBe(
      `SLUICE_IMAGE='${SETTINGS.image}'\nSLUICE_IMAGE_FILE=sluice-image.tar\n`,
    );
    expect(data.runcmd.at(-1)).toEqual(['systemctl', 'enable', '--now', '--no-block', ...UNITS]);
  });
});

describe('firstrun.sh', () => {
  /** Runs the script on a folder in place of `/`, with stubs for the programs of a Raspberry Pi. */
  function ran(settings: CardSettings) {
    const root = testTempDir();
    const programs = path.join(root, 'programs');
    for (const folder of ['etc/sudoers.d', 'etc/ssh/sshd_config.d', 'boot', 'programs'])
      mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n');
    writeFileSync(path.join(root, 'boot/cmdline.txt'), cmdlineWith('console=tty1 quiet\n'));
    const calls = path.join(root, 'calls');
    for (const name of [
      'id',
      'useradd',
      'usermod',
      'chown',
      'getent',
      'systemctl',
      'raspi-config',
      'rfkill',
      'reboot',
    ]) {
      const file = path.join(programs, name);
      writeFileSync(file, `#!/bin/sh\necho ${name} "$@" >>'${calls}'\n[ ${name} != id ]\n`);
      chmodSync(file, 0o755);
    }
    const script = path.join(root, 'boot/firstrun.sh');
    writeFileSync(script, cardFiles(settings, SOURCES, { kind: 'folder' })['firstrun.sh'] ?? '');
    const { status, stderr } = spawnSync('sh', [script], {
      encoding: 'utf8',
      env: { PATH: `${programs}:${process.env.PATH}`, ROOT: root, BOOT: path.join(root, 'boot') },
    });
    const content = (file: string) => readFileSync(path.join(root, file), 'utf8');
    return { root, status, stderr, content, calls: readFileSync(calls, 'utf8'), script };
  }

  it('sets up the machine, executes nothing in a name, and deletes itself', () => {
    const { root, status, stderr, content, calls, script } = ran(SETTINGS);
    expect([status, stderr]).toEqual([0, '']);
    expect(content('etc/hostname')).toBe('studio\n');
    expect(content('etc/hosts')).toContain('127.0.1.1\tstudio\n');
    expect(content('home/anna/.ssh/authorized_keys')).toBe(`${SETTINGS.sshKey}\n`);
    for (const [source, file] of PLACES) expect(content(file)).toBe(SOURCES[source]);
    expect(content('etc/sluice/settings')).toBe(
      `SLUICE_IMAGE='${SETTINGS.image}'\nSLUICE_IMAGE_FILE=sluice-image.tar\n`,
    );
    const network = 'etc/NetworkManager/system-connections/wifi.nmconnection';
    const name = [...new TextEncoder().encode(SETTINGS.wifi?.name)].join(';');
    expect(content(network)).toContain(`\nssid=${name};\n`);
    expect(content(network)).toMatch(/\npsk=[0-9a-f]{64}\n/);
    expect(statSync(path.join(root, network)).mode & 0o777).toBe(0o600);
    expect(calls).toContain('useradd --create-home --shell /bin/bash anna\n');
    expect(calls).toContain('raspi-config nonint do_wifi_country DE\n');
    expect(calls).toContain(`systemctl enable ssh ${UNITS.join(' ')}\n`);
    expect(calls).not.toContain('reboot');
    expect(content('boot/cmdline.txt')).toBe('console=tty1 quiet\n');
    expect(existsSync(script)).toBe(false);
  });

  it('needs no Wi-Fi', () => {
    const { status, calls, root } = ran({ ...SETTINGS, wifi: null });
    expect(status).toBe(0);
    expect(calls).not.toMatch(/raspi-config|rfkill/);
    expect(existsSync(path.join(root, 'etc/NetworkManager'))).toBe(false);
  });

  it('is added to cmdline.txt once', () => {
    const once = cmdlineWith('console=tty1 quiet\n');
    expect(once).toMatch(/^console=tty1 quiet systemd\.run=\/boot\/firmware\/firstrun\.sh .+\n$/);
    expect(cmdlineWith(once)).toBe(once);
  });
});

describe('the kind of card', () => {
  it.each([
    [['config.txt', 'cmdline.txt', 'user-data'], 'a\n', 'cloud-init', ['user-data', 'network-config']],
    [['config.txt', 'cmdline.txt'], 'a\n', 'first run', ['firstrun.sh', 'cmdline.txt']],
    [[], null, 'folder', ['user-data', 'network-config', 'firstrun.sh']],
  ])('is recognized by its files %j', (names, cmdline, kind, files) => {
    const place = placeOf(names, cmdline);
    expect(place.kind).toBe(kind);
    expect(Object.keys(cardFiles(SETTINGS, SOURCES, place))).toEqual(files);
    expect(nextSteps(SETTINGS, '/media/card', place).join('\n')).toMatch(
      /\/media\/card.*http:\/\/studio\.local\/ui\//s,
    );
  });
});

it.each(["'", "a'b'c", '$(x)', '\\', '`x`', '"', '\n', ''])('a shell reads the quoted %j unchanged', (text) =>
  expect(spawnSync('sh', ['-c', `printf %s ${quoteForShell(text)}`], { encoding: 'utf8' }).stdout).toBe(text),
);

// IEEE 802.11-2020, J.4.2
it.each([
  ['IEEE', 'password', 'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e'],
  ['ThisIsASSID', 'ThisIsAPassword', '0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af'],
  ['any', 'AB'.repeat(32), 'ab'.repeat(32)],
])('the key of %s with %s is %s', (name, password, expected) =>
  expect(presharedKey({ name, password, country: 'DE' })).toBe(expected),
);
