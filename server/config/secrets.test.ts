import { describe, expect, it } from 'vitest';
import { Config } from './configSchema.ts';
import { dropKeptSecrets, hideSecrets, SET } from './secrets.ts';

const auth = (password: unknown, secret: unknown) => ({ api: { auth: { enable: true, password, jwt: { secret } } } });

describe('a config in a response', () => {
  it.each([
    ['that a password and a secret exist', auth('pass-word', 'sign'), auth(SET, SET)],
    ['that none exist', auth('', ''), auth('', '')],
  ])('states %s', (_, stored, shown) => expect(hideSecrets(Config.parse(stored))).toMatchObject(shown));

  it('shows everything except the secrets', () => {
    const config = Config.parse({ rtmp: { token: 't' }, storage: { memory: { auth: { password: 'm' } } } });
    expect(hideSecrets(config)).toEqual(config);
  });
});

describe('stored secrets', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['sent back as shown', auth(SET, SET), { api: { auth: { enable: true, jwt: {} } } }],
    ['from a form without the password', auth('', 's'), { api: { auth: { enable: true, jwt: { secret: 's' } } } }],
    ['with new secrets', auth('new', 'new'), auth('new', 'new')],
    // An empty secret is invalid and must not be replaced by the stored one.
    ['with an empty secret', auth('new', ''), auth('new', '')],
    ['without a login section', { version: 3, rtmp: { token: SET } }, { version: 3, rtmp: { token: SET } }],
    ['with a malformed section', { api: [SET] }, { api: [SET] }],
    ['with wrong types', auth(null, 7), auth(null, 7)],
  ])('are kept or replaced by a patch %s', (_, patch, left) => expect(dropKeptSecrets(patch)).toEqual(left));
});
