import { CoreError } from '../api/error.ts';
import { configAfter } from '../features/setup/settings/addressChange/planAddressChange.ts';
import { aConfig, aCore } from './coreAnswers.ts';
import type { FakeAnswers } from './fakeCore.ts';
import { fakeProcesses } from './fakeProcesses.ts';

interface LastingCoreOptions {
  global?: Record<string, unknown>;
  config?: Record<string, unknown>;
  answers?: FakeAnswers;
}

/** The subset of the core's glob syntax that the interface uses. No name contains a comma. */
const matches = (glob: string) => {
  const text = glob
    .replace(/[.]/g, '[.]')
    .replace(/[{},]/g, (sign) => ({ '{': '(', '}': ')' })[sign] ?? '|')
    .replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^${text}$`);
};

export function statefulCore(
  processes: Parameters<typeof fakeProcesses>[0],
  { global: stored = {}, config = {}, answers: overrides = {} }: LastingCoreOptions = {},
) {
  const fake = fakeProcesses(processes);
  const global = structuredClone(stored);
  const disk = new Map<string, { text: string; bytes: number }>();
  const answers: FakeAnswers = aCore({
    ...fake.answers,
    // The client treats a 404 as deleted.
    processDelete: ({ id }) => {
      fake.held.delete(id);
      return 'OK';
    },
    config: () => aConfig(config),
    configSet: ({ body }) => {
      Object.assign(config, configAfter(config, body));
      return 'OK';
    },
    metadataAll: () => structuredClone(global),
    metadataSet: ({ key, body }) => {
      if (body === null) delete global[key];
      else global[key] = JSON.parse(JSON.stringify(body));
      return body;
    },
    diskFiles: ({ glob = '/**' } = {}) =>
      [...disk].flatMap(([name, { bytes }]) => (matches(glob).test(name) ? [{ name, size_bytes: bytes }] : [])),
    diskRead: ({ path }) => {
      const file = disk.get(path);
      if (!file) throw new CoreError(404, 'File not found');
      return file.text;
    },
    diskWrite: ({ path, body }) => {
      const text = typeof body === 'string' ? body : '';
      disk.set(path, { text, bytes: body instanceof Blob ? body.size : text.length });
      return 'OK';
    },
    diskDelete: ({ path }) => {
      disk.delete(path);
      return 'OK';
    },
    ...overrides,
  });
  const metadataOf = (id: string) => fake.held.get(id)?.metadata ?? {};
  return { ...fake, metadataOf, global, config, disk, answers };
}

export type LastingCore = ReturnType<typeof statefulCore>;
