/** Listed in docs/decisions/0012-requests.md. */
export interface Pace<Name extends string = string> {
  everyMs: number;
  /** Interval of the check whether a round is due; `everyMs` by default. */
  checkMs?: number;
  /** Maximum requests to the core per round; 1 by default. */
  requests?: number;
  /** The first row with a running poll applies; `null` pauses this poll. */
  beside?: readonly { others: readonly Name[]; everyMs: number | null }[];
}

const paces = <Name extends string>(rows: Readonly<Record<Name, Pace<NoInfer<Name>>>>) => rows;

/**
 * The channel page stays below two requests a second: details replace its figures, and figures slow down for
 * thumbnails and the source panel.
 */
export const PACE = paces({
  channelStates: { everyMs: 1000 },
  // On the channel page, replaces every sixth request for the states.
  allChannels: { everyMs: 6000, checkMs: 1000 },
  // The core reports viewer bandwidth as a mean over 10 s; a received rate needs two answers within that time.
  audience: {
    everyMs: 3500,
    beside: [
      { others: ['details'], everyMs: null },
      { others: ['hold'], everyMs: 8000 },
      { others: ['source', 'thumbnails'], everyMs: 7000 },
    ],
  },
  // Edges update their counts every three seconds. Not a request to the core.
  edges: { everyMs: 10_000, requests: 0, beside: [{ others: ['source', 'thumbnails'], everyMs: 20_000 }] },
  // Segments are 2 s long. Until the first one is stored, each check is a request.
  files: { everyMs: 10_000, checkMs: 5000, beside: [{ others: ['details'], everyMs: null }] },
  recordedFiles: { everyMs: 10_000, checkMs: 2000 },
  publishedAgain: { everyMs: 1000 },
  // An operator has to react within seconds.
  arrivingStream: {
    everyMs: 4000,
    beside: [
      { others: ['details'], everyMs: null },
      { others: ['source', 'thumbnails'], everyMs: 8000 },
    ],
  },
  // Playlist and segment, for video and audio separately.
  source: {
    everyMs: 10_000,
    requests: 4,
    beside: [
      { others: ['details'], everyMs: null },
      { others: ['hold'], everyMs: 30_000 },
      { others: ['thumbnails'], everyMs: 15_000 },
    ],
  },
  // The agent writes the status every two seconds. One channel per round.
  hold: {
    everyMs: 2000,
    beside: [
      { others: ['thumbnails'], everyMs: 4000 },
      { others: ['source'], everyMs: 3000 },
    ],
  },
  firstSegment: { everyMs: 2000 },
  resources: {
    everyMs: 3000,
    beside: [
      { others: ['hold'], everyMs: 8000 },
      { others: ['source', 'thumbnails'], everyMs: 7000 },
    ],
  },
  thumbnails: { everyMs: 3000, beside: [{ others: ['channelStates'], everyMs: 5000 }] },
  // The core takes a snapshot once a minute.
  snapshots: { everyMs: 30_000 },
  levels: { everyMs: 4000, requests: 4 },
  header: { everyMs: 3000 },
  hiddenAlarm: { everyMs: 5000 },
  // Incidents and receivers, from the agent, which waits some seconds before it reports.
  agentAlarm: { everyMs: 10_000, requests: 2 },
  failureLogs: { everyMs: 2500 },
  details: { everyMs: 1000 },
  renditions: { everyMs: 3000 },
  renditionStart: { everyMs: 1000 },
  holdStart: { everyMs: 1000 },
  recordings: { everyMs: 5000, requests: 2 },
  recordingGuard: { everyMs: 60_000, requests: 2 },
  publishedKeys: { everyMs: 2000 },
  firstPublished: { everyMs: 1000 },
  probePicture: { everyMs: 500 },
  preparedFile: { everyMs: 1000 },
  encoderTest: { everyMs: 1000 },
  // Most trials end at once, so this interval determines the duration of about 500 trials.
  ffmpegTrial: { everyMs: 400 },
  settings: { everyMs: 5000 },
  agent: { everyMs: 10_000, requests: 2 },
  // Every 10 s for an hour, less often for longer spans. Once a minute also the marks.
  agentHistory: { everyMs: 10_000, checkMs: 1000, requests: 3 },
  movedEncoders: { everyMs: 3000 },
  systemLog: { everyMs: 1000 },
  alarms: { everyMs: 6000, requests: 4 },
  schedule: { everyMs: 6000 },
  // From the agent. Repeated when a change was due; paused without rules.
  nextChange: { everyMs: 60_000, checkMs: 1000 },
  tokens: { everyMs: 10_000 },
  website: { everyMs: 8000, requests: 4 },
  releases: { everyMs: 3_600_000, requests: 0 },
  // Not requests: picture analysis, upload progress and a repeated notice.
  picture: { everyMs: 1000, requests: 0 },
  upload: { everyMs: 250, requests: 0 },
  startupNotice: { everyMs: 8000, requests: 0 },
  waitingNotice: { everyMs: 6000, requests: 0 },
});

export type PaceName = keyof typeof PACE;

export type RunningPolls = Readonly<Partial<Record<PaceName, number>>>;

/** Returns the interval in ms beside the running polls, or null if paused. */
export function intervalOf(name: PaceName, running: RunningPolls): number | null {
  const pace: Pace<PaceName> = PACE[name];
  const row = pace.beside?.find(({ others }) => others.some((other) => (running[other] ?? 0) > 0));
  return row ? row.everyMs : pace.everyMs;
}
