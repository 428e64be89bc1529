/** `{token}` in a header is replaced by the login. */
export interface LoadRow {
  readonly name: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly connections: number;
}

/** The largest number comes first, because processes are only removed. */
interface Chapter {
  readonly processes: number;
  readonly rows: readonly LoadRow[];
}

export const PROCESSES = 300;
export const SEGMENT = 'bench_0100.ts';
export const PLAYLIST = 'bench.m3u8';
export const SEGMENT_BYTES = 1024 * 1024;
const CONNECTIONS = [1, 16, 64];
const AUTHORIZED = ['Authorization: Bearer {token}'];
const ALL_PARTS = 'state,config,report,metadata';

const segment = (connections: number): LoadRow => ({
  name: `segment of 1 MiB, ${connections} conn.`,
  path: `/memfs/${SEGMENT}`,
  headers: [],
  connections,
});
const playlist = (connections: number): LoadRow => ({
  name: `playlist, not counted, ${connections} conn.`,
  path: `/memfs/${PLAYLIST}`,
  headers: [],
  connections,
});
/** An external address, because local viewers are not counted. */
const countedPlaylist = (connections: number): LoadRow => ({
  name: `playlist, counted session, ${connections} conn.`,
  path: `/memfs/${PLAYLIST}?session=7SBmNdKSbLdkrFbkDcSgLn`,
  headers: ['X-Forwarded-For: 203.0.113.9'],
  connections,
});
const api = (name: string, path: string, connections = 1): LoadRow => ({
  name: `${name}, ${connections} conn.`,
  path: `/api${path}`,
  headers: AUTHORIZED,
  connections,
});
const list = (processes: number) => api(`list of ${processes}, all parts`, `/v3/process?filter=${ALL_PARTS}`);
const stateOfOne = (processes: number, connections = 1) =>
  api(`state of one of ${processes}`, '/v3/process/bench%3A1/state', connections);

/** The first load after a start, before JIT compilation. */
export const coldRow: LoadRow = { ...stateOfOne(PROCESSES), name: 'state of one, cold, 1 conn.' };

export const chapters: readonly Chapter[] = [
  {
    processes: PROCESSES,
    rows: [
      ...CONNECTIONS.map(segment),
      ...CONNECTIONS.map(playlist),
      ...CONNECTIONS.map(countedPlaylist),
      list(PROCESSES),
      api(`list of ${PROCESSES}, state only`, '/v3/process?filter=state'),
      stateOfOne(PROCESSES),
      stateOfOne(PROCESSES, 16),
      api('about', ''),
    ],
  },
  { processes: 50, rows: [list(50), stateOfOne(50)] },
  { processes: 1, rows: [list(1), stateOfOne(1)] },
];

export const MEMORY = {
  idle: 'memory, idle',
  defined: `memory, ${PROCESSES} just defined`,
  restarted: `memory, started with ${PROCESSES}`,
  loaded: 'memory, after the load',
};
export const START = { empty: 'start, empty folder', stored: `start, ${PROCESSES} stored` };

/** Ratio of the first core to the last one. */
export interface Goal {
  readonly ratio: number;
  readonly kind: 'at least' | 'at most';
}

export const goals: ReadonlyMap<string, Goal> = new Map([
  ...CONNECTIONS.map((n): [string, Goal] => [segment(n).name, { kind: 'at least', ratio: 1 }]),
  [playlist(16).name, { kind: 'at least', ratio: 0.8 }],
  [countedPlaylist(16).name, { kind: 'at least', ratio: 0.8 }],
  [list(PROCESSES).name, { kind: 'at least', ratio: 1 }],
  [stateOfOne(PROCESSES).name, { kind: 'at least', ratio: 0.7 }],
  [coldRow.name, { kind: 'at least', ratio: 0.7 }],
  [MEMORY.idle, { kind: 'at most', ratio: 4 }],
  [START.empty, { kind: 'at most', ratio: 1 }],
  [START.stored, { kind: 'at most', ratio: 1 }],
]);
