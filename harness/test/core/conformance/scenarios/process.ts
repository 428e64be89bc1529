import { readdirSync, readFileSync } from 'node:fs';
import { until } from '../../testing.ts';
import type { Fixture } from '../fixture.ts';
import type { Recording } from '../recordedExchanges.ts';
import type { Scenario, Step } from '../scenario.ts';
import {
  addProcess,
  COPY_TO_NOWHERE,
  deleteProcess,
  encode,
  filesOf,
  hlsOutput,
  nextSecond,
  order,
  picture,
  prepareCore,
  REFERENCE,
  sequenceOfSteps,
  set,
  stateOf,
  untilFramesCome,
} from '../scenarioSteps.ts';

const INGEST = `rec:ingest:${REFERENCE}`;
const MARKER = 'rec-kill-marker';
const nothing = [{ id: 'in', address: 'does-not-exist.mp4', options: [] }];

const mark: Step = async (fixture) => fixture.names.push([MARKER, `${MARKER}-${fixture.home.replaceAll('/', '-')}`]);

function pidOf(fixture: Fixture): number {
  const word = fixture.fill(MARKER);
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return program.includes('ffmpeg') && args.some((arg) => arg.includes(word));
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`no ffmpeg with ${word} in its command line`);
  return Number(found);
}
const signal =
  (name: NodeJS.Signals): Step =>
  async (fixture) =>
    process.kill(pidOf(fixture), name);

const marked = {
  autostart: true,
  reconnect_delay_seconds: 3,
  output: [{ id: 'output_0', address: '-', options: encode('-metadata', `title=${MARKER}`, '-f', 'null') }],
};
const stale = { autostart: true, reconnect_delay_seconds: 3, stale_timeout_seconds: 4 };

/** Still runs after the timeout; the recording ends in another state. */
const keepsRunning =
  (id: string) =>
  async (fixture: Fixture): Promise<unknown> => {
    const startedAt = Date.now();
    await until(
      () => stateOf(fixture, id),
      ({ exec }) => exec !== 'running' || Date.now() - startedAt > 5_500,
    );
    const { order, exec } = await stateOf(fixture, id);
    return { timeline_of_changes: [`${order} ${exec}`] };
  };

const listProcesses = async (fixture: Fixture, { request }: Recording) => {
  const found = await fixture.api('GET', request.path.slice('/api'.length));
  if (!Array.isArray(found)) return { status: 0, found };
  return { status: 200, ids: found.map(({ id }) => id).sort(), keys_of_first: Object.keys(found[0] ?? {}) };
};
const lists = [
  'list all',
  'list by reference',
  'list by unknown reference',
  'list by two ids',
  'list by unknown id',
  'list by id and reference together (reference wins)',
  'list by idpattern',
  'list by refpattern',
  'list by broken pattern',
];

const times = async (fixture: Fixture) => {
  const found = await fixture.api('GET', '/v3/process/rec:update?filter=config');
  if (typeof found !== 'object' || found === null) throw new Error('rec:update is not there');
  return { created_at: Reflect.get(found, 'created_at'), updated_at: Reflect.get(found, 'updated_at') };
};

