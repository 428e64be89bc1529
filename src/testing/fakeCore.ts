import type { Core, CoreCalls, CoreEvent } from '../api/client.ts';
import { endpoints } from '../api/endpoints.ts';
import { CoreError, isRefusal, unreadAnswer } from '../api/error.ts';

export type FakeAnswers = Partial<{ [Name in keyof CoreCalls]: (...args: Parameters<CoreCalls[Name]>) => unknown }>;

export interface FakeCore extends Core {
  readonly calls: string[];
  tell(event: CoreEvent): void;
}

const subject = (params: object = {}) =>
  ['id', 'key', 'path', 'glob', 'reference', 'collectors']
    .flatMap((name) => (name in params ? [String(Reflect.get(params, name))] : []))
    .concat(
      'body' in params && typeof params.body === 'object' && params.body && 'command' in params.body
        ? [String(params.body.command)]
        : [],
    )
    .join(' ');

/** A core with the given responses, validated by the schemas of the contract; all other calls fail with 404. */
export function fakeCore(answers: FakeAnswers): FakeCore {
  const log: string[] = [];
  const listeners = new Set<(event: CoreEvent) => void>();
  let tokens = { access: '', refresh: '' };
  const notifyListeners = (event: CoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  const answer =
    (name: keyof CoreCalls) =>
    async (params: object = {}) => {
      log.push(`${name} ${subject(params)}`.trim());
      const reply = answers[name] as ((params: object) => unknown) | undefined;
      if (!reply) throw new CoreError(404, `The fake core has no ${name}`);
      const read = endpoints[name].answer.safeParse(await reply(params));
      if (!read.success) throw unreadAnswer(read.error.issues[0]?.path.join('.') ?? '');
      return read.data;
    };
  const calls = Object.fromEntries(
    Object.keys(endpoints).map((name) => [name, answer(name as keyof CoreCalls)]),
  ) as unknown as CoreCalls;
  return {
    ...calls,
    calls: log,
    address: 'http://core.test',
    get tokens() {
      return tokens;
    },
    setTokens(next) {
      tokens = { ...next };
    },
    async renew() {
      const { refresh } = tokens;
      const answer = await calls.refresh().catch((error: unknown) => {
        notifyListeners({ type: isRefusal(error) ? 'auth' : 'renewal', severity: 'error', message: String(error) });
        throw error;
      });
      if (tokens.refresh !== refresh) return;
      tokens = { access: answer.access_token, refresh };
      notifyListeners({ type: 'login', severity: 'info', message: '' });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: notifyListeners,
  };
}
