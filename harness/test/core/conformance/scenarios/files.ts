import { until } from '../../testing.ts';
import type { Fixture } from '../fixture.ts';
import { Timeline } from '../processStateSequence.ts';
import type { Scenario } from '../scenario.ts';
import {
  addProcess,
  deleteFile,
  deleteProcess,
  encode,
  filesOf,
  nextMoment,
  prepareCore,
  putFile,
  sequenceOfSteps,
  set,
  stateOf,
  untilFramesCome,
} from '../scenarioSteps.ts';
import { account } from './requests.ts';

const KB = 1024;
const YOUNGER_MS = 3_000;
const bytes = (count: number): Buffer => Buffer.alloc(count, 1);
const spaced = (...paths: string[]) =>
  sequenceOfSteps(...paths.flatMap((path) => [putFile(path, 'x'.repeat(10)), nextMoment]));
const rule = (pattern: string, more: object) => ({
  output: [{ id: 'o', address: '-', options: ['-f', 'null'], cleanup: [{ pattern, ...more }] }],
});

async function memoryCleanup(fixture: Fixture) {
  const lists: string[][] = [];
  const list = () => filesOf(fixture, 'mem', '/clean/**');
  const reach = async (...names: string[]) => {
    const files = names.map((name) => `/clean/${name}`);
    lists.push(await until(list, (now) => now.join() === files.join()));
  };
  const startedAt = Date.now();
  await spaced(...[1, 2, 3, 4, 5, 6].map((n) => `/mem/clean/f${n}.ts`), '/mem/clean/keep.jpg')(fixture);
  lists.push(await list());
  await addProcess('rec:clean', {
    output: [
      {
        id: 'o',
        address: '-',
        options: ['-f', 'null'],
        cleanup: [
          // 4 s in the recording, more for a busy machine.
          { pattern: 'memfs:/clean/*.ts', max_files: 3, max_file_age_seconds: 6, purge_on_delete: true },
          { pattern: 'mem:/clean/*.jpg', max_files: 0, max_file_age_seconds: 0, purge_on_delete: true },
          { pattern: '/clean/*.none', max_files: 1 },
        ],
      },
    ],
  })(fixture);
  await reach('f4.ts', 'f5.ts', 'f6.ts', 'keep.jpg');
  // Young enough to outlive the others by more than one round.
  await until(
    async () => Date.now() - startedAt,
    (passed) => passed > YOUNGER_MS,
  );
  await putFile('/mem/clean/new.ts', 'new')(fixture);
  lists.push(await list());
  await reach('f5.ts', 'f6.ts', 'keep.jpg', 'new.ts');
  await reach('keep.jpg', 'new.ts');
  return { timeline_of_changes: lists.map((files) => ({ t_s: 0, files })) };
}

