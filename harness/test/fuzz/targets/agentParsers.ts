import { createAgentApi } from '../../../../agent/agentApi.ts';
import { parseLease } from '../../../../agent/agentLease.ts';
import { parseOutboxRow } from '../../../../agent/alarms/outbox.ts';
import { askCore } from '../../../../agent/askCore.ts';
import { noControl } from '../../../../agent/control/testing.ts';
import { openJournal } from '../../../../agent/journal.ts';
import { parseEventId, parseLimit } from '../../../../agent/parseEventsQuery.ts';
import { AGENT_API, agentEndpoints, MOST_EVENTS, ProblemDetails } from '../../../../src/api/agentEndpoints.ts';
import { parseAgentAddress } from '../../../../src/media/agent/agentAddress.ts';
import { ALARM_RULE_IDS } from '../../../../src/media/incident/alarmRules.ts';
import { isRuleValue, parseAlarmSettings, storeAlarmSettings } from '../../../../src/media/incident/alarmSettings.ts';
import { parseAlarmWording, storeAlarmWording } from '../../../../src/media/incident/alarmWording.ts';
import { parseIncident, resumeIncidents } from '../../../../src/media/incident/incidents.ts';
import { parseMessageBook } from '../../../../src/media/incident/messages.ts';
import { RULE_SECONDS } from '../../../../src/media/incident/usualChoice.ts';
import { type Json, json, record, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';

const lease = target({
  name: 'agent: lease',
  reads: ['agent/agentLease.ts'],
  kind: text({ words: ['{"name":"', '","counter":', '1e999', '-1', '1}', 'null', '[]'] }),
  examples: ['{"name":"0123456789abcdef","counter":7}', '{"name":"a","counter":1e3}'],
  run(input) {
    const found = parseLease(input);
    if (found === null) return null;
    must(found.name.length <= 64, () => `${found.name} is a name`);
    must(Number.isFinite(found.counter), () => `${found.counter} is a counter`);
    mustEqual(parseLease(JSON.stringify(found)), found, 'read again it is another');
    return found;
  },
  findings: [],
});

const query = target({
  name: 'agent: ids and numbers of events',
  reads: ['agent/parseEventsQuery.ts'],
  kind: text({ words: ['0', '9', '-', '.', 'e', '9007199254740991', ' ', '\n'] }),
  examples: ['1', '1700000000000', '9007199254740991'],
  run(input) {
    const id = parseEventId(input);
    must(id === null || (Number.isSafeInteger(id) && id >= 0), () => `${id} is an id`);
    const limit = parseLimit(input, MOST_EVENTS);
    must(limit === null || (limit >= 1 && limit <= MOST_EVENTS), () => `${limit} is a limit`);
    return [id, limit];
  },
  findings: [],
});

const journal = openJournal({ disk: null, tell: () => undefined });
for (let at = 0; at < 20; at++) journal.add({ event: 'on-air', channel: 'x' });
const api = createAgentApi({
  ...noControl(),
  alarms: null,
  schedules: null,
  journal,
  history: null,
  trouble: () => null,
  metrics: async () => ({ type: 'text/plain', text: '' }),
  mayReadMetrics: () => false,
  admit: async (token) => (token === 'good' ? 'granted' : 'refused'),
  state: async () => ({
    ...{ version: '1', role: 'acting', channels: {} },
    ...{ core: { reachable: true, reason: null }, journal: { isKept: false, last: 0 } },
    history: { isKept: false },
  }),
});
const headerValue = (input: string) => input.replace(/[^\x20-\x7e]/g, '').trim();

const requests = target({
  name: 'agent: requests',
  reads: ['agent/agentApi.ts'],
  kind: record<{ path: string; token: string }>({
    path: text({
      words: [
        '/events',
        '/state',
        '/receivers',
        '/alarms',
        '/deliveries',
        '/healthz',
        '/tokens',
        '/channels',
        '/openapi.json',
        '?',
        'since=',
        'limit=',
        '&',
        '%',
        '%00',
        '..',
        '/',
        '#',
      ],
    }),
    token: text({ words: ['Bearer ', 'good', 'slt_', 'Basic ', ' ', ',', '\t'] }),
  }),
  examples: [
    { path: '/events?since=3&limit=4', token: 'Bearer good' },
    { path: '/state', token: 'Bearer good' },
    { path: '/healthz', token: '' },
  ],
  open: async () => void (await api.ready()),
  async run({ path, token }) {
    const headers = { accept: 'application/json', authorization: headerValue(token) };
    const url = `${AGENT_API}/${path.replace(/[^\x21-\x7e]|#/g, '').replace(/^\/+/, '')}`;
    const { statusCode, body } = await api.inject({ method: 'GET', url, headers });
    must([200, 400, 401, 404, 503].includes(statusCode), () => `${statusCode}: ${body}`);
    if (statusCode !== 200) return ProblemDetails.parse(JSON.parse(body)).status;
    const isOpen = /^\/agent\/api\/v1\/healthz(?:\?|$)/.test(url);
    must(isOpen || /^Bearer +good$/i.test(headers.authorization), () => `${token} lets in`);
    if (url.includes('/events')) agentEndpoints.agentEvents.answer.parse(JSON.parse(body));
    return statusCode;
  },
  findings: [],
});

const wording = target({
  name: 'agent: wording of alarms',
  reads: ['src/media/incident/alarmWording.ts'],
  kind: text({
    words: ['{"version":1,"alarms":{"wording":', '"language":"', '"zone":"', '"page":"', 'null', '}}', 'http://'],
  }),
  examples: [
    '{"version":1,"alarms":{"wording":{"language":"de","zone":"Europe/Berlin","page":"https://example.org/"}}}',
  ],
  run(input) {
    let stored: unknown;
    try {
      stored = JSON.parse(input);
    } catch {
      return null;
    }
    const found = parseAlarmWording(stored);
    mustEqual(parseAlarmWording(storeAlarmWording(stored, found)), found, 'stored again it is another');
    return found;
  },
  findings: [],
});

const verdicts = target({
  name: 'agent: what a core says to a token',
  reads: ['agent/askCore.ts'],
  kind: text({ words: ['{"app":"core",', '"id":"x"', '"id":""', '"id":null', '}', '<html>', '[]'] }),
  examples: ['{"app":"core","id":"5c1e"}', '{"app":"core","auths":["localjwt"]}'],
  async run(input) {
    const verdict = await askCore('http://core', 'token', async () => new Response(input));
    must(verdict !== 'good' || input.includes('id'), 'good without an id');
    return verdict;
  },
  findings: [],
});

const NOW = { seconds: 100, wall: 1e12 };

const storedAlarms = target<Json>({
  name: 'agent: what is stored of alarms',
  reads: [
    'agent/alarms/outbox.ts',
    'src/media/incident/alarmSettings.ts',
    'src/media/incident/incidents.ts',
    'src/media/incident/messages.ts',
  ],
  kind: json,
  examples: [
    // The first example is the one that grows.
    { version: 1, receivers: { a: { i1: { fired: 'm1', resolved: null } } } },
    { version: 1, alarms: { rules: {}, silences: [], receivers: { a: { on: true } } } },
    {
      version: 1,
      alarms: { rules: { 'viewers-over': { on: true, seconds: 60, value: 250 }, 'not-delivered': { on: true } } },
    },
    { version: 1, at: 0, count: 0, subjects: {}, incidents: [] },
    {
      ...{ version: 1, at: 5, count: 1, incidents: [{ rule: 'schedule-missed' }] },
      subjects: {
        'disk-full ': {
          ...{ rule: 'disk-full', channel: null, publication: null, wasGood: true, revision: null, endedAt: 3 },
        },
      },
    },
  ],
  run(stored) {
    const settings = parseAlarmSettings(stored);
    if (settings !== 'newer') {
      const reparsed = parseAlarmSettings(storeAlarmSettings(stored, settings));
      mustEqual(reparsed, settings, 'stored again they are others');
      for (const id of ALARM_RULE_IDS) {
        const { seconds, value } = settings.rules[id];
        must(seconds >= 0 && seconds <= RULE_SECONDS.most, () => `${id} is told after ${seconds} s`);
        must(value === undefined || isRuleValue(id, value), () => `${id} is told from ${value} on`);
      }
    }
    const incidents = resumeIncidents(stored, NOW);
    if (incidents !== 'newer') mustEqual(resumeIncidents(incidents, NOW), incidents, 'resumed again they are others');
    return [settings, parseMessageBook(stored), parseIncident(stored), parseOutboxRow(stored)];
  },
  findings: [],
});

const address = target({
  name: 'agent: its address, as somebody types it',
  reads: ['src/media/agent/agentAddress.ts'],
  kind: text({
    words: ['http://', 'https://', 'javascript:', '//', '@', ':8090', '[::1]', '/agent/api/v1', '?', '#', '\\'],
  }),
  examples: ['http://192.168.1.5:8090', 'https://live.example.org/agent/api/v1/healthz', '/sluice', ''],
  run(input) {
    const parsed = parseAgentAddress(input, 'https://core.example', 'http:');
    if ('fault' in parsed) return parsed.fault;
    const { protocol, username, password, search, hash } = new URL(parsed.address);
    must(/^https?:$/.test(protocol) && username + password + search + hash === '', () => `taken: ${parsed.address}`);
    mustEqual(
      parseAgentAddress(parsed.address, 'https://core.example', 'http:'),
      parsed,
      'entered again it is another',
    );
    return parsed.address;
  },
  findings: [{ input: '/agent/api/v1/agent/api/v1', why: 'entered again it was another address' }],
});

export const agentParsers = [address, storedAlarms, lease, query, requests, wording, verdicts];
