import type { Fixture } from '../fixture.ts';
import { PASSWORD, USER } from '../fixture.ts';
import type { Scenario } from '../scenario.ts';
import {
  addProcess,
  deleteFile,
  deleteProcess,
  metadata,
  prepareCore,
  processOf,
  putFile,
  sequenceOfSteps,
  set,
  updateProcess,
} from '../scenarioSteps.ts';

const claims = (more: object) => {
  const now = Math.floor(Date.now() / 1000);
  return { iss: 'datarhei-core', sub: USER, iat: now - 100, exp: now + 100, exi: 200, jti: 'x', ...more };
};
const past = () => ({ exp: Math.floor(Date.now() / 1000) - 1 });
const signed = (more: () => object) => (fixture: Fixture) => fixture.sign(claims(more()));

function forged({ tokens }: Fixture): string {
  const [header = '', payload = '', signature = ''] = tokens.refresh.split('.');
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: 1 };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

export const loginErrorsMetadataAndLog: readonly Scenario[] = [
  { area: 'about', phase: 'open' },
  { area: 'about', phase: 'main', begin: prepareCore },
  { area: 'login', phase: 'open' },
  { area: 'login', phase: 'main', begin: prepareCore },
  { area: 'refresh', phase: 'open' },
  {
    area: 'refresh',
    phase: 'main',
    begin: prepareCore,
    bearer: {
      'refresh with a changed token (expired, signature no longer fits)': forged,
      'refresh with a self-made token of right signature': signed(() => ({ usefor: 'refresh' })),
      'refresh with an expired token of right signature': signed(() => ({ usefor: 'refresh', ...past() })),
      'API call with an expired access token of right signature': signed(() => ({ usefor: 'access', ...past() })),
      'API call with a token without usefor': signed(() => ({})),
      'API call with a token without exp': signed(() => ({ usefor: 'access', exp: undefined })),
      'API call with another sub and iss': signed(() => ({ usefor: 'access', sub: 'nobody', iss: 'else' })),
      'API call with alg none': (fixture) =>
        `${fixture.sign(claims({ usefor: 'access' }), { alg: 'none', typ: 'JWT' }).replace(/[^.]*$/, '')}`,
    },
  },
  {
    area: 'errors',
    phase: 'main',
    begin: prepareCore,
    bodies: {
      'very large body is accepted or not (2 MB metadata)': JSON.stringify({ s: 'x'.repeat(2 * 1024 * 1024) }),
    },
  },
  {
    area: 'errors',
    phase: 'limits',
    begin: prepareCore,
    before: {
      'storage CORS restricted: allowed origin': sequenceOfSteps(
        set({ storage: { cors: { origins: ['https://ok.example'] } } }),
        putFile('/mem/c.txt', 'x'),
      ),
      'auth.disable_localhost: API without token from loopback': sequenceOfSteps(
        deleteFile('/mem/c.txt'),
        set({
          storage: { cors: { origins: ['*'] } },
          api: { auth: { disable_localhost: true }, access: { http: { allow: [], block: ['198.51.100.0/24'] } } },
        }),
      ),
      'read only API: POST process': set({
        api: { read_only: true, auth: { disable_localhost: false }, access: { http: { allow: [], block: [] } } },
      }),
    },
  },
  { area: 'metadata', phase: 'open' },
  {
    area: 'metadata',
    phase: 'main',
    begin: prepareCore,
    before: {
      'process metadata, none': addProcess('rec:meta'),
      'process metadata after the process was updated by PUT': updateProcess(
        'rec:meta',
        processOf('rec:meta', { reconnect_delay_seconds: 9 }),
      ),
      'process metadata after delete and add': sequenceOfSteps(
        metadata('/process/rec:meta/metadata/rec-ui', { a: 1 }),
        deleteProcess('rec:meta'),
        addProcess('rec:meta'),
      ),
    },
  },
  { area: 'skills', phase: 'main', begin: prepareCore },
  {
    area: 'log',
    phase: 'main',
    begin: prepareCore,
    observe: Object.fromEntries(
      ['log', 'log, format=raw', 'log, format=console', 'log, unknown format'].map((name) => [name, logOf]),
    ),
  },
];

/** The recording contains a few lines of the log and the number of lines. */
async function logOf(fixture: Fixture, { request, response }: { request: { path: string }; response: object }) {
  const answer = await fixture.send({
    path: request.path,
    headers: { Authorization: `Bearer ${fixture.tokens.access}` },
  });
  const lines: unknown[] = JSON.parse(fixture.clean(answer.body.toString()));
  const all = {
    status: answer.status,
    headers: { 'content-type': answer.headers['content-type'] },
    lines: lines.length,
    type_of_line: typeof lines[0],
    first: lines.slice(0, 1),
    last: lines.slice(-1),
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in response));
}

export const account = { CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: USER, CORE_API_AUTH_PASSWORD: PASSWORD };
