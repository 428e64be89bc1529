import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../../server/util/errorMessage.ts';
import { PATIENCE_MS } from '../../testing/machineSlowness.ts';
import { compare, type Mismatch } from './compare.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { matcherOf } from './matchers.ts';
import { type NormalizedAnswer, normalizeAnswer, withoutVolatile } from './normalize.ts';
import { missingStates, requiredStates, type StateSample, Timeline } from './processStateSequence.ts';
import type { RawRequest } from './rawRequest.ts';
import { type Recording, recordings } from './recordedExchanges.ts';
import type { Scenario } from './scenario.ts';
import { stateOf } from './scenarioSteps.ts';

const POLL_EVERY_MS = 50;

export interface Difference extends Mismatch {
  readonly title: string;
}

/** Replays a scenario in order against its own core, and returns the differences. */
export async function replay(
  scenario: Scenario,
  home: string,
  skip: (title: string) => boolean,
): Promise<Difference[]> {
  const { area, phase, environment, begin, before = {}, observe = {} } = scenario;
  const list = recordings.filter((recording) => recording.area === area && recording.phase === phase);
  const names = new Set(list.map(({ name }) => name));
  for (const name of [...Object.keys(before), ...Object.keys(observe)])
    if (!names.has(name)) throw new Error(`${area} / ${phase} has no recording "${name}"`);

  const fixture = await openFixture(home, environment?.(home));
  try {
    await begin?.(fixture);
    const found: Difference[] = [];
    for (const recording of list) {
      if (skip(recording.title)) continue;
      try {
        await before[recording.name]?.(fixture);
        const faults = await replayOne(fixture, scenario, recording);
        found.push(...faults.map((row) => ({ ...row, title: recording.title })));
      } catch (error) {
        const reason = messageOf(error);
        found.push({ title: recording.title, at: 'exception', recorded: null, ours: reason });
      }
    }
    return found;
  } finally {
    await fixture.core.stop();
  }
}

async function replayOne(fixture: Fixture, scenario: Scenario, recording: Recording): Promise<Mismatch[]> {
  const { name, title, response } = recording;
  const matcherAt = matcherOf(title);
  const observe = scenario.observe?.[name];
  if (observe !== undefined)
    return compare(response, JSON.parse(JSON.stringify(await observe(fixture, recording))), matcherAt);
  if (response.timeline_of_changes !== undefined) return replayTimeline(fixture, recording);
  if (response.status === undefined) throw new Error('nobody says how this is observed');

  const request = requestOf(fixture, scenario, recording);
  const answer = await fixture.send(request);
  const live = withoutVolatile(normalizeAnswer(answer, fixture.clean), recording.request.path);
  const expected = withoutVolatile(recordedOf(recording), recording.request.path);
  const length = answer.headers['content-length'];
  const isHead = recording.request.method === 'HEAD';
  return [
    ...compare(expected.status, live.status, matcherAt, 'status'),
    ...compare(expected.header, live.header, matcherAt, 'header').map((row) => ({
      ...row,
      at: row.at.replace('.', ' '),
    })),
    ...(expected.body === undefined ? [] : compare(expected.body, live.body, matcherAt)),
    ...(length === undefined || isHead || answer.status === 304 || Number(length) === answer.body.length
      ? []
      : [{ at: 'length of the body', recorded: length, ours: answer.body.length }]),
    ...compare(
      decoded(response.decoded),
      live.body === undefined ? undefined : claimsOf(response.decoded, answer.body),
      matcherAt,
      'token',
    ),
  ];
}

const recordedOf = ({ response: { status = 0, headers = {}, body } }: Recording): NormalizedAnswer => ({
  status,
  header: headers,
  body,
});

function requestOf(fixture: Fixture, { bodies = {}, bearer = {} }: Scenario, { name, request }: Recording): RawRequest {
  const { method, path, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) => [key, credentials(fixture, fixture.fill(value))]),
  );
  const token = bearer[name]?.(fixture);
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const counted = typeof body === 'string' ? /^<(\d+) (bytes|characters)>$/.exec(body) : null;
  const sent =
    counted !== null
      ? (bodies[name] ?? 'x'.repeat(Number(counted[1])))
      : body === undefined || typeof body === 'string'
        ? body
        : JSON.stringify(body);
  const filled = typeof sent === 'string' ? fixture.fill(sent) : sent;
  return { method, path: fixture.fill(path), headers, ...(filled === undefined ? {} : { body: filled }) };
}

function credentials({ secrets }: Fixture, value: string): string {
  const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  if (value.startsWith('Basic base64({{MEMFS_USER}}')) return base64(`${secrets.user}:${secrets.memfs}`);
  return value === 'Basic base64(wrong:wrong)' ? base64('wrong:wrong') : value;
}

/** Passes if all recorded states occur in order, without unknown ones. */
async function replayTimeline(fixture: Fixture, { request, response }: Recording): Promise<Mismatch[]> {
  const rows = Timeline.parse(response.timeline_of_changes);
  const required = requiredStates(rows);
  const id = decodeURIComponent(request.path.split('/')[4] ?? '');
  const samples: StateSample[] = [];
  const end = Date.now() + PATIENCE_MS;
  while (missingStates(required, samples).length > 0) {
    if (Date.now() > end)
      return [{ at: 'timeline', recorded: required, ours: samples.map(({ order, exec }) => `${order} ${exec}`) }];
    const { order, exec, reconnect_seconds } = await stateOf(fixture, id);
    const last = samples.at(-1);
    if (last?.order !== order || last.exec !== exec || last.reconnect_seconds !== reconnect_seconds)
      samples.push({ order, exec, reconnect_seconds });
    await sleep(POLL_EVERY_MS);
  }
  const allowed = new Set([...rows.map(({ exec }) => exec), 'starting', 'running', 'finishing']);
  return samples
    .filter(({ exec }) => !allowed.has(exec))
    .map(({ exec }) => ({ at: 'timeline', recorded: [...allowed], ours: exec }));
}

/** Decodes tokens, with their lifetime in place of absolute times. */
function decoded(tokens: unknown): unknown {
  if (typeof tokens !== 'object' || tokens === null) return undefined;
  return Object.fromEntries(
    Object.entries(tokens).map(([name, { header, payload }]) => {
      const { iat, exp, jti, ...claims } = payload;
      return [name, { header, ...claims, life: exp - iat, jti: typeof jti }];
    }),
  );
}

function claimsOf(recorded: unknown, body: Buffer): unknown {
  if (typeof recorded !== 'object' || recorded === null) return undefined;
  const answer: unknown = JSON.parse(body.toString());
  if (typeof answer !== 'object' || answer === null || 'code' in answer) return undefined;
  return decoded(
    Object.fromEntries(
      Object.entries(answer).map(([name, token]) => {
        const [header, payload] = String(token)
          .split('.')
          .map((part, index) => (index < 2 ? JSON.parse(Buffer.from(part, 'base64url').toString()) : null));
        return [name, { header, payload }];
      }),
    ),
  );
}
