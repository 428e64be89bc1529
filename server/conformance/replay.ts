import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Found } from './compare.ts';
import type { Question } from './exchange.ts';
import { openStage, type Stage } from './fixture.ts';
import { judgeOf } from './matchers.ts';
import { type Presented, presented, settled } from './normalize.ts';
import { type Recording, recordings } from './recording.ts';
import type { Scene } from './scenario.ts';
import { stateOf } from './steps.ts';
import { type Moment, missing, mustBeSeen, Timeline } from './timeline.ts';

const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 50;

export interface Difference extends Found {
  readonly title: string;
}

/** Plays the recordings of a scene against a core of its own, in their order. Answers what differs. */
export async function replay(scene: Scene, home: string, skip: (title: string) => boolean): Promise<Difference[]> {
  const { area, phase, environment, begin, before = {}, observe = {} } = scene;
  const list = recordings.filter((one) => one.area === area && one.phase === phase);
  const names = new Set(list.map(({ name }) => name));
  for (const name of [...Object.keys(before), ...Object.keys(observe)])
    if (!names.has(name)) throw new Error(`${area} / ${phase} has no recording "${name}"`);

  const stage = await openStage(home, environment?.(home));
  try {
    await begin?.(stage);
    const found: Difference[] = [];
    for (const recording of list) {
      if (skip(recording.title)) continue;
      try {
        await before[recording.name]?.(stage);
        const here = await played(stage, scene, recording);
        found.push(...here.map((one) => ({ ...one, title: recording.title })));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        found.push({ title: recording.title, at: 'exception', recorded: null, ours: reason });
      }
    }
    return found;
  } finally {
    await stage.core.stop();
  }
}

async function played(stage: Stage, scene: Scene, recording: Recording): Promise<Found[]> {
  const { name, title, response } = recording;
  const judge = judgeOf(title);
  const observe = scene.observe?.[name];
  if (observe !== undefined)
    return compare(response, JSON.parse(JSON.stringify(await observe(stage, recording))), judge);
  if (response.timeline_of_changes !== undefined) return lived(stage, recording);
  if (response.status === undefined) throw new Error('nobody says how this is observed');

  const question = questionOf(stage, scene, recording);
  const answer = await stage.send(question);
  const here = settled(presented(answer, stage.clean), recording.request.path);
  const there = settled(recordedOf(recording), recording.request.path);
  const length = answer.headers['content-length'];
  const isHead = recording.request.method === 'HEAD';
  return [
    ...compare(there.status, here.status, judge, 'status'),
    ...compare(there.header, here.header, judge, 'header').map((one) => ({ ...one, at: one.at.replace('.', ' ') })),
    ...(there.body === undefined ? [] : compare(there.body, here.body, judge)),
    ...(length === undefined || isHead || answer.status === 304 || Number(length) === answer.body.length
      ? []
      : [{ at: 'length of the body', recorded: length, ours: answer.body.length }]),
    ...compare(
      decoded(response.decoded),
      here.body === undefined ? undefined : claimsOf(response.decoded, answer.body),
      judge,
      'token',
    ),
  ];
}

const recordedOf = ({ response: { status = 0, headers = {}, body } }: Recording): Presented => ({
  status,
  header: headers,
  body,
});

function questionOf(stage: Stage, { bodies = {}, bearer = {} }: Scene, { name, request }: Recording): Question {
  const { method, path, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) => [key, credentials(stage, stage.fill(value))]),
  );
  const token = bearer[name]?.(stage);
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const counted = typeof body === 'string' ? /^<(\d+) (bytes|characters)>$/.exec(body) : null;
  const sent =
    counted !== null
      ? (bodies[name] ?? 'x'.repeat(Number(counted[1])))
      : body === undefined || typeof body === 'string'
        ? body
        : JSON.stringify(body);
  const filled = typeof sent === 'string' ? stage.fill(sent) : sent;
  return { method, path: stage.fill(path), headers, ...(filled === undefined ? {} : { body: filled }) };
}

function credentials({ secrets }: Stage, value: string): string {
  const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  if (value.startsWith('Basic base64({{MEMFS_USER}}')) return base64(`${secrets.user}:${secrets.memfs}`);
  return value === 'Basic base64(wrong:wrong)' ? base64('wrong:wrong') : value;
}

/** Passes through the recorded states, as they come; none that the recording does not know. */
async function lived(stage: Stage, { request, response }: Recording): Promise<Found[]> {
  const rows = Timeline.parse(response.timeline_of_changes);
  const wanted = mustBeSeen(rows);
  const id = decodeURIComponent(request.path.split('/')[4] ?? '');
  const seen: Moment[] = [];
  const end = Date.now() + PATIENCE_MS;
  while (missing(wanted, seen).length > 0) {
    if (Date.now() > end)
      return [{ at: 'timeline', recorded: wanted, ours: seen.map(({ order, exec }) => `${order} ${exec}`) }];
    const { order, exec, reconnect_seconds } = await stateOf(stage, id);
    const last = seen.at(-1);
    if (last?.order !== order || last.exec !== exec || last.reconnect_seconds !== reconnect_seconds)
      seen.push({ order, exec, reconnect_seconds });
    await sleep(LOOK_EVERY_MS);
  }
  const known = new Set([...rows.map(({ exec }) => exec), 'starting', 'running', 'finishing']);
  return seen
    .filter(({ exec }) => !known.has(exec))
    .map(({ exec }) => ({ at: 'timeline', recorded: [...known], ours: exec }));
}

/** Tokens: header, and claims with their life instead of their moments. */
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
  const given: unknown = JSON.parse(body.toString());
  if (typeof given !== 'object' || given === null || 'code' in given) return undefined;
  return decoded(
    Object.fromEntries(
      Object.entries(given).map(([name, token]) => {
        const [header, payload] = String(token)
          .split('.')
          .map((part, index) => (index < 2 ? JSON.parse(Buffer.from(part, 'base64url').toString()) : null));
        return [name, { header, payload }];
      }),
    ),
  );
}
