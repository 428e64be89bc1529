import { describe, expect, it } from 'vitest';
import { cardSettingsOf, faultOfSshKey } from './cardSettings.ts';

const key = (type: string, ...parts: string[]) =>
  `${type} ${Buffer.concat(
    [type, ...parts].flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, Buffer.from(part)];
    }),
  ).toString('base64')}`;
const KEY = `${key('ssh-ed25519', 'x'.repeat(32))} anna@laptop`;
const GIVEN = { IMAGE: 'ghcr.io/example/sluice:1.1.0-rpi', SSH_KEY: KEY };
const WIFI = { WIFI_NAME: 'Home', WIFI_PASSWORD: 'longenough', WIFI_COUNTRY: 'DE' };

describe('settings of a card', () => {
  it('for a network cable use default names', () =>
    expect(cardSettingsOf({ ...GIVEN, WIFI_NAME: '', PATH: '/bin' })).toEqual({
      image: GIVEN.IMAGE,
      hasImageFile: false,
      host: 'sluice',
      user: 'sluice',
      sshKey: KEY,
      wifi: null,
    }));

  it.each([
    { WIFI_NAME: 'no' },
    { WIFI_NAME: '"; $(reboot) #' },
    { WIFI_NAME: "Anna's Café 📷" },
    { WIFI_PASSWORD: `\\ '"$(x)\`: #` },
    { WIFI_PASSWORD: 'A'.repeat(64) },
    { WIFI_COUNTRY: 'GB' },
  ])('for Wi-Fi are accepted with %o', (wifi) => {
    const { WIFI_NAME: name, WIFI_PASSWORD: password, WIFI_COUNTRY: country } = { ...WIFI, ...wifi };
    expect(cardSettingsOf({ ...GIVEN, ...WIFI, ...wifi }).wifi).toEqual({ name, password, country });
  });

  it.each(['sluice:1', 'registry:5000/a/b_c:X-rpi', `sluice@sha256:${'0a'.repeat(32)}`])(
    'accept the image %s',
    (IMAGE) => expect(cardSettingsOf({ ...GIVEN, IMAGE }).image).toBe(IMAGE),
  );
});

describe('invalid settings of a card', () => {
  it.each<[Record<string, string>, string | RegExp]>([
    [{ IMAGE: '' }, 'IMAGE is missing'],
    [{ IMAGE: 'sluice' }, 'IMAGE must be an image with its tag'],
    [{ IMAGE: 'sluice:1 && reboot' }, 'IMAGE must be'],
    [{ IMAGE: "sluice:1'\nrm" }, 'IMAGE must be'],
    [{ HOST_NAME: 'sluice.local' }, 'Leave out ".local"'],
    [{ HOST_NAME: 'Studio' }, 'small letters'],
    [{ HOST_NAME: '-a' }, 'no hyphen at either end'],
    [{ HOST_NAME: 'a'.repeat(64) }, '63 at most'],
    [{ HOST_NAME: 'localhost' }, 'a name of its own'],
    [{ HOST_NAME: "x';reboot" }, 'HOST_NAME may have'],
    [{ PI_USER: 'root' }, 'none of the accounts'],
    [{ PI_USER: 'anna b' }, 'PI_USER may have'],
    [{ PI_USER: '1a' }, 'begins with a letter'],
    [{ ...WIFI, WIFI_PASSWORD: '' }, 'WIFI_PASSWORD is missing: Wi-Fi needs'],
    [{ WIFI_NAME: 'Home' }, 'WIFI_PASSWORD and WIFI_COUNTRY are missing'],
    [{ ...WIFI, WIFI_PASSWORD: 'short' }, '8 to 63'],
    [{ ...WIFI, WIFI_PASSWORD: 'a'.repeat(65) }, '8 to 63'],
    [{ ...WIFI, WIFI_PASSWORD: 'g'.repeat(64) }, '64 hexadecimal digits'],
    [{ ...WIFI, WIFI_PASSWORD: 'schönes Wetter' }, 'without accents'],
    [{ ...WIFI, WIFI_NAME: 'é'.repeat(17) }, '32 bytes at most'],
    [{ ...WIFI, WIFI_NAME: 'a\nb' }, 'cannot be seen'],
    [{ ...WIFI, WIFI_NAME: 'a\u202eb' }, 'cannot be seen'],
    [{ ...WIFI, WIFI_COUNTRY: 'UK' }, 'such as DE, FR or GB'],
    [{ ...WIFI, WIFI_COUNTRY: 'de' }, 'two capital letters'],
    [{ ...WIFI, WIFI_COUNTRY: 'XQ' }, 'two capital letters'],
    [{ SSH_KEY: '' }, 'SSH_KEY is missing'],
    [{ IMAGE: '', HOST_NAME: 'A', SSH_KEY: 'x' }, /IMAGE .*\nHOST_NAME .*\nSSH_KEY /],
  ])('%o: %s', (changed, message) => expect(() => cardSettingsOf({ ...GIVEN, ...changed })).toThrow(message));
});

describe('a public key', () => {
  it.each([KEY, `${key('ssh-rsa', 'e', 'n'.repeat(257))}\n`, key('sk-ssh-ed25519@openssh.com', 'x', 'ssh:')])(
    '%s is valid',
    (text) => expect(faultOfSshKey(text)).toBeNull(),
  );

  it.each([
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc', 'is the private key'],
    [`${KEY}\n${KEY}`, 'must be one line'],
    [`no-pty ${KEY}`, 'begins with ssh-ed25519 or ssh-rsa'],
    ['anna@laptop', 'begins with'],
    ['ssh-ed25519', 'is not whole'],
    ['ssh-ed25519 AAAA', 'is not whole'],
    [key('ssh-ed25519'), 'is not whole'],
    [KEY.slice(0, 40), 'is not whole'],
    [KEY.replace('ssh-ed25519', 'ssh-rsa'), 'is not whole'],
    ['ssh-ed25519 $(reboot)', 'is not whole'],
  ])('%s is rejected: %s', (text, fault) => expect(faultOfSshKey(text)).toContain(fault));
});
