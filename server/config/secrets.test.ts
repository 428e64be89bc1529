import { describe, expect, it } from 'vitest';
import { Config } from './configSchema.ts';
import { dropKeptSecrets, hideSecrets, SET } from './secrets.ts';

const auth = (password: unknown, secret: unknown) => ({ api: { auth: { enable: true, password, jwt: { secret } } } });

describe('a config that is shown', () => {
  it.each([
    ['that there is a password and a secret', auth('pass-word', 'sign'), auth(SET, SET)],
    ['that there is none', auth('', ''), auth('', '')],
  ])('says %s', (_, stored, shown) => expect(hideSecrets(Config.parse(stored))).toMatchObject(shown));

  it('shows all else as it is', () => {
    const config = Config.parse({ rtmp: { token: 't' }, storage: { memory: { auth: { password: 'm' } } } });
    expect(hideSecrets(config)).toEqual(config);
  });
});

describe('a change keeps what is stored', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['sent as it was shown', auth(SET, SET), { api: { auth: { enable: true, jwt: {} } } }],
    ['of a form that never had it', auth('', 's'), { api: { auth: { enable: true, jwt: { secret: 's' } } } }],
    ['and no more than that', auth('new', 'new'), auth('new', 'new')],
    // An empty secret is refused: nothing may keep it by mistake.
    ['but no empty secret', auth('new', ''), auth('new', '')],
    ['without a word of it', { version: 3, rtmp: { token: SET } }, { version: 3, rtmp: { token: SET } }],
    ['in a shape that is none', { api: [SET] }, { api: [SET] }],
    ['of another type', auth(null, 7), auth(null, 7)],
  ])('%s', (_, patch, left) => expect(dropKeptSecrets(patch)).toEqual(left));
});
