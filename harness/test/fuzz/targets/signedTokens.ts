import { createHmac } from 'node:crypto';
import { lifetimeOf } from '../../../../src/api/token.ts';
import { bearerToken, type TokenUse, tokensOf } from '../coreParserAdapters.ts';
import { choice, headerText, record } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';

const auth = {
  enable: true,
  disable_localhost: false,
  username: 'admin',
  password: 'secret',
  jwt: { secret: 'a secret of the core' },
  auth0: { enable: false, tenants: [] },
};
const tokens = tokensOf(auth);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (head: unknown, payload: unknown, key: string, hash = 'sha256') => {
  const text = `${part(head)}.${part(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
};
const KEY = `${auth.username}${auth.password}${auth.jwt.secret}`;
const HEAD = { alg: 'HS256', typ: 'JWT' };
const LATER = 4_000_000_000;
const valid: Readonly<Record<TokenUse, string>> = {
  access: signed(HEAD, { usefor: 'access', exp: LATER, exi: 600 }, KEY),
  refresh: signed(HEAD, { usefor: 'refresh', exp: LATER }, KEY),
};

const forged = [
  `${part({ alg: 'none' })}.${part({ usefor: 'access', exp: LATER })}.`,
  signed(HEAD, { usefor: 'access', exp: LATER }, ''),
  signed(HEAD, { usefor: 'access', exp: LATER }, 'secret'),
  signed(HEAD, { usefor: 'access', exp: 1 }, KEY),
  signed(HEAD, { usefor: 'access', exp: 'never' }, KEY),
  signed(HEAD, { usefor: ['access'], exp: LATER }, KEY),
  signed({ alg: 'HS384' }, { usefor: 'access', exp: LATER }, KEY, 'sha384'),
  signed({ ...HEAD, crit: ['b64'], b64: false }, { usefor: 'access', exp: LATER }, KEY),
];

/** The decoded token: the last character of a signature has unused bits. */
const meaning = (token: string) => {
  const at = token.lastIndexOf('.');
  return `${token.slice(0, at)} ${Buffer.from(token.slice(at + 1), 'base64url').toString('hex')}`;
};

const WORDS = [
  '.',
  'Bearer ',
  'eyJ',
  '=',
  '-',
  '_',
  ...forged.flatMap((token) => token.split('.')),
  ...valid.access.split('.'),
  ...valid.refresh.split('.'),
];

const bearer = target<{ header: string; use: TokenUse }>({
  name: 'tokens: nothing that was not signed is taken',
  reads: ['server/http/login/tokens.ts', 'src/api/token.ts'],
  kind: record({
    header: headerText(WORDS),
    use: choice<TokenUse>(['access', 'refresh']),
  }),
  examples: [
    { header: `Bearer ${valid.access}`, use: 'access' },
    { header: `Bearer ${valid.refresh}`, use: 'refresh' },
    { header: `Bearer ${forged[0]}`, use: 'access' },
    ...forged.map((token) => ({ header: `Bearer ${token}`, use: 'access' as const })),
  ],
  bounds: { growTo: 16 * 1024 },
  async run({ header, use }) {
    const token = bearerToken(header);
    must(header.includes(token), 'a token that is not in the header');
    const isTaken = await tokens.isValid(token, use);
    must(!isTaken || meaning(token) === meaning(valid[use]), () => `${token} is taken`);
    must(isTaken || token !== valid[use], 'the good one is refused');
    const lifetime = lifetimeOf(token);
    return { isTaken, lifetime };
  },
  findings: [],
});

export const tokenTargets = [bearer];
