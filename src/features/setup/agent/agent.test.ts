import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AGENT_API } from '../../../api/agentEndpoints.ts';
import { AGENT_KEY } from '../../../api/processIds.ts';
import { aCore, anAbout } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { logoutRequested, sessionStarted } from '../../gate/session/actions.ts';
import { lookRequested } from '../../live/proof/slice.ts';
import {
  agentAddressChecked,
  agentAddressSaved,
  agentConfirmed,
  agentHidden,
  agentRetried,
  agentShown,
} from './slice.ts';

const CORE = 'http://core.test';
const AGENT = 'http://core.test:8090';
const STATE = {
  ...{ version: '1', role: 'acting', core: { reachable: true, reason: null } },
  ...{ journal: { isKept: true, last: 1 }, history: { isKept: true }, channels: {} },
};

let requests: { url: string; bearer: string | null }[] = [];
let answer: (path: string) => Response = () => Response.json({});
const urls = () => requests.map(({ url }) => url);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  requests = [];
  answer = (path) => Response.json(path === '/healthz' ? { status: 'ok' } : STATE);
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    requests.push({ url, bearer: new Headers(headers).get('authorization') });
    return answer(url.slice(url.indexOf(AGENT_API) + AGENT_API.length));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refuse = (): Response => {
  throw new TypeError('Failed to fetch');
};
const problem = (status: number, detail: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'T', status, detail }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

const settle = async (ms = 50) => {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(ms);
};

interface Before {
  extensions?: readonly string[];
  stored?: unknown;
  storage?: Record<string, string>;
}

async function openAgent({ extensions = [], stored = null, storage = {} }: Before = {}) {
  const global: Record<string, unknown> = { [AGENT_KEY]: stored };
  const store = openStore({
    storage,
    core: aCore({
      about: () => ({ ...anAbout(), extensions }),
      metadataAll: () => structuredClone(global),
      metadataSet: ({ key, body }) => {
        global[key] = body;
        return body;
      },
    }),
  });
  store.dispatch(sessionStarted());
  await settle();
  store.core.setTokens({ access: 'secret', refresh: 'r' });
  return { store, global, shown: () => store.getState().agent };
}

