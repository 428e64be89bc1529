import { validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import * as z from 'zod';
import { ConfigPatch } from '../../../../server/config/mergeConfigDocuments.ts';
import { chooseEncoding, createEtag, type Encoding, planResponse } from '../../../../server/http/files/responsePlan.ts';
import { createHostCheck, findForeignReason } from '../../../../server/http/request/foreignRequest.ts';
import {
  createBlankConfig,
  NewProcess,
  ProcessPatch,
  patchConfig,
} from '../../../../server/process/store/processConfig.ts';
import {
  anonymousAddress,
  anyBodyOf,
  bodyOf,
  clientOf,
  corsOf,
  createIgnoreList,
  createNetworkMatcher,
  isApiError,
} from '../coreParserAdapters.ts';
import { choice, headerText, list, record, text } from '../kinds.ts';
import { must, mustEqual, unless } from '../must.ts';
import { target } from '../target.ts';
import { configBody, processBody } from './httpBodyExamples.ts';

/** Node rejects longer headers. */
const HEADERS = 16 * 1024;

const file = (sizeBytes: number) => ({
  name: '/a.ts',
  sizeBytes,
  lastModified: new Date(1_700_000_000_000),
  version: `v${sizeBytes}`,
  changedAtMs: 0,
});
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

const ranges = target({
  name: 'http: ranges, conditions and encodings',
  reads: ['server/http/files/responsePlan.ts'],
  kind: record<{ range: string; none: string; since: string; ifRange: string; accept: string; size: number }>({
    range: headerText(['bytes=', '-', '0-', ',', '=', ' ', '18446744073709551616', '1e3', '0x10', '00']),
    none: headerText(['*', 'W/', '"', ',', createEtag(file(1000)), ' ']),
    since: headerText(['Tue, 14 Nov 2023 22:13:20 GMT', 'GMT', '0', '-1', '275760-09-13', 'Z']),
    ifRange: headerText([createEtag(file(1000)), '"', 'Tue, 14 Nov 2023 22:13:20 GMT']),
    accept: headerText(['gzip', 'br', ';q=0', ';q=1', ',', '*', 'identity', ';q=0.000']),
    size: choice([1000, 0, 1, 999, 2 ** 31, 2 ** 53 - 1]),
  }),
  examples: [
    { range: 'bytes=0-499', none: '', since: '', ifRange: '', accept: 'gzip, br;q=0.5', size: 1000 },
    {
      range: 'bytes=-500',
      none: createEtag(file(1000)),
      since: '',
      ifRange: createEtag(file(1000)),
      accept: '',
      size: 1000,
    },
    { range: 'bytes=9-', none: '', since: 'Tue, 14 Nov 2023 22:13:20 GMT', ifRange: '', accept: 'br', size: 2 ** 31 },
  ],
  bounds: { growTo: HEADERS, baseMs: 50 },
  run({ range, none, since, ifRange, accept, size }) {
    const fields = {
      range,
      'if-none-match': none,
      'if-modified-since': since,
      'if-range': ifRange,
      'accept-encoding': accept,
    };
    const headers = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    const plan = planResponse(headers, file(size), ENCODINGS);
    if (plan.kind === 'part') {
      const { start, end } = plan.range;
      must(Number.isSafeInteger(start) && Number.isSafeInteger(end), `${start} to ${end} are no places`);
      must(start >= 0 && start <= end && end < size, `${start} to ${end} of ${size}`);
    }
    const encoding = chooseEncoding(headers, ENCODINGS);
    must(encoding === null || accept.includes(encoding), `${encoding} was not asked for`);
    if (plan.kind === 'whole') must(plan.encoding === null || plan.encoding === encoding, 'another encoding');
    return plan;
  },
  findings: [],
});

const NETWORKS = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '2001:db8::/32'];
const isIgnored = createIgnoreList(NETWORKS);
const isWithin = createNetworkMatcher(NETWORKS);
const ORIGINS = ['https://a.example', 'http://b.example:8080'];
const isOwnHost = createHostCheck({ host: { name: ['core.example'], auto: false }, address: ':8080' }, 'machine');
const isKnown = (name: string) =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || /^(core\.example|machine|machine\.local|(.*\.)?localhost)\.?$/.test(name);
const addressText = headerText([
  '127.0.0.1',
  '::1',
  '::ffff:',
  '[',
  ']',
  ':',
  '.',
  ',',
  '10.0.0.1',
  '%eth0',
  '0x7f.1',
  '127.1',
]);

