/** How often one thing is asked for while it is on the screen. docs/decisions/0012-requests.md lists all of them. */
export interface Pace<Name extends string = string> {
  everyMs: number;
  /** How often it is checked whether it is due; without it, at `everyMs`. */
  checkMs?: number;
  /** Requests to the core in one round, at most; without it, one. */
  requests?: number;
  /** Beside other polls. The first row that applies counts; `null`: not at all. */
  beside?: readonly { others: readonly Name[]; everyMs: number | null }[];
}

const paces = <Name extends string>(rows: Readonly<Record<Name, Pace<NoInfer<Name>>>>) => rows;

/**
 * Every interval of the interface. The channel page stays below two requests a second, whatever is open on it: the
 * details of a process cover its figures, and figures give way to thumbnails and to the source panel.
 */
export const PACE = paces({
  channelStates: { everyMs: 1000 },
  // On the channel page it takes the place of every sixth request for the states.
  allChannels: { everyMs: 6000, checkMs: 1000 },
  // Viewer bandwidth is a mean over 10 s; the rate that an encoder sends needs two answers in that time.
  audience: {
    everyMs: 3500,
    beside: [
      { others: ['details'], everyMs: null },
      { others: ['hold'], everyMs: 8000 },
      { others: ['source', 'thumbnails'], everyMs: 7000 },
    ],
  },
  // Edges count every three seconds. The core is not asked.
  edges: { everyMs: 10_000, requests: 0, beside: [{ others: ['source', 'thumbnails'], everyMs: 20_000 }] },
  // Segments are 2 s long. Until the first one is stored, every check asks.
  files: { everyMs: 10_000, checkMs: 5000, beside: [{ others: ['details'], everyMs: null }] },
  // A new file is looked for until it is there.
  recordedFiles: { everyMs: 10_000, checkMs: 2000 },
  publishedAgain: { everyMs: 1000 },
  // Somebody has to act within seconds, and the core itself acts at once.
  arrivingStream: {
    everyMs: 4000,
    beside: [
      { others: ['details'], everyMs: null },
      { others: ['source', 'thumbnails'], everyMs: 8000 },
    ],
  },
  // Playlist and segment, of picture and sound apart.
  source: {
    everyMs: 10_000,
    requests: 4,
    beside: [
      { others: ['details'], everyMs: null },
      { others: ['hold'], everyMs: 30_000 },
      { others: ['thumbnails'], everyMs: 15_000 },
    ],
  },
  // The agent writes it every two seconds. Of many channels one after the other.
  hold: {
    everyMs: 2000,
    beside: [
      { others: ['thumbnails'], everyMs: 4000 },
      { others: ['source'], everyMs: 3000 },
    ],
  },
  // At a start, until the playlist is there.
  firstSegment: { everyMs: 2000 },
  resources: {
    everyMs: 3000,
    beside: [
      { others: ['hold'], everyMs: 8000 },
      { others: ['source', 'thumbnails'], everyMs: 7000 },
    ],
  },
  thumbnails: { everyMs: 3000, beside: [{ others: ['channelStates'], everyMs: 5000 }] },
  // The core takes them once a minute.
  snapshots: { everyMs: 30_000 },
  // Playlist and segment of one channel, of picture and sound apart.
  levels: { everyMs: 4000, requests: 4 },
  header: { everyMs: 3000 },
  hiddenAlarm: { everyMs: 5000 },
  // Incidents and receivers, at the agent: it tells nothing sooner than after some seconds.
  agentAlarm: { everyMs: 10_000, requests: 2 },
  failureLogs: { everyMs: 2500 },
  details: { everyMs: 1000 },
  renditions: { everyMs: 3000 },
  renditionStart: { everyMs: 1000 },
  holdStart: { everyMs: 1000 },
  // The files, and which recordings run.
  recordings: { everyMs: 5000, requests: 2 },
  recordingGuard: { everyMs: 60_000, requests: 2 },
  publishedKeys: { everyMs: 2000 },
  firstPublished: { everyMs: 1000 },
  probePicture: { everyMs: 500 },
  preparedFile: { everyMs: 1000 },
  encoderTest: { everyMs: 1000 },
  // Most trials end at once: the interval is how long 500 of them take.
  ffmpegTrial: { everyMs: 400 },
  settings: { everyMs: 5000 },
  // At the agent, and where it is at the core.
  agent: { everyMs: 10_000, requests: 2 },
  // An hour; longer spans not as often. Beside it, once a minute, what happened.
  agentHistory: { everyMs: 10_000, checkMs: 1000, requests: 3 },
  movedEncoders: { everyMs: 3000 },
  systemLog: { everyMs: 1000 },
  // Receivers, settings, incidents and deliveries, at the agent.
  alarms: { everyMs: 6000, requests: 4 },
  // Rules and their results, at the agent.
  schedule: { everyMs: 6000 },
  // At the agent, and at once when a change has been due; nothing where there are no rules.
  nextChange: { everyMs: 60_000, checkMs: 1000 },
  tokens: { everyMs: 10_000 },
  website: { everyMs: 8000, requests: 4 },
  // At the server that is chosen for it, not at the core.
  releases: { everyMs: 3_600_000, requests: 0 },
  // Without a request: the picture in the preview, the progress of an upload, a notice that is shown again.
  picture: { everyMs: 1000, requests: 0 },
  upload: { everyMs: 250, requests: 0 },
  startupNotice: { everyMs: 8000, requests: 0 },
  waitingNotice: { everyMs: 6000, requests: 0 },
});

export type PaceName = keyof typeof PACE;

/** How many polls of each pace run; one that runs belongs to something on the screen. */
export type RunningPolls = Readonly<Partial<Record<PaceName, number>>>;

/** The interval in ms, beside all that runs; null: not now. */
export function intervalOf(name: PaceName, running: RunningPolls): number | null {
  const pace: Pace<PaceName> = PACE[name];
  const row = pace.beside?.find(({ others }) => others.some((other) => (running[other] ?? 0) > 0));
  return row ? row.everyMs : pace.everyMs;
}