describe('agent access', () => {
  it('sends no request while no screen needs the agent', async () => {
    await openAgent({ extensions: ['agent'] });
    await settle(60_000);
    expect(requests).toEqual([]);
  });

  it('finds the agent at the address of a core that includes one', async () => {
    const { store, shown } = await openAgent({ extensions: ['agent'], stored: { address: AGENT } });
    store.dispatch(agentShown());
    await settle();
    expect(shown().access).toEqual({ status: 'ready', address: CORE, state: STATE });
    expect(urls()).toEqual([`${CORE}${AGENT_API}/state`]);
    expect(requests[0]?.bearer).toBe('Bearer secret');
  });

  it('polls at most every ten seconds across screen changes, and never in a hidden tab', async () => {
    const { store } = await openAgent({ extensions: ['agent'] });
    for (let at = 0; at < 5; at++) {
      store.dispatch(agentShown());
      await settle(100);
      store.dispatch(agentHidden());
    }
    expect(requests).toHaveLength(1);
    store.dispatch(agentShown());
    await settle(15_000);
    expect(requests.length).toBeLessThanOrEqual(4);
    store.hide(true);
    await settle(100);
    const before = requests.length;
    await settle(60_000);
    expect(requests).toHaveLength(before);
    store.hide(false);
    store.dispatch(agentHidden());
    await settle(60_000);
    expect(requests.length).toBeLessThanOrEqual(before + 1);
  });

  it.each<[string, unknown]>([
    ['nothing is stored', null],
    ['no address is stored', { version: 1, alarms: {} }],
    ['the stored address is malicious', { address: 'javascript:alert(1)' }],
  ])('finds no agent if %s', async (_, stored) => {
    const { store, shown } = await openAgent({ stored });
    store.dispatch(agentShown());
    await settle();
    expect(shown().access).toEqual({ status: 'none' });
    expect(requests).toEqual([]);
  });

  it.each<[string, () => Response, string]>([
    ['its own message', () => problem(503, 'No agent is running'), 'No agent is running'],
    ['a note that something else responds', () => new Response('<html>'), 'Something other than the agent responded'],
    ['a note that it does not respond', refuse, 'The agent does not respond'],
    ['its rejection of the token', () => problem(401, 'Send an access token'), 'Send an access token'],
  ])('shows an unreachable agent with %s, and recovers by itself', async (_, failure, why) => {
    const good = answer;
    answer = failure;
    const { store, shown } = await openAgent({ extensions: ['agent'] });
    store.dispatch(agentShown());
    await settle();
    expect(shown().access).toMatchObject({ status: 'away', address: CORE, why: expect.stringContaining(why) });
    answer = good;
    await settle(10_000);
    expect(shown().access.status).toBe('ready');
  });

  it.each([
    ['restarted (ready all the time)', 2500, ['ready']],
    ['away for long (away meanwhile)', 20_000, ['ready', 'away', 'ready']],
  ])('shows statuses of an agent that is %s', async (_, awayMs, expected) => {
    const { store, shown } = await openAgent({ extensions: ['agent'] });
    store.dispatch(agentShown());
    await settle();
    const statuses = [shown().access.status];
    store.subscribe(() => {
      if (shown().access.status !== statuses.at(-1)) statuses.push(shown().access.status);
    });
    const good = answer;
    // The next poll fails.
    await settle(4500);
    answer = refuse;
    await settle(awayMs / 2);
    answer = good;
    await settle(10_000);
    expect(statuses).toEqual(expected);
  });

  it('polls at once when the operator retries', async () => {
    answer = () => problem(503, 'No');
    const { store, shown } = await openAgent({ extensions: ['agent'] });
    store.dispatch(agentShown());
    await settle();
    answer = () => Response.json(STATE);
    store.dispatch(agentRetried());
    await settle();
    expect(shown().access.status).toBe('ready');
  });

  it('forgets the agent on logout', async () => {
    const { store, shown } = await openAgent({ extensions: ['agent'] });
    store.dispatch(agentShown());
    await settle();
    store.dispatch(logoutRequested());
    await settle(20_000);
    expect(shown().access).toEqual({ status: 'unknown' });
    expect(requests).toHaveLength(1);
  });
});

describe('an agent at another origin', () => {
  it('gets no token before it is confirmed in this browser, and keeps the confirmation', async () => {
    const { store, shown } = await openAgent({ stored: { address: `${AGENT}/` } });
    store.dispatch(agentShown());
    await settle(20_000);
    expect(shown().access).toEqual({ status: 'unconfirmed', address: AGENT });
    store.dispatch(agentConfirmed('http://other.example'));
    await settle();
    expect(requests).toEqual([]);
    store.dispatch(agentConfirmed(AGENT));
    await settle();
    expect(shown().access).toMatchObject({ status: 'ready', address: AGENT });
    expect(requests).toEqual([{ url: `${AGENT}${AGENT_API}/state`, bearer: 'Bearer secret' }]);
    const reopened = await openAgent({ stored: { address: AGENT }, storage: Object.fromEntries(store.storage) });
    reopened.store.dispatch(agentShown());
    await settle();
    expect(reopened.shown().access.status).toBe('ready');
  });

  it.each([
    ['another address', { address: 'http://core.test:9999' }],
    ['another host', { address: 'http://core.test.evil.example:8090' }],
  ])('needs a new confirmation at %s', async (_, stored) => {
    const { store, shown } = await openAgent({ stored, storage: { agent: `${CORE} ${AGENT}` } });
    store.dispatch(agentShown());
    await settle();
    expect(shown().access.status).toBe('unconfirmed');
    expect(requests).toEqual([]);
  });

  it('needs a new confirmation if it was confirmed for another core', async () => {
    const { store, shown } = await openAgent({
      stored: { address: AGENT },
      storage: { agent: `http://b.test ${AGENT}` },
    });
    store.dispatch(agentShown());
    await settle();
    expect(shown().access.status).toBe('unconfirmed');
  });

  it('needs no confirmation at a path of the core', async () => {
    const { store, shown } = await openAgent({ stored: { address: `${CORE}/sluice` } });
    store.dispatch(agentShown());
    await settle();
    expect(shown().access).toMatchObject({ status: 'ready', address: `${CORE}/sluice` });
  });
});

