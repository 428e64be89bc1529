import { expect, it } from 'vitest';
import { languages, loadTexts } from '../../i18n/languages.ts';
import { meaningOfRefusal } from './assignRefusals.ts';

const rows: readonly (readonly [said: string, meaning: RegExp])[] = [
  ['api.auth.username and api.auth.password must be set', /username and a password/],
  ['storage.memory.auth.username and storage.memory.auth.password must be set', /username and a password/],
  ['a hostname must be set in order to get an automatic TLS certificate', /need a public domain/],
  ['tls.certfile and tls.keyfile must be set', /certificate file and a key file/],
  ['only host names are allowed if automatic TLS is enabled, but found IP address: 192.0.2.1', /domains names/],
  ["the host 'a.example.org' can't be resolved and will not work with automatic TLS", /does not resolve/],
  ['port 80 is in use by another program', /uses port 80/],
  ['address 127.0.0.1: missing port in address', /port from 1 to 65535/],
  ['the port must be numerical', /port from 1 to 65535/],
  ["The RTMP and RTMPS server can't listen on the same address", /different one/],
  ['RTMPS server can only be enabled if TLS is enabled', /RTMPS requires HTTPS/],
  ['live is not an absolute path', /Start with a slash/],
  ['must be non-empty', /is required/],
  ['must be equal or greater than 0', /0 or higher/],
  ['invalid CIDR address: nonsense', /CIDR notation/],
  ["bad origin: origins must contain '*' or include http://, or https://", /http:\/\/ or https/],
  ["mail: missing '@' or angle-addr", /e-mail/],
  ['this would lock out your own address', /lock you out/],
  ['no-such-binary not found or is not executable', /cannot run this program/],
];

it.each(rows)('explains the rejection "%s"', (message, meaning) => expect(meaningOfRefusal(message)).toMatch(meaning));

it('an unknown rejection has no explanation', () => expect(meaningOfRefusal('flux capacitor missing')).toBeNull());

it.each(languages.filter(({ code }) => code !== 'en').map(({ code }) => code))(
  'the explanations are translated into %s',
  async (code) => {
    const texts = await loadTexts(code);
    const missing = rows
      .map(([message]) => meaningOfRefusal(message) ?? '')
      .filter((text) => !texts[text] || texts[text] === text);
    expect(missing, `translate these in assets/locales/${code}.json`).toEqual([]);
  },
);
