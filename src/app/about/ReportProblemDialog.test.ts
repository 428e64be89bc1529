import { expect, it } from 'vitest';
import { sessionStarted } from '../../features/gate/session/actions.ts';
import { coreInfoOf } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import { aConfig, aCore, anAbout } from '../../testing/coreAnswers.ts';
import { openStore } from '../../testing/openStore.ts';
import { issueAddress, problemReport } from './ReportProblemDialog.tsx';

const USED = { version: 'Sluice 1.1.0', browser: 'Mozilla/5.0', language: 'de', core: null };

it('the problem report contains versions even before the login', () =>
  expect(JSON.parse(problemReport(USED))).toEqual({
    ...{ sluice: 'Sluice 1.1.0', browser: 'Mozilla/5.0', language: 'de', core: null },
  }));

it('the problem report describes the core without names or secrets', async () => {
  const config = () =>
    aConfig({
      id: 'secret-id',
      name: 'secret-name',
      host: { name: ['secret.example'] },
      rtmp: { enable: true, token: 'secret-token' },
      storage: { memory: { auth: { enable: true, username: 'secret-user', password: 'secret-word' } } },
    });
  const about = () => anAbout({ name: 'secret-name', auths: ['localjwt', 'auth0 domain=secret.example'] });
  const store = openStore({ core: aCore({ config, about }) });
  store.dispatch(sessionStarted());
  await expect.poll(() => store.getState().session.status).toBe('ready');
  const state: LiveState = store.getState();
  const report = problemReport({ ...USED, core: coreInfoOf(state.session) });
  expect(JSON.parse(report)).toMatchObject({
    core: { about: { version: { number: '16.14.0' } }, config: { rtmp: { enable: true, token: '***' } } },
  });
  expect(report).not.toMatch(/secret/);
});

it.each([
  ['https://example.org/sluice/issues', 'short', 'short'],
  ['https://example.org/sluice/issues/', 'x'.repeat(10_000), null],
])('the problem report fills in the form at %s as far as the URL length allows', (issues, report, expected) => {
  const { pathname, searchParams } = new URL(issueAddress(issues, 'Sluice 1.1.0', report));
  expect(pathname).toBe('/sluice/issues/new');
  expect(searchParams.get('version')).toBe('Sluice 1.1.0');
  expect(searchParams.get('report')).toBe(expected);
});