const callers = target({
  name: 'http: client, host and origin',
  reads: [
    'server/http/request/clientAddress.ts',
    'server/http/request/cors.ts',
    'server/http/request/foreignRequest.ts',
    'server/util/networks.ts',
    'server/sessions/ignoreList.ts',
  ],
  kind: record<{ forwarded: string; real: string; origin: string; host: string }>({
    forwarded: addressText,
    real: addressText,
    host: headerText(['core.example', ':8080', 'localhost', '.', '[', ']', '127.0.0.1', 'evil.example', '@', '%']),
    origin: headerText(['http://core.example:8080', ...ORIGINS, 'null', '*', 'https://', 'javascript:', ',', ' ']),
  }),
  examples: [
    { forwarded: '203.0.113.9, 10.0.0.1', real: '', origin: ORIGINS[0] ?? '', host: 'core.example:8080' },
    { forwarded: '', real: '[2001:db8::1]:443', origin: 'null', host: 'LOCALHOST' },
    { forwarded: '::ffff:127.0.0.1', real: '1.2.3.4', origin: 'http://core.example:8080', host: '[::1]:8080' },
  ],
  bounds: { growTo: HEADERS, baseMs: 50 },
  run({ forwarded, real, origin, host }) {
    const isOwn = isOwnHost(host);
    if (isOwn) {
      const bare = host.replace(/:\d+$/, '').replace(/^\[|\]$|\.(?=\]?$)/g, '');
      const isOwn = isIP(bare) !== 0 || isKnown(URL.parse(`http://${bare}`)?.hostname ?? '');
      must(isOwn, () => `${host} is taken for our name`);
    }
    const foreign = findForeignReason({ host: 'core.example:8080', origin }, isOwnHost, true);
    must(foreign !== null || URL.parse(origin)?.host === 'core.example:8080', () => `${origin} is taken for our page`);
    const client = clientOf({ 'x-forwarded-for': forwarded, 'x-real-ip': real });
    must(typeof client === 'string', 'no address');
    const shown = anonymousAddress(client);
    if (isIP(shown) !== 0) must(anonymousAddress(shown) === shown, () => `${shown} is not shown as it is`);
    const [ignored, isInside] = [isIgnored(client), isWithin(client)];
    must(typeof ignored === 'boolean' && typeof isInside === 'boolean', 'neither in nor out');
    for (const origins of [ORIGINS, ['*']]) {
      for (const headers of corsOf(origin, origins)) {
        for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
        const allowed = Reflect.get(headers, 'Access-Control-Allow-Origin');
        must(allowed === undefined || allowed === '*' || ORIGINS.includes(String(allowed)), `lets ${allowed} in`);
      }
    }
    return { client, shown, ignored, within: isInside, isOwn, foreign };
  },
  findings: [
    {
      input: { forwarded: `${'a'.repeat(16_000)}.`, real: '', origin: '', host: '' },
      why: 'the part of an address that is not shown was looked for at each of its signs: 0.1 s a request',
    },
  ],
});

const jsonText = text({
  words: [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '"a":',
    'null',
    'true',
    '-',
    '1e5',
    '\\',
    '\\u',
    '\\ud800',
    '\n',
    '"__proto__":',
  ],
});

const reference = (source: string): boolean => {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
};

const jsonBodies = target({
  name: 'http: any JSON body',
  reads: ['server/http/request/readJson.ts'],
  kind: jsonText,
  examples: ['{"a":[1,{"b":null}],"c":"\\u00e9"}', '[[[[1]]]]', '"x"', processBody],
  run(source) {
    const value = unless(isApiError, () => ({ of: anyBodyOf(source) }));
    // Valid JSON is rejected if it is nested too deeply or has too many values.
    const isDeep = source.length > 20_000 || /^(?:[^[{]*[[{]){500}/s.test(source);
    must(isDeep || (value !== null) === reference(source), `${value ? 'takes' : 'refuses'} it, and JSON does not`);
    // Returning the value would measure its depth instead.
    return value === null ? 'refused' : typeof value.of;
  },
  findings: [],
});

const schemas: Readonly<Record<string, z.ZodType>> = {
  process: NewProcess,
  patch: ProcessPatch,
  config: ConfigPatch,
  login: z.object({ username: z.string().min(1), password: z.string().min(1) }),
  metrics: z.object({ metrics: z.array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()) })) }),
};

const bodies = target({
  name: 'http: bodies of the routes',
  reads: [
    'server/http/request/readJson.ts',
    'server/process/store/processConfig.ts',
    'server/config/mergeConfigDocuments.ts',
  ],
  kind: record<{ source: string; route: string }>({
    source: jsonText,
    route: choice(['process', 'patch', 'config', 'login', 'metrics']),
  }),
  examples: [
    { source: processBody, route: 'process' },
    { source: processBody, route: 'patch' },
    { source: configBody, route: 'config' },
    { source: '{"username":"a","password":"b"}', route: 'login' },
    { source: '{"metrics":[{"name":"cpu","labels":{"a":".*"}}]}', route: 'metrics' },
  ],
  run({ source, route }) {
    const schema = schemas[route] ?? z.unknown();
    try {
      bodyOf(source, schema);
      return 'taken';
    } catch (error) {
      if (!isApiError(error) || !(error instanceof Error)) throw error;
      return [error.message, Reflect.get(error, 'details')];
    }
  },
  findings: [],
});

const processes = target({
  name: 'http: a process laid over another',
  reads: ['server/process/store/processConfig.ts'],
  kind: list(jsonText, [processBody], 4),
  examples: [[processBody], [processBody, '{"output":[{"id":"b"}]}']],
  // Each of many small bodies is parsed, rejected and reported.
  bounds: { msPerKb: 20, growTo: 128 * 1024 },
  run(sources) {
    let config = { ...createBlankConfig(), id: 'p' };
    for (const source of sources) {
      const patch = unless(isApiError, () => bodyOf(source, ProcessPatch));
      if (patch !== null) config = patchConfig(config, patch);
    }
    const patched = patchConfig(config, bodyOf(JSON.stringify(config), ProcessPatch));
    mustEqual(patched, config, 'what is answered is not taken back as it is');
    return config;
  },
  findings: [],
});

export const http = [ranges, callers, jsonBodies, bodies, processes];
