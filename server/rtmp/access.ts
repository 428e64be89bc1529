import { areSecretsEqual } from '../util/equalSecrets.ts';

/** `connect` names an app, `publish` or `play` a stream. */
export interface RequestedStream {
  readonly app: string;
  readonly stream: string;
}

export type Access = { status: 'granted'; channel: string; key: string } | { status: 'refused'; reason: Refusal };

export const KEY_PARAMETER = 'process-key';

type Refusal = 'wrong or missing token' | 'invalid app' | 'no name' | 'name is too long';

/** Joins app and stream: clients split a URL at different places, as ffmpeg does before `?token=T`. */
export function authorize({ app, stream }: RequestedStream, rules: { app: string; token: string }): Access {
  const [appPath = '', appQuery = ''] = splitQuery(app);
  const [streamPath = '', streamQuery = ''] = splitQuery(stream);
  const path = [...appPath.split('/'), ...streamPath.split('/')].filter((element) => element !== '');
  const queryParam = (name: string) =>
    new URLSearchParams(streamQuery).get(name) ?? new URLSearchParams(appQuery).get(name);
  if (rules.token !== '') {
    const token = queryParam('token') ?? path.pop() ?? '';
    if (!areSecretsEqual(token, rules.token)) return { status: 'refused', reason: 'wrong or missing token' };
  }
  const channel = `/${path.join('/')}`;
  const prefix = rules.app.endsWith('/') ? rules.app : `${rules.app}/`;
  if (path.length === 0) return { status: 'refused', reason: 'no name' };
  if (!channel.startsWith(prefix)) return { status: 'refused', reason: 'invalid app' };
  return { status: 'granted', channel, key: queryParam(KEY_PARAMETER) ?? '' };
}

const splitQuery = (text: string) => {
  const at = text.indexOf('?');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

export const toReference = (channel: string) => channel.slice(channel.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
