import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';
import { CoreError, NETWORK_FAILURE, NOT_AS_EXPECTED } from './error.ts';
import recorded from './fixtures/answers.json' with { type: 'json' };
import { parseAnswer } from './parseResponse.ts';
import type { Route } from './route.ts';

/* One field at a time is missing, empty, of another type or an unknown word. Everything else must be read as before. */

type Name = keyof typeof endpoints;
type Path = readonly (string | number)[];

const process = {
  id: 'rec:ingest:a',
  type: 'ffmpeg',
  reference: 'a',
  created_at: 1,
  updated_at: 2,
  config: {
    ...{ id: 'rec:ingest:a', type: 'ffmpeg', reference: 'a', options: ['-y'], reconnect: true, autostart: true },
    input: [{ id: 'in', address: 'rtmp://h/a/k', options: ['-re'] }],
    output: [
      {
        ...{ id: 'out', address: '/memfs/a.m3u8', options: ['-f', 'hls'] },
        cleanup: [{ pattern: '/a*', max_files: 1, max_file_age_seconds: 2, purge_on_delete: true }],
      },
    ],
    ...{ reconnect_delay_seconds: 15, stale_timeout_seconds: 30 },
    limits: { cpu_usage: 10, memory_mbytes: 20, waitfor_seconds: 5 },
  },
  metadata: { 'restreamer-ui': { version: 1, meta: { name: 'Studio' } } },
};
const running = recorded.processState.find(({ body }) => body.exec === 'running')?.body;
const report = recorded.processReport.find(({ name }) => name === 'report with history')?.body;
const complete = { ...process, state: running, report };

const more: Partial<Record<Name, unknown[]>> = {
  login: [{ access_token: 'h.a.s', refresh_token: 'h.r.s' }],
  loginWithToken: [{ access_token: 'h.a.s', refresh_token: 'h.r.s' }],
  refresh: [{ access_token: 'h.a.s' }],
  skillsReload: recorded.skills.map(({ body }) => body),
  log: [['a', 'b']],
  metadataAll: [{ a: { b: 1 }, c: 2 }],
  processes: [[complete, { ...complete, id: 'other' }]],
  process: [complete],
};

/** Essential fields by endpoint, without which the answer fails. '' is the answer itself. */
const NEEDED: Partial<Record<Name, readonly string[]>> = {
  about: ['', 'app', 'auths', 'version', 'version.number'],
  login: ['', 'access_token', 'refresh_token'],
  loginWithToken: ['', 'access_token', 'refresh_token'],
  refresh: ['', 'access_token'],
  config: ['', 'config', 'config.version'],
};
/** Parts that are read completely or marked as unread. */
const WHOLE = ['config', 'metadata'];

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Two entries per list are enough and faster than three hundred codecs. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
};

const placesIn = (value: unknown, at: Path = []): Path[] => [
  at,
  ...(Array.isArray(value)
    ? value.flatMap((item, i) => placesIn(item, [...at, i]))
    : isGroup(value)
      ? Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]))
      : []),
];

const GONE = Symbol('gone');
const ODD = [null, 'weird', '', -7.5, true, [], [[null]], ['weird', 5], {}, { odd: [1] }, GONE];

function withOdd(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? withOdd(item, rest, odd) : item));
  const { [key]: inner, ...others } = Object(value);
  const changed = withOdd(inner, rest, odd);
  return changed === GONE ? others : { ...others, [key]: changed };
}

function differing(a: unknown, b: unknown, at: Path = []): Path[] {
  if (isDeepStrictEqual(a, b)) return [];
  if (isGroup(a) && isGroup(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.flatMap((key) => differing(a[key], b[key], [...at, key]));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length === b.length) return a.flatMap((item, i) => differing(item, b[i], [...at, i]));
    const left = a.findIndex((_, i) => isDeepStrictEqual(a.toSpliced(i, 1), b));
    return [left < 0 ? at : [...at, left]];
  }
  return [at];
}

const begins = (path: Path, start: Path) => start.every((key, i) => path[i] === key);
/** Whether the difference is at the changed place, or in the list entry or part around it. */
const isFair = (place: Path, difference: Path) => {
  const last = difference.at(-1);
  return (
    begins(difference, place) ||
    (begins(place, difference) && (typeof last === 'number' || WHOLE.includes(String(last))))
  );
};

const read = (name: Name, body: unknown) =>
  parseAnswer(
    endpoints[name] as Route,
    endpoints[name].path,
    new Response(null, { headers: { 'content-type': 'application/json' } }),
    JSON.stringify(body),
  );

const bodies = (name: Name): unknown[] => [
  ...(recorded[name as keyof typeof recorded] ?? []).map(({ body }) => body),
  ...(more[name] ?? []),
];
const spoken = (Object.keys(endpoints) as Name[]).filter((name) => endpoints[name].carries === 'json');

describe.each(spoken)('answers of %s with one odd field', (name) => {
  const good = bodies(name).filter((body) => endpoints[name].answer.safeParse(body).success);

  it('are based on valid answers', () => {
    const anything = endpoints[name].answer.safeParse(Symbol('anything')).success;
    expect(anything || good.length > 0).toBe(true);
  });

  it('lose only the odd field', () => {
    const wrong: unknown[] = [];
    for (const body of good.map(shortened)) {
      const before = read(name, body);
      for (const place of placesIn(body)) {
        for (const odd of ODD) {
          if (odd === GONE && (place.length === 0 || typeof place.at(-1) === 'number')) continue;
          const changed = withOdd(body, place, odd);
          const fault = { place: place.join('.'), odd: typeof odd === 'symbol' ? 'gone' : odd };
          try {
            const lost = differing(before, read(name, changed)).filter((difference) => !isFair(place, difference));
            if (lost.length > 0) wrong.push({ ...fault, lost });
          } catch (error) {
            const isSaid =
              error instanceof CoreError && error.code === NOT_AS_EXPECTED && /could not be read/.test(error.message);
            const needed = NEEDED[name] ?? [''];
            const isNeeded = needed.includes(fault.place);
            if (!isSaid || !isNeeded || !error.details.join().includes(fault.place.split('.')[0] ?? ''))
              wrong.push({ ...fault, error });
          }
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});

it('an unreadable part is never taken for an absent one', () => {
  const route = endpoints.config as Route;
  const type = { 'content-type': 'application/json' };
  for (const [text, headers] of [
    ['', type],
    ['{"conf', type],
    ['<!doctype html>', { 'content-type': 'text/html' }],
    ['hello', {}],
  ] as const) {
    try {
      parseAnswer(route, '/v3/config', new Response(null, { headers }), text);
      expect.unreachable(text);
    } catch (error) {
      expect(error).toMatchObject({ code: NOT_AS_EXPECTED });
      expect(error).not.toMatchObject({ code: NETWORK_FAILURE });
    }
  }
});
