import { expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { runCore } from './testing.ts';

const environment = {
  CORE_API_AUTH_ENABLE: 'true',
  CORE_API_AUTH_USERNAME: 'admin',
  CORE_API_AUTH_PASSWORD: 'secret',
};

it('wrong logins wait for their answer and hold up nobody who knows the password', { timeout: 60_000 }, async () => {
  const core = await runCore({ environment });
  const login = (password: string) => core.ask('POST', '/api/login', { username: 'admin', password });
  const wrong = Array.from({ length: 100 }, (_, index) => login(`wrong${index}`));
  // A client of its own: the others stand in line for theirs.
  const began = performance.now();
  const right = await fetch(`http://127.0.0.1:${core.port}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'secret' }),
  });
  const { access_token: token } = await right.json();
  expect(right.status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_500);
  const list = await fetch(`http://127.0.0.1:${core.port}/api/v3/process`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(list.status).toBe(200);
  for (const { status, ms } of await Promise.all(wrong)) {
    expect(status).toBe(401);
    expect(ms).toBeGreaterThan(4_900);
  }
});

it('a login that is larger than any is refused', { timeout: 60_000 }, async () => {
  const core = await runCore({ environment });
  const body = JSON.stringify({ username: 'admin', password: 'x'.repeat(limit('loginBody')) });
  expect((await core.ask('POST', '/api/login', body)).status).toBe(413);
});