export const files: readonly Scenario[] = [
  {
    area: 'fs-mem',
    phase: 'main',
    begin: prepareCore,
    bodies: { 'put new': 'hello memfs', 'put again': 'hello memfs 2', 'put empty': '' },
    before: {
      'put again': nextMoment,
      'put empty': nextMoment,
      'put chunked': nextMoment,
      'list, glob=': spacedSizes(['b.ts', 'c.m3u8', 'sub/d.ts']),
    },
    observe: {
      'cleanup rules of a process that is not running': memoryCleanup,
      'files right after the process was deleted': async (fixture) => {
        await sequenceOfSteps(putFile('/mem/clean/last.ts', 'last'), deleteProcess('rec:clean'))(fixture);
        return { files: await filesOf(fixture, 'mem', '/clean/**') };
      },
    },
  },
  {
    area: 'fs-mem',
    phase: 'limits',
    begin: sequenceOfSteps(prepareCore, set({ storage: { memory: { max_size_mbytes: 1, purge: false } } })),
    bodies: {
      'max_size_mbytes 1: put 600 kB': bytes(600 * KB),
      'put another 600 kB, purge off': bytes(600 * KB),
      'the same through /memfs': bytes(600 * KB),
      'overwrite the first with 1 MB': bytes(KB * KB),
      'one file above the total': bytes(1100 * KB),
      'purge on: put 600 kB': bytes(600 * KB),
    },
    before: { 'purge on: put 600 kB': set({ storage: { memory: { max_size_mbytes: 1, purge: true } } }) },
  },
  {
    area: 'fs-mem',
    phase: 'env',
    environment: () => ({
      ...account,
      CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false',
      CORE_RTMP_ENABLE: 'true',
      CORE_RTMP_ADDRESS: '127.0.0.1:0',
    }),
    begin: (fixture) => fixture.login(),
    before: {
      'placeholders without credentials and tokens': addProcess('rec:ph', {
        input: [{ id: 'i', address: '{rtmp,name=x}', options: [] }],
        output: [{ id: 'o', address: '{memfs}/x.m3u8', options: [] }],
      }),
    },
  },
  {
    area: 'fs-disk',
    phase: 'main',
    begin: prepareCore,
    bodies: {
      'put new': '<!doctype html><title>index</title>',
      'put again': '<!doctype html><title>index 2</title>',
      'put in a new folder': '{"version":"1.0"}',
    },
    before: {
      'public index.html after it was overwritten through the API': putFile(
        '/disk/index.html',
        '<!doctype html><title>index 3</title>',
      ),
      'public gzip': putFile('/disk/big.js', `//${'x'.repeat(3000)}`),
      'public file above the cache file size (1 MB)': putFile('/disk/toobig.jpg', Buffer.alloc(KB * KB + 1, 120)),
      'list after all files were removed': async (fixture) => {
        for (const file of await filesOf(fixture, 'disk', '/**')) await deleteFile(`/disk${file}`)(fixture);
      },
    },
    observe: {
      'cleanup rule on the disk storage, max_files 2, purge_on_delete false': async (fixture) => {
        const list = () => filesOf(fixture, 'disk', '/clean/**');
        await spaced(...[1, 2, 3, 4, 5].map((n) => `/disk/clean/f${n}.ts`))(fixture);
        const before = await list();
        await addProcess(
          'rec:cleandisk',
          rule('diskfs:/clean/*.ts', { max_files: 2, max_file_age_seconds: 0 }),
        )(fixture);
        const after_2_s = await until(list, ({ length }) => length <= 2);
        await deleteProcess('rec:cleandisk')(fixture);
        return { before, after_2_s, after_delete: await list() };
      },
    },
  },
  {
    area: 'fs-disk',
    phase: 'limits',
    begin: sequenceOfSteps(prepareCore, set({ storage: { disk: { max_size_mbytes: 1 } } })),
    bodies: {
      'disk max_size_mbytes 1: put 1.5 MB': bytes(1536 * KB),
      'put more': bytes(1536 * KB),
    },
    observe: {
      // The recording watches for 13 s; here the test ends once more is stored than allowed.
      'a process that writes to the full disk storage': async (fixture, { response }) => {
        const out = [{ id: 'o', address: '{diskfs}/out.ts', options: encode('-f', 'mpegts', '-y') }];
        await sequenceOfSteps(
          addProcess('rec:disk', { autostart: true, output: out }),
          untilFramesCome('rec:disk'),
        )(fixture);
        const { order, exec, reconnect_seconds } = await stateOf(fixture, 'rec:disk');
        await deleteProcess('rec:disk')(fixture);
        const rows = Timeline.parse(response.timeline_of_changes);
        return { timeline_of_changes: rows.map(({ t_s }) => ({ t_s, order, exec, reconnect_seconds })) };
      },
    },
  },
];

function spacedSizes(names: readonly string[]) {
  return sequenceOfSteps(
    nextMoment,
    ...names.flatMap((name) => [putFile(`/mem/rec/${name}`, 'x'.repeat(name.length * 10)), nextMoment]),
  );
}
