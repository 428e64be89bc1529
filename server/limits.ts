const KB = 1024;
const MB = 1024 * KB;

type Unit = 'bytes' | 'ms' | 'characters' | 'connections' | 'items' | 'per second';

interface Limit {
  readonly value: number;
  readonly unit: Unit;
  /** What is limited, for whom, and what happens beyond it. */
  readonly what: string;
  /** The test that goes beyond it. */
  readonly test: string;
}

/**
 * What somebody without a login can make the core hold or do, alone and all of them together. `docs/limits.md` is made
 * from this table; `limits.test.ts` demands that each test names its limit.
 */
export const limits = {
  loginBody: {
    value: 16 * KB,
    unit: 'bytes',
    what: 'Body of a login. A larger one is refused without being read.',
    test: 'server/faults/login.test.ts',
  },
  loginBodyTime: {
    value: 10_000,
    unit: 'ms',
    what: 'Until the body of a login must be there.',
    test: 'server/http/login.test.ts',
  },
  openLogins: {
    value: 1000,
    unit: 'items',
    what: 'Logins that are sent, wait, or wait for their answer at the same time. Beyond it the oldest one of the address that has most of them is sent away.',
    test: 'server/http/loginQueue.test.ts',
  },
  openLoginsOfAddress: {
    value: 200,
    unit: 'items',
    what: 'The same, of one address (IPv6: of one /64 network). Beyond it a login is refused at once.',
    test: 'server/http/loginQueue.test.ts',
  },
  freeLogins: {
    value: 10,
    unit: 'items',
    what: 'Wrong logins of one address after which the next one is still compared at once. From then on there is a millisecond between two comparisons for each that was wrong.',
    test: 'server/http/loginBackoff.test.ts',
  },
  freeLoginsOfProxy: {
    value: 300,
    unit: 'items',
    what: 'Wrong logins that came over one proxy (or from somebody who poses as one), whatever addresses it has named. From then on there is such a time between all of them, and who would wait longer than a login may is refused.',
    test: 'server/http/loginQueue.test.ts',
  },
  loginPause: {
    value: 1000,
    unit: 'ms',
    what: 'The longest such time between two comparisons, so one login a second of one address.',
    test: 'server/http/loginBackoff.test.ts',
  },
  loginWait: {
    value: 10_000,
    unit: 'ms',
    what: 'The longest that a login waits for its comparison. One that would have to wait longer is refused at once.',
    test: 'server/http/loginBackoff.test.ts',
  },
  loginAddresses: {
    value: 10_000,
    unit: 'items',
    what: 'Addresses whose wrong logins are remembered, each for 10 minutes.',
    test: 'server/http/loginQueue.test.ts',
  },
  token: {
    value: 4096,
    unit: 'characters',
    what: 'Length of a token. A longer one is none.',
    test: 'server/http/tokens.test.ts',
  },
  jsonBody: {
    value: 16 * MB,
    unit: 'bytes',
    what: 'Body of any other request of the API but an upload. All but metadata must be below 2 MB.',
    test: 'server/http/body.test.ts',
  },
  jsonBodies: {
    value: 64 * MB,
    unit: 'bytes',
    what: 'All such bodies that are being read at the same time. Beyond it the largest one of the address that sends most is given up.',
    test: 'server/http/body.test.ts',
  },
  bodyPiece: {
    value: 64,
    unit: 'bytes',
    what: 'What the pieces of a body must have on average, the first 1000 aside. A connection that sends a finer one ends.',
    test: 'server/http/coalescingRequest.test.ts',
  },
  jsonValues: {
    value: 20_000,
    unit: 'items',
    what: 'Values in a JSON body that is no metadata.',
    test: 'server/http/json.test.ts',
  },
  metadataValues: {
    value: 1_000_000,
    unit: 'items',
    what: 'Values in a JSON body of metadata.',
    test: 'server/http/json.test.ts',
  },
  metricsPoints: {
    value: 500_000,
    unit: 'items',
    what: 'Metrics: asked ones by moments of the history, and the values that are answered, of one query. One that asks for more is refused.',
    test: 'server/metrics/metrics.test.ts',
  },
  connections: {
    value: 4096,
    unit: 'connections',
    what: 'Connections over HTTP and HTTPS, fewer where the system gives the core fewer descriptors. Beyond it the address that has most of them loses one on which nothing is asked, or the new one gets a 503.',
    test: 'server/http/connections.test.ts',
  },
  pipelined: {
    value: 8,
    unit: 'items',
    what: 'Requests that wait on their connection for the answer to the one before. Beyond it the connection ends.',
    test: 'server/http/connections.test.ts',
  },
  unsent: {
    value: 64 * MB,
    unit: 'bytes',
    what: 'Answers, and memory files that are replaced or deleted by now, that somebody has not read yet. Beyond it those who take longest are cut off.',
    test: 'server/http/responseBacklog.test.ts',
  },
  compressing: {
    value: 8 * MB,
    unit: 'bytes',
    what: 'What is compressed at the same time; a file above 1 MB counts 4 MB. Beyond it answers go out as they are.',
    test: 'server/http/compress.test.ts',
  },
  logField: {
    value: 300,
    unit: 'characters',
    what: 'One field of a line of the log: an address, a user agent, a channel. What is longer is cut.',
    test: 'server/log/log.test.ts',
  },
  logText: {
    value: 4 * KB,
    unit: 'characters',
    what: 'A message or a reason that the core itself has written, a stack trace for one, in a line of the log.',
    test: 'server/log/log.test.ts',
  },
  logLines: {
    value: 10_000,
    unit: 'items',
    what: 'Lines of the log that are kept in memory, whatever `log.max_lines` says. The oldest are forgotten.',
    test: 'server/log/log.test.ts',
  },
  logBytes: {
    value: 4 * MB,
    unit: 'bytes',
    what: 'All lines of the log that are kept, and so the answer of `GET /api/v3/log`. The oldest are forgotten.',
    test: 'server/log/log.test.ts',
  },
  logStrangers: {
    value: 50,
    unit: 'per second',
    what: 'Lines of the log about requests and connections, all clients together. What is left out is counted in a line of its own. At the level `debug` nothing is left out but refusals.',
    test: 'server/log/throttle.test.ts',
  },
  logFile: {
    value: 10 * MB,
    unit: 'bytes',
    what: 'The file `core.log` of `make run`, looked at every second; what it had before is kept once, as `core.log.1`.',
    test: 'harness/launch/logFile.test.ts',
  },
  logAlike: {
    value: 10,
    unit: 'per second',
    what: 'Lines of them that are alike: the same component, with the same message or status. The first of its kind is always written.',
    test: 'server/log/throttle.test.ts',
  },
  rtmpSmallestChunk: {
    value: 128,
    unit: 'bytes',
    what: 'RTMP: smallest chunk that a client may announce. A smaller one ends its connection.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpCommand: {
    value: 64 * KB,
    unit: 'bytes',
    what: 'RTMP: longest command, metadata or data message, and all that a connection may send unfinished before it publishes.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpValues: {
    value: 512,
    unit: 'items',
    what: 'RTMP: values in one command, members of objects included.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpControl: {
    value: 64,
    unit: 'bytes',
    what: 'RTMP: longest control message.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpHeader: {
    value: 1 * MB,
    unit: 'bytes',
    what: 'RTMP: longest stream header, which is kept for players. A longer one ends the publisher.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpFrame: {
    value: 8 * MB,
    unit: 'bytes',
    what: 'RTMP: longest audio or video frame.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpUnfinished: {
    value: 16,
    unit: 'items',
    what: 'RTMP: messages that a connection may have begun and not finished. They take the memory that has come, not the one they announce.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpPublisher: {
    value: 24 * MB,
    unit: 'bytes',
    what: 'RTMP: unfinished messages of one publisher.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpOrders: {
    value: 50,
    unit: 'per second',
    what: 'RTMP: commands and control messages of one connection, four seconds of it at once. More end it.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpMessages: {
    value: 60_000,
    unit: 'per second',
    what: 'RTMP: messages of all publishers together, shared evenly, but at least 500 for each. A publisher that sends more is read more slowly.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpMessagesOfOne: {
    value: 20_000,
    unit: 'per second',
    what: 'RTMP: messages of one publisher, and as many at once.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpReplies: {
    value: 32 * KB,
    unit: 'bytes',
    what: 'RTMP: answers that a client has not read. More end its connection.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpName: {
    value: 256,
    unit: 'characters',
    what: 'RTMP: longest name of a channel. A longer one is refused.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpSetUp: {
    value: 10_000,
    unit: 'ms',
    what: 'RTMP: a connection must have published or played by then.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpIdle: {
    value: 30_000,
    unit: 'ms',
    what: 'RTMP: a publisher that is silent, or a player that takes nothing, is gone after this time.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpWaiting: {
    value: 1000,
    unit: 'connections',
    what: 'RTMP: connections that neither publish nor play yet. The oldest of the network that has most of them goes when another comes.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpWaitingOfOne: {
    value: 500,
    unit: 'connections',
    what: 'RTMP: of these, from one network (an IPv4 address, or 64 bits of IPv6).',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpWaitingBytes: {
    value: 16 * MB,
    unit: 'bytes',
    what: 'RTMP: what all of these hold together. The one that holds most goes first.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpPublishers: {
    value: 300,
    unit: 'connections',
    what: 'RTMP: publishers. Beyond, a newcomer gets the place of the oldest one of the network that has most, if that has more than his; the core’s own processes never give way.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpPlayers: {
    value: 2000,
    unit: 'connections',
    what: 'RTMP: players, by the same rule.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpChannelPlayers: {
    value: 1000,
    unit: 'connections',
    what: 'RTMP: players of one channel, by the same rule.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpGop: {
    value: 8 * MB,
    unit: 'bytes',
    what: 'RTMP: frames since the last keyframe that are kept for new players. More are not kept.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpKeyframe: {
    value: 60_000,
    unit: 'ms',
    what: 'RTMP: the longest time between two keyframes of a publisher with video, whose segments begin with them. Beyond it the publisher is ended, and the log says why.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpKeyframeBytes: {
    value: 256 * MB,
    unit: 'bytes',
    what: 'RTMP: sound and pictures between two keyframes, by the same rule.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpBacklog: {
    value: 16 * MB,
    unit: 'bytes',
    what: 'RTMP: what a player may be behind before it is dropped.',
    test: 'server/faults/rtmp.test.ts',
  },
  rtmpPieces: {
    value: 8192,
    unit: 'items',
    what: 'RTMP: the same in pieces.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpBytes: {
    value: 128 * MB,
    unit: 'bytes',
    what: 'RTMP: what all publishers and players hold together. Kept frames go first, then the player that is furthest behind or the publisher that holds most.',
    test: 'server/faults/rtmp.test.ts',
  },
  sessionText: {
    value: 200,
    unit: 'characters',
    what: 'Sessions: name, path, address and program of a viewer, each. What is longer is cut.',
    test: 'server/sessions/bounds.test.ts',
  },
  sessionList: {
    value: 180 * KB,
    unit: 'bytes',
    what: 'Sessions: the list of active ones, of all collectors together. Beyond, the busiest are listed and the others as one entry of each reference; the number of sessions and their rates count all.',
    test: 'server/sessions/bounds.test.ts',
  },
  activeSessions: {
    value: 10_000,
    unit: 'items',
    what: 'Sessions: active ones of a collector. Beyond, those end that have been silent longest, of the network that has most. A viewer’s begins only with an id that the core has handed out, and with its first segment.',
    test: 'server/sessions/bounds.test.ts',
  },
  pendingSessions: {
    value: 10_000,
    unit: 'items',
    what: 'Sessions: viewers that have a playlist and no segment yet. Beyond, the oldest is forgotten until its next playlist.',
    test: 'server/sessions/bounds.test.ts',
  },
  playlist: {
    value: 512 * KB,
    unit: 'bytes',
    what: 'Sessions: a playlist that is filled in for each viewer, some 4 hours in segments of 2 s. A longer one goes out as it is, and its viewers are neither counted nor turned away.',
    test: 'server/sessions/playlist.test.ts',
  },
  sessionNames: {
    value: 500,
    unit: 'items',
    what: 'Sessions: names in each of the sums of ended ones. Beyond, the smallest become one.',
    test: 'server/sessions/bounds.test.ts',
  },
  ffmpegLine: {
    value: 4096,
    unit: 'characters',
    what: 'ffmpeg: a line of its log; what is longer is cut. A source decides what ffmpeg says about it.',
    test: 'server/ffmpeg/lineSplitter.test.ts',
  },
  ffmpegOutput: {
    value: 32 * MB,
    unit: 'bytes',
    what: 'ffmpeg: what of its log is read in a second, where each line counts as 64 bytes more. It waits with the rest.',
    test: 'server/ffmpeg/child.test.ts',
  },
  ffmpegStreams: {
    value: 500,
    unit: 'items',
    what: 'ffmpeg: lines about inputs, outputs and streams that are understood.',
    test: 'server/ffmpeg/probe.test.ts',
  },
  probeLines: {
    value: 200,
    unit: 'items',
    what: 'Probe: lines of the beginning that are answered, and half as many of the end.',
    test: 'server/ffmpeg/probe.test.ts',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The figure of a limit, in its unit. */
export const limit = (name: LimitName): number => limits[name].value;

const shown = ({ value, unit }: Limit): string => {
  if (unit === 'bytes') return value >= MB ? `${value / MB} MB` : value >= KB ? `${value / KB} kB` : `${value} bytes`;
  if (unit === 'ms') return value >= 1000 ? `${value / 1000} s` : `${value} ms`;
  return unit === 'items' ? String(value) : `${value} ${unit}`;
};

/** `docs/limits.md`. */
export function limitsPage(): string {
  const rows = Object.entries<Limit>(limits).map(
    ([name, row]) => `- \`${name}\`: **${shown(row)}.** ${row.what} _Tested:_ \`${row.test}\``,
  );
  return `# Limits

What somebody without a login can make the embedded core hold or do. This page is made from \`server/limits.ts\`.

${rows.join('\n')}
`;
}
