import { endpoints } from '../../../../src/api/endpoints.ts';
import { CoreError } from '../../../../src/api/error.ts';
import recorded from '../../../../src/api/fixtures/answers.json' with { type: 'json' };
import { errorOf, parseAnswer } from '../../../../src/api/parseResponse.ts';
import { channelOfIngest, egressOf, isChannelId } from '../../../../src/api/processIds.ts';
import { fill, type Route } from '../../../../src/api/route.ts';
import { choice, type Json, json, record, text } from '../kinds.ts';
import { must, mustEqual, unless } from '../must.ts';
import { target } from '../target.ts';

const isCoreError = (error: unknown) => error instanceof CoreError;
const routes: Readonly<Record<string, Route>> = endpoints;
const JSON_TYPE = { 'Content-Type': 'application/json; charset=UTF-8' };

const answers: readonly { readonly name: string; readonly body: Json }[] = Object.entries(routes).flatMap(
  ([name, route]) => {
    const found: Json = JSON.parse(JSON.stringify(Reflect.get(recorded, name) ?? null));
    const first = Array.isArray(found) ? found : [found];
    return first
      .map((item) =>
        typeof item === 'object' && item !== null && 'body' in item ? (Reflect.get(item, 'body') ?? null) : item,
      )
      .filter((body) => route.carries === 'json' && route.answer.safeParse(body).success)
      .slice(0, 2)
      .map((body) => ({ name, body }));
  },
);
const names = Object.keys(routes).filter((name) => routes[name]?.carries === 'json');

const answered = target({
  name: 'api: answers of a core',
  reads: ['src/api/parseResponse.ts', 'src/api/endpoints.ts'],
  kind: record<{ name: string; body: Json }>({ name: choice(['about', ...names]), body: json }),
  examples: [{ name: 'about', body: { app: 'x' } }, ...answers],
  bounds: { msPerKb: 3, outputBase: 40_000 },
  run({ name, body }) {
    const route = routes[name];
    if (!route) return null;
    const source = JSON.stringify(body);
    const answer = unless(isCoreError, () =>
      parseAnswer(route, '/x', new Response(null, { headers: JSON_TYPE }), source),
    );
    if (answer === null) return null;
    // A parsed response can be parsed again, because stores and caches hold it.
    const reread = unless(isCoreError, () =>
      parseAnswer(route, '/x', new Response(null, { headers: JSON_TYPE }), JSON.stringify(answer) ?? 'null'),
    );
    if (answer !== undefined) mustEqual(reread, answer, 'read again it is another');
    return answer;
  },
  findings: [],
});

const refused = target({
  name: 'api: refusals of a core, and what is none',
  reads: ['src/api/parseResponse.ts', 'src/api/error.ts'],
  kind: record<{ body: string; type: string; status: number }>({
    body: text({ words: ['{"code":400,"message":"x","details":["y"]}', '<html>', '{"rtmp.address":["bad"]}', 'null'] }),
    type: choice(['application/json', 'text/plain', 'text/html', '']),
    status: choice([400, 404, 409, 500, 502]),
  }),
  examples: [
    {
      body: '{"code":400,"message":"Invalid JSON","details":["unexpected end"]}',
      type: 'application/json',
      status: 400,
    },
    { body: '{"rtmp.address":["bad"]}', type: 'application/json', status: 409 },
    { body: '404 page not found', type: 'text/plain', status: 404 },
  ],
  run({ body, type, status }) {
    const error = errorOf(new Response(null, { status, headers: { 'Content-Type': type } }), body);
    must(error.code === status, `code ${error.code}`);
    must(typeof error.message === 'string' && error.message !== '', 'no word');
    must(
      error.details.every((detail) => typeof detail === 'string'),
      'a detail that is no text',
    );
    const { about } = routes;
    if (about)
      unless(isCoreError, () =>
        parseAnswer(about, '', new Response(null, { headers: { 'Content-Type': type } }), body),
      );
    return [error.message, error.details, error.fields];
  },
  findings: [
    {
      input: { body: '{"message":"","details":[]}', type: 'application/json', status: 400 },
      why: 'an error whose message was empty said nothing at all',
    },
  ],
});

const addressed = target({
  name: 'api: ids and paths',
  share: 0.3,
  reads: ['src/api/processIds.ts', 'src/api/route.ts'],
  kind: text({
    arriving: (all) => all.replace(/\p{Surrogate}/gu, ''),
    words: [
      'restreamer-ui:ingest:',
      'restreamer-ui:egress:',
      '8e9f0375-857a-4e65-9335-a37db9884770',
      '_snapshot',
      '/',
      '..',
      '?',
      ':',
    ],
  }),
  examples: [
    'restreamer-ui:ingest:8e9f0375-857a-4e65-9335-a37db9884770',
    'restreamer-ui:egress:youtube:8e9f0375-857a-4e65-9335-a37db9884770',
    '8e9f0375-857a-4e65-9335-a37db9884770',
  ],
  bounds: { output: 60 },
  run(id) {
    const channel = channelOfIngest(id);
    must(channel === null || isChannelId(channel), () => `${channel} is no channel`);
    const egress = egressOf(id);
    must(egress === null || isChannelId(egress.uuid), 'no publication');
    const path = fill({ path: '/v3/process/:id', query: ['filter'] }, { id, filter: id });
    must(/^\/v3\/process\/[^/?#]*\?filter=[^/?#&]*$/.test(path), () => `${path} is another place`);
    const file = fill({ path: '/v3/fs/disk/*path', query: [] }, { path: id });
    must(!file.includes('?') && !file.includes('#'), () => `${file} has a query`);
    return [channel, egress, path, file];
  },
  findings: [],
});

export const coreAnswers = [answered, refused, addressed];