describe('the agent', () => {
  it.each<[string, () => Response, object]>([
    [
      'is asked at once',
      () => Response.json({ command: 'look', done: [], failures: [] }),
      { tone: 'info', text: 'The agent looks at what viewers see. This takes up to half a minute.' },
    ],
    [
      'says why it cannot',
      () => problem(409, 'It is not live'),
      {
        tone: 'error',
        text: 'The agent cannot look at what viewers see ({{0}})',
        values: [{ text: 'It is not live' }],
      },
    ],
  ])('looks at what viewers see: it %s', async (_, reply, notice) => {
    answer = (path) => (path.endsWith('/look') ? reply() : Response.json(STATE));
    const { store } = await openAgent({ extensions: ['agent'] });
    store.dispatch(lookRequested('restreamer-ui:egress:rtmp:p'));
    await settle();
    expect(urls()).toEqual([
      `${CORE}${AGENT_API}/state`,
      `${CORE}${AGENT_API}/publications/restreamer-ui%3Aegress%3Artmp%3Ap/look`,
    ]);
    expect(store.getState().notice.shown).toMatchObject([notice]);
  });

  it('looks at nothing where there is none, and says so', async () => {
    const { store } = await openAgent();
    store.dispatch(lookRequested('restreamer-ui:egress:rtmp:p'));
    await settle();
    expect(urls()).toEqual([]);
    expect(store.getState().notice.shown).toMatchObject([{ tone: 'error' }]);
  });
});

describe('an entered address of an agent', () => {
  it('is checked without a token and stored beside foreign settings', async () => {
    const { store, global, shown } = await openAgent({ stored: { version: 1, alarms: { rules: {} }, theirs: 7 } });
    store.dispatch(agentShown());
    await settle();
    store.dispatch(agentAddressChecked(` ${AGENT}/ `));
    await settle();
    expect(requests).toEqual([{ url: `${AGENT}${AGENT_API}/healthz`, bearer: null }]);
    expect(shown().check).toEqual({ status: 'found', address: AGENT, trouble: null });
    expect(global[AGENT_KEY]).not.toHaveProperty('address');
    store.dispatch(agentAddressSaved());
    await settle();
    expect(global[AGENT_KEY]).toEqual({ version: 1, alarms: { rules: {} }, theirs: 7, address: AGENT });
    expect(shown().access).toMatchObject({ status: 'ready', address: AGENT });
    expect(shown().check).toEqual({ status: 'idle' });
  });

  it.each<[string, string, () => Response, object]>([
    ['with an invalid scheme', 'javascript:alert(1)', refuse, { status: 'faulty', fault: 'scheme' }],
    ['with a password', 'http://u:p@a.lan', refuse, { status: 'faulty', fault: 'login' }],
    [
      'of another server',
      AGENT,
      () => new Response('<html>'),
      { status: 'failed', address: AGENT, why: expect.stringContaining('Something other than the agent') },
    ],
    [
      'of an agent that reports a problem',
      AGENT,
      () => problem(503, 'The agent cannot use the core'),
      { status: 'found', address: AGENT, trouble: 'The agent cannot use the core' },
    ],
    ['of a proxy without an agent', AGENT, () => new Response('', { status: 503 }), { status: 'failed' }],
  ])('is checked before it is stored: one %s', async (_, entered, reply, check) => {
    answer = reply;
    const { store, global, shown } = await openAgent();
    store.dispatch(agentAddressChecked(entered));
    await settle();
    expect(shown().check).toMatchObject(check);
    const { status } = shown().check;
    store.dispatch(agentAddressSaved());
    await settle();
    expect(global[AGENT_KEY] !== null).toBe(status === 'found');
  });

  it('can be stored again after the core has not kept it', async () => {
    const store = openStore({ core: aCore() });
    store.dispatch(sessionStarted());
    await settle();
    store.dispatch(agentAddressChecked(AGENT));
    await settle();
    store.dispatch(agentAddressSaved());
    await settle(3000);
    expect(store.getState().agent.check.status).toBe('found');
    expect(store.getState().notice.shown.length).toBe(1);
  });
});
