import { expect, it } from 'vitest';
import { tenantName, tenantsIn } from './auth0Tenants.ts';

const WHOLE = 'auth0 domain=id.example audience=https://core/?a=b clientid=abc';

it.each([
  ['nothing else', ['localjwt'], []],
  ['one, with an equals sign in a value', ['localjwt', WHOLE], ['id.example https://core/?a=b abc']],
  ['one with a port', ['auth0 domain=127.0.0.1:8443 audience=a clientid=c'], ['127.0.0.1:8443 a c']],
  ['duplicates', [WHOLE, WHOLE], ['id.example https://core/?a=b abc']],
  [
    'two of one provider',
    [WHOLE, WHOLE.replace('abc', 'x')],
    ['id.example https://core/?a=b abc', 'id.example https://core/?a=b x'],
  ],
  [
    'two of one provider with different audiences',
    [WHOLE, WHOLE.replace('?a=b', '')],
    ['id.example https://core/ abc', 'id.example https://core/?a=b abc'],
  ],
  [
    'in a fixed order',
    [WHOLE.replace('id.', 'x.'), WHOLE],
    ['id.example https://core/?a=b abc', 'x.example https://core/?a=b abc'],
  ],
  ['without a domain', ['auth0 domain= audience=a clientid=c'], []],
  ['without an audience', ['auth0 domain=id.example clientid=c'], []],
  ['without a client', ['auth0 domain=id.example audience=a clientid='], []],
  ['a domain with a path', ['auth0 domain=https://id.example/x audience=a clientid=c'], []],
  ['a bare word', ['auth0'], []],
  ['another kind', ['oidc domain=id.example audience=a clientid=c'], []],
])('reads tenants from the ways to log in: %s', (_, auths, expected) => {
  expect(tenantsIn(auths).map(({ domain, audience, clientId }) => `${domain} ${audience} ${clientId}`)).toEqual(
    expected,
  );
});

const named = (...auths: string[]) => {
  const tenants = tenantsIn(auths);
  return tenants.map((tenant) => tenantName(tenant, tenants));
};

it.each([
  ['one of each provider', [WHOLE, WHOLE.replace('id.', 'other.')], ['id.example', 'other.example']],
  ['two clients', [WHOLE, WHOLE.replace('abc', 'x')], ['id.example (abc)', 'id.example (x)']],
  [
    'two audiences',
    [WHOLE, WHOLE.replace('?a=b', '')],
    ['id.example (https://core/)', 'id.example (https://core/?a=b)'],
  ],
])('gives tenants distinct names: %s', (_, auths, expected) => expect(named(...auths)).toEqual(expected));