export const processes: readonly Scenario[] = [
  { area: 'process-lifecycle', phase: 'open' },
  {
    area: 'process-lifecycle',
    phase: 'main',
    begin: prepareCore,
    before: {
      'update while running (PUT)': async (fixture) =>
        fixture.memo.set(
          'files',
          await until(
            () => filesOf(fixture, 'mem', `/${INGEST}**`),
            ({ length }) => length > 1,
          ),
        ),
      // An interrupt before ffmpeg has installed its handler ends it by signal, in another state.
      stop: untilFramesCome(INGEST),
      'state while running': untilFramesCome(INGEST),
      'report after reload': untilFramesCome(INGEST),
      'failing process, reconnect off': sequenceOfSteps(
        deleteProcess('rec:bad'),
        addProcess('rec:noreconnect', { autostart: true, reconnect: false, input: nothing, output: COPY_TO_NOWHERE }),
      ),
      'after stop and start': sequenceOfSteps(order('rec:noreconnect', 'stop'), order('rec:noreconnect', 'start')),
      'process that ends by itself after 2 s, reconnect on, delay 3 s': sequenceOfSteps(
        deleteProcess('rec:noreconnect'),
        addProcess('rec:finite', {
          autostart: true,
          reconnect_delay_seconds: 3,
          input: picture(2),
          output: [{ id: 'o', address: '-', options: encode('-f', 'null') }],
        }),
      ),
      'state of a process with a misplaced option': sequenceOfSteps(
        deleteProcess('rec:finite'),
        mark,
        addProcess('rec:killed', { ...marked, options: ['-metadata', `title=${MARKER}`] }),
      ),
      'ffmpeg ended by SIGKILL from outside': sequenceOfSteps(
        deleteProcess('rec:killed'),
        addProcess('rec:killed', marked),
        untilFramesCome('rec:killed'),
        signal('SIGKILL'),
      ),
      'ffmpeg ended by SIGTERM from outside (exit code 255)': sequenceOfSteps(
        untilFramesCome('rec:killed'),
        signal('SIGTERM'),
      ),
      'GET of another process while one is being stopped': sequenceOfSteps(
        untilFramesCome('rec:killed'),
        signal('SIGSTOP'),
        async (fixture) => fixture.memo.set('stopping', order('rec:killed', 'stop')(fixture)),
      ),
      'stale timeout 4 s, log lines with level prefix (plain ffmpeg)': sequenceOfSteps(
        deleteProcess('rec:killed'),
        addProcess('rec:stale', { ...stale, options: ['-loglevel', 'level+info'] }),
      ),
      'audio only output with stale timeout 4 s (plain ffmpeg)': sequenceOfSteps(
        deleteProcess('rec:stale'),
        addProcess('rec:stale', {
          ...stale,
          input: picture().slice(1),
          output: [{ id: 'output_0', address: '-', options: ['-map', '0:a:0', '-codec:a', 'aac', '-f', 'null'] }],
        }),
      ),
      'add with limits': deleteProcess('rec:stale'),
      'update with only some fields': sequenceOfSteps(
        deleteProcess('rec:limits'),
        addProcess('rec:update', {
          output: [{ ...hlsOutput('up', { max_files: 3 })[0], id: 'o', address: '{memfs}/up.m3u8' }],
          limits: { cpu_usage: 50, memory_mbytes: 100, waitfor_seconds: 5 },
        }),
        async (fixture) => fixture.memo.set('times', await times(fixture)),
        nextSecond,
      ),
      'add: no inputs': deleteProcess('rec:renamed'),
      'add without id, type, autostart, ids of inputs and outputs': deleteProcess('rec:v'),
      'id with slash, space and colon': async (fixture) => {
        const all = await fixture.api('GET', '/v3/process?filter=config');
        for (const { id } of Array.isArray(all) ? all : []) if (id !== INGEST) await deleteProcess(id)(fixture);
      },
      'placeholders: how addresses are resolved': addProcess('rec:ph', {
        reference: 'ref1',
        options: ['-x', '{diskfs}/g', '{memfs}/g', '{processid}'],
        input: [
          { id: 'in_{processid}', address: '{rtmp,name=ch1}', options: ['{memfs}/i', '{rtmp,name=x}', '{inputid}'] },
          { id: 'i2', address: '{srt,name=ch1}', options: [] },
          { id: 'i3', address: '{srt,name=ch1,latency=50000}', options: [] },
          { id: 'i4', address: '{rtmp,name=$reference.stream}', options: [] },
          { id: 'i5', address: '{fs:mem}/x {fs:disk}/y {unknown} {memfs^:}', options: [] },
        ],
        output: [
          { id: 'o1', address: '{diskfs}/{processid}_{outputid}_{reference}.mp4', options: ['{memfs}/o'] },
          { id: 'o2', address: '{rtmp,name={processid}}', options: [] },
          { id: 'o3', address: '{srt,name=ch1}', options: [] },
          { id: 'o4', address: '[f=hls]{memfs}/a.m3u8|[f=flv]{rtmp,name=t}', options: [] },
        ],
      }),
      'address reference to another process': deleteProcess('rec:ph'),
      'delete a running process': sequenceOfSteps(order(INGEST, 'start'), untilFramesCome(INGEST)),
    },
    observe: {
      'memory files before and right after the update': async (fixture) => ({
        before: fixture.memo.get('files'),
        right_after: await filesOf(fixture, 'mem', `/${INGEST}**`),
      }),
      'stop of an ffmpeg that does not react to SIGINT': async (fixture) => ({
        status: 200,
        body: await fixture.memo.get('stopping'),
      }),
      'created_at and updated_at before and after updates': async (fixture) => ({
        before: fixture.memo.get('times'),
        after: await times(fixture),
      }),
      'stale timeout 4 s, log lines with level prefix (plain ffmpeg)': keepsRunning('rec:stale'),
      'audio only output with stale timeout 4 s (plain ffmpeg)': keepsRunning('rec:stale'),
      ...Object.fromEntries(lists.map((name) => [name, listProcesses])),
    },
  },
  {
    area: 'process-lifecycle',
    phase: 'limits',
    begin: sequenceOfSteps(
      prepareCore,
      set({ ffmpeg: { max_processes: 1 } }),
      addProcess('rec:p1', { autostart: true }),
    ),
    before: {
      'start the second': addProcess('rec:p2'),
      'start the second after the first was stopped': order('rec:p1', 'stop'),
    },
  },
];
