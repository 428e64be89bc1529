import { expect, it } from 'vitest';
import { holdStatusFile } from '../src/api/processIds.ts';
import { fakeCore } from '../src/testing/fakeCore.ts';
import { createChannelStates } from './channelStates.ts';

const channelOf = (at: number) => `11111111-2222-3333-4444-${String(at).padStart(12, '0')}`;
const status = { version: 1, beat: 3, onAir: 'slate', seconds: 12, why: 'ended', image: 'ready', limitIn: null };

function scene(files: Readonly<Record<string, string>>) {
  let seconds = 0;
  const controls = { isAway: false };
  const core = fakeCore({
    memFiles: () => {
      if (controls.isAway) throw new Error('away');
      return Object.keys(files).map((name) => ({ name: `/${name}`, last_modified: 0, size_bytes: 1 }));
    },
    fileBytes: ({ path }) => new TextEncoder().encode(files[path] ?? ''),
  });
  return {
    ...{ core, controls, read: createChannelStates(core, () => seconds * 1000) },
    advance(more: number) {
      seconds += more;
    },
  };
}

it('the channel states come from valid status files only', async () => {
  const { read } = scene({
    [holdStatusFile(channelOf(1))]: JSON.stringify(status),
    [holdStatusFile(channelOf(2))]: 'half of it',
    [holdStatusFile(channelOf(3))]: JSON.stringify({ ...status, version: 2 }),
    [holdStatusFile('__proto__')]: JSON.stringify(status),
    [holdStatusFile('../../etc')]: JSON.stringify(status),
  });
  expect(await read()).toEqual({ [channelOf(1)]: status });
});

it('the channel states are read from the core at most every two seconds, for any number of callers', async () => {
  const { read, core, advance } = scene({ [holdStatusFile(channelOf(1))]: JSON.stringify(status) });
  await Promise.all(Array.from({ length: 100 }, read));
  expect(core.calls.length).toBe(2);
  advance(3);
  await read();
  expect(core.calls.length).toBe(4);
});

it('the channel states are limited to 200 channels', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [holdStatusFile(channelOf(at)), JSON.stringify(status)]),
  );
  expect(Object.keys(await scene(files).read()).length).toBe(200);
});

it('the channel states are empty until the core responds', async () => {
  const { read, controls, advance } = scene({ [holdStatusFile(channelOf(1))]: JSON.stringify(status) });
  controls.isAway = true;
  expect(await read()).toEqual({});
  controls.isAway = false;
  advance(3);
  expect(await read()).toEqual({ [channelOf(1)]: status });
});
