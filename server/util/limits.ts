import { AGENT_LIMITS } from '../../src/api/agentLimits.ts';
import { BUNDLE_LIMITS } from '../../src/api/bundleLimits.ts';
import { REVISION_LIMITS } from '../../src/api/revisionLimits.ts';

const KB = 1024;
const MB = 1024 * KB;

type Unit = 'bytes' | 'ms' | 'characters' | 'connections' | 'items' | 'per second';

interface Limit {
  readonly value: number;
  readonly unit: Unit;
  readonly what: string;
  readonly test: string;
}

/** Limits for clients without a login, and for the interface. Source of `docs/limits.md`; each needs a test. */
export const limits = {
  loginBody: {
    value: 16 * KB,
    unit: 'bytes',
    what: 'Size of a login request body. Larger bodies are rejected unread.',
    test: 'harness/test/core/faults/login.test.ts',
  },
  loginBodyTime: {
    value: 10_000,
    unit: 'ms',
    what: 'Time allowed to send the body of a login request.',
    test: 'server/http/api/login.test.ts',
  },
  openLogins: {
    value: 1000,
    unit: 'items',
    what: 'Login requests in progress: still being sent, waiting, or waiting for an answer. Beyond this limit, the oldest request of the address with the most is dropped.',
    test: 'server/http/login/loginQueue.test.ts',
  },
  openLoginsOfAddress: {
    value: 200,
    unit: 'items',
    what: 'Login requests in progress for each address (IPv6: each /64 network). Further requests are rejected at once.',
    test: 'server/http/login/loginQueue.test.ts',
  },
  freeLogins: {
    value: 10,
    unit: 'items',
    what: 'Failed logins for each address before its logins are slowed down. After that, each failed login adds a millisecond between two password checks.',
    test: 'server/http/login/networkLoginQueues.test.ts',
  },
  freeLoginsOfProxy: {
    value: 300,
    unit: 'items',
    what: 'Failed logins through one proxy, regardless of the client addresses it reports, before they are slowed down in the same way. A client that poses as a proxy counts as one. Logins that would wait too long are rejected.',
    test: 'server/http/login/loginQueue.test.ts',
  },
  loginPause: {
    value: 1000,
    unit: 'ms',
    what: 'Longest delay between two password checks, so one login a second for each address.',
    test: 'server/http/login/networkLoginQueues.test.ts',
  },
  loginWait: {
    value: 10_000,
    unit: 'ms',
    what: 'Longest time that a login waits for its password check. Logins that would wait longer are rejected at once.',
    test: 'server/http/login/networkLoginQueues.test.ts',
  },
  loginAddresses: {
    value: 10_000,
    unit: 'items',
    what: 'Addresses whose failed logins are remembered, each for 10 minutes.',
    test: 'server/http/login/loginQueue.test.ts',
  },
  token: {
    value: 4096,
    unit: 'characters',
    what: 'Length of a token. Longer tokens are invalid.',
    test: 'server/http/login/tokens.test.ts',
  },
  jsonBody: {
    value: 16 * MB,
    unit: 'bytes',
    what: 'Size of the body of an API request, uploads and logins excepted. Only metadata may exceed 2 MB.',
    test: 'server/http/request/bodyReader.test.ts',
  },
  jsonBodies: {
    value: 64 * MB,
    unit: 'bytes',
    what: 'Total size of the request bodies being read. Beyond this limit, the largest request of the address that sends the most is dropped.',
    test: 'server/http/request/bodyReader.test.ts',
  },
  bodyPiece: {
    value: 64,
    unit: 'bytes',
    what: 'Average size of the chunks of a request body, after the first 1000. Connections that send smaller chunks are closed.',
    test: 'server/http/limits/coalesceBodyChunks.test.ts',
  },
  jsonValues: {
    value: 20_000,
    unit: 'items',
    what: 'Values in a JSON request body, metadata excepted.',
    test: 'server/http/request/readJson.test.ts',
  },
  metadataValues: {
    value: 1_000_000,
    unit: 'items',
    what: 'Values in a JSON request body of metadata.',
    test: 'server/http/request/readJson.test.ts',
  },
  metricsPoints: {
    value: 500_000,
    unit: 'items',
    what: 'Data points in the answer to one metrics query: metrics multiplied by the points in time. Queries for more are rejected.',
    test: 'server/metrics/metrics.test.ts',
  },
  connections: {
    value: 4096,
    unit: 'connections',
    what: 'HTTP and HTTPS connections; fewer if the system provides fewer file descriptors. Beyond this limit, an idle connection of the address with the most is closed, or else the new connection gets a 503.',
    test: 'server/http/limits/connections.test.ts',
  },
  pipelined: {
    value: 8,
    unit: 'items',
    what: 'Requests queued on one connection behind the one being answered. Beyond this limit, the connection is closed.',
    test: 'server/http/limits/connections.test.ts',
  },
  pushedFiles: {
    value: 5000,
    unit: 'items',
    what: 'Files in the memory that are pushed to one channel. Further names are refused.',
    test: 'server/storage/shares.test.ts',
  },
  pushedUploads: {
    value: 64,
    unit: 'items',
    what: 'Uploads to one channel at the same time. Further uploads are refused, so that they leave the connections to others.',
    test: 'server/http/files/memfsWriteAccess.test.ts',
  },
  pushedFileName: {
    value: 300,
    unit: 'characters',
    what: 'Length of the name of a file that is pushed with the key of a channel. Longer names are rejected.',
    test: 'server/http/files/memfsWriteAccess.test.ts',
  },
  unsent: {
    value: 64 * MB,
    unit: 'bytes',
    what: 'Total size of responses not yet received by their clients, including deleted or replaced memory files among them. Beyond this limit, the network that holds the most loses its oldest responses.',
    test: 'server/http/limits/responseBacklog.test.ts',
  },
  compressing: {
    value: 8 * MB,
    unit: 'bytes',
    what: 'Total size of the responses being compressed; files above 1 MB count as 4 MB. Beyond this limit, responses are sent uncompressed.',
    test: 'server/http/files/compress.test.ts',
  },
  logField: {
    value: 300,
    unit: 'characters',
    what: 'Length of one field of a log line, such as an address, a user agent or a channel. Longer fields are truncated.',
    test: 'server/log/log.test.ts',
  },
  logText: {
    value: 4 * KB,
    unit: 'characters',
    what: 'Length of a message or reason of the core itself in a log line, such as a stack trace.',
    test: 'server/log/log.test.ts',
  },
  logLines: {
    value: 10_000,
    unit: 'items',
    what: 'Log lines kept in memory, regardless of `log.max_lines`. The oldest are dropped.',
    test: 'server/log/log.test.ts',
  },
  logBytes: {
    value: 4 * MB,
    unit: 'bytes',
    what: 'Total size of the log lines kept, and so of the answer of `GET /api/v3/log`. The oldest are dropped.',
    test: 'server/log/log.test.ts',
  },
  logStrangers: {
    value: 50,
    unit: 'per second',
    what: 'Log lines about requests and connections of all clients together. Suppressed lines are counted in a line of their own. At the level `debug`, only lines about rejected requests are suppressed.',
    test: 'server/log/throttle.test.ts',
  },
  logFile: {
    value: 10 * MB,
    unit: 'bytes',
    what: 'Size of the file `core.log` of `make run`, checked every second. One earlier file is kept as `core.log.1`.',
    test: 'harness/tools/launch/rotatingLogFile.test.ts',
  },
  logAlike: {
    value: 10,
    unit: 'per second',
    what: 'Similar log lines: same component, and same message or status. The first of each kind is always written.',
    test: 'server/log/throttle.test.ts',
  },
  rtmpSmallestChunk: {
    value: 128,
    unit: 'bytes',
    what: 'RTMP: smallest chunk size that a client may announce. Connections that announce less are closed.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpCommand: {
    value: 64 * KB,
    unit: 'bytes',
    what: 'RTMP: size of a command, metadata or data message, and of all unfinished messages of a connection before it publishes.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpValues: {
    value: 512,
    unit: 'items',
    what: 'RTMP: values in one command, including the members of objects.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpControl: {
    value: 64,
    unit: 'bytes',
    what: 'RTMP: size of a control message.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpHeader: {
    value: 1 * MB,
    unit: 'bytes',
    what: 'RTMP: size of the stream header, which is kept for players. A publisher that sends a larger one is disconnected.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpSilence: {
    value: 10_000,
    unit: 'ms',
    what: 'RTMP: the longest silence that is sent at once in place of missing audio. A video clock that leaps further is followed without.',
    test: 'server/rtmp/silence.test.ts',
  },
  rtmpFrame: {
    value: 8 * MB,
    unit: 'bytes',
    what: 'RTMP: size of an audio or video frame.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpUnfinished: {
    value: 16,
    unit: 'items',
    what: 'RTMP: unfinished messages on one connection. They occupy the memory received so far, not the size announced.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpPublisher: {
    value: 24 * MB,
    unit: 'bytes',
    what: 'RTMP: total size of the unfinished messages of one publisher.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpOrders: {
    value: 50,
    unit: 'per second',
    what: 'RTMP: commands and control messages on one connection, with bursts of up to four seconds’ worth. Beyond this limit, the connection is closed.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpMessages: {
    value: 60_000,
    unit: 'per second',
    what: 'RTMP: messages of all publishers, shared evenly, with at least 500 for each. A publisher that sends more is read more slowly.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpMessagesOfOne: {
    value: 20_000,
    unit: 'per second',
    what: 'RTMP: messages of one publisher, with bursts of up to one second’s worth.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpReplies: {
    value: 32 * KB,
    unit: 'bytes',
    what: 'RTMP: total size of the replies not yet received by a client. Beyond this limit, the connection is closed.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpName: {
    value: 256,
    unit: 'characters',
    what: 'RTMP: length of a channel name. Longer names are rejected.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpSetUp: {
    value: 10_000,
    unit: 'ms',
    what: 'RTMP: time allowed for a connection to start publishing or playing, and before that for the TLS handshake of RTMPS.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpIdle: {
    value: 30_000,
    unit: 'ms',
    what: 'RTMP: time after which a silent publisher, or a player that reads nothing, is disconnected.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpWaiting: {
    value: 1000,
    unit: 'connections',
    what: 'RTMP: connections that neither publish nor play yet, TLS handshakes included. Beyond this limit, the oldest connection of the network with the most is closed.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpWaitingOfOne: {
    value: 500,
    unit: 'connections',
    what: 'RTMP: connections that neither publish nor play yet, for each network (one IPv4 address, or one IPv6 /64).',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpWaitingBytes: {
    value: 16 * MB,
    unit: 'bytes',
    what: 'RTMP: memory held by all connections that neither publish nor play yet. The one that uses the most is closed first.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpPublishers: {
    value: 300,
    unit: 'connections',
    what: 'RTMP: publishers. Beyond this limit, a new publisher replaces the oldest one of the network with the most, provided that network has more than its own. Processes of the core are never replaced.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpPlayers: {
    value: 2000,
    unit: 'connections',
    what: 'RTMP: players, by the same rule.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpChannelPlayers: {
    value: 1000,
    unit: 'connections',
    what: 'RTMP: players of one channel, by the same rule.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpGop: {
    value: 8 * MB,
    unit: 'bytes',
    what: 'RTMP: total size of the frames since the last keyframe, which are kept for new players. Larger groups are not kept.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpKeyframe: {
    value: 60_000,
    unit: 'ms',
    what: 'RTMP: time between two keyframes of a publisher with video, because segments begin at keyframes. Beyond this limit, the publisher is disconnected and the log gives the reason.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpKeyframeBytes: {
    value: 256 * MB,
    unit: 'bytes',
    what: 'RTMP: total size of audio and video between two keyframes, by the same rule.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpBacklog: {
    value: 16 * MB,
    unit: 'bytes',
    what: 'RTMP: data that a player may lag behind before it is disconnected.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  rtmpPieces: {
    value: 8192,
    unit: 'items',
    what: 'RTMP: the same lag, in pending writes.',
    test: 'server/rtmp/bounds.test.ts',
  },
  rtmpBytes: {
    value: 128 * MB,
    unit: 'bytes',
    what: 'RTMP: memory held by all publishers and players. The frames kept for new players are dropped first, then the player that lags the most or the publisher that uses the most is disconnected.',
    test: 'harness/test/core/faults/rtmp.test.ts',
  },
  srtName: {
    value: 256,
    unit: 'characters',
    what: 'SRT: length of a channel name. Longer names are rejected.',
    test: 'server/srt/relay.test.ts',
  },
  srtPublishers: {
    value: 300,
    unit: 'connections',
    what: 'SRT: publishers, by the rule of RTMP.',
    test: 'server/srt/relay.test.ts',
  },
  srtPlayers: {
    value: 1000,
    unit: 'connections',
    what: 'SRT: players, by the same rule.',
    test: 'server/srt/relay.test.ts',
  },
  srtChannelPlayers: {
    value: 500,
    unit: 'connections',
    what: 'SRT: players of one channel, by the same rule.',
    test: 'server/srt/relay.test.ts',
  },
  srtBytes: {
    value: 256 * MB,
    unit: 'bytes',
    what: 'SRT: memory of the buffers of all connections, looked at every second. Beyond this limit, the connections that hold the most are closed.',
    test: 'server/srt/relay.test.ts',
  },
  sessionText: {
    value: 200,
    unit: 'characters',
    what: 'Sessions: length of the name, path, address and user agent of a viewer, each. Longer values are truncated.',
    test: 'server/sessions/bounds.test.ts',
  },
  sessionList: {
    value: 180 * KB,
    unit: 'bytes',
    what: 'Sessions: size of the list of active sessions of all collectors. Beyond this limit, the busiest sessions are listed and the others are merged into one entry for each reference; totals and rates include all of them.',
    test: 'server/sessions/bounds.test.ts',
  },
  activeSessions: {
    value: 10_000,
    unit: 'items',
    what: 'Sessions: active sessions of one collector. Beyond this limit, the sessions that have been silent the longest end, in the network with the most. A session of a viewer begins with its first segment, and only with an id issued by the core.',
    test: 'server/sessions/bounds.test.ts',
  },
  pendingSessions: {
    value: 10_000,
    unit: 'items',
    what: 'Sessions: viewers with a playlist but no segment yet. Beyond this limit, the oldest is forgotten until it requests a playlist again.',
    test: 'server/sessions/bounds.test.ts',
  },
  playlist: {
    value: 512 * KB,
    unit: 'bytes',
    what: 'Sessions: size of a playlist that is filled in for each viewer, about 4 hours in segments of 2 s. Longer playlists are sent unchanged, and their viewers are neither counted nor limited.',
    test: 'server/sessions/playlistTemplates.test.ts',
  },
  sessionNames: {
    value: 500,
    unit: 'items',
    what: 'Sessions: names in each summary of ended sessions. Beyond this limit, the smallest are merged.',
    test: 'server/sessions/bounds.test.ts',
  },
  ffmpegLine: {
    value: 4096,
    unit: 'characters',
    what: 'ffmpeg: length of a log line; longer lines are truncated. The source determines what ffmpeg logs about it.',
    test: 'server/ffmpeg/child.test.ts',
  },
  ffmpegOutput: {
    value: 32 * MB,
    unit: 'bytes',
    what: 'ffmpeg: log output read in a second, where each line counts 64 bytes extra. Beyond this limit, ffmpeg waits.',
    test: 'server/ffmpeg/child.test.ts',
  },
  ffmpegStreams: {
    value: 500,
    unit: 'items',
    what: 'ffmpeg: lines about inputs, outputs and streams that are parsed.',
    test: 'server/ffmpeg/probe.test.ts',
  },
  probes: {
    value: 8,
    unit: 'items',
    what: 'Probe: ffmpegs that probe at the same time; others wait. A process is probed once for all who ask meanwhile.',
    test: 'server/process/probes.test.ts',
  },
  probeLines: {
    value: 200,
    unit: 'items',
    what: 'Probe: lines returned from the start of the log, and half as many from its end.',
    test: 'server/ffmpeg/probe.test.ts',
  },
  agentConnections: {
    value: AGENT_LIMITS.connections,
    unit: 'connections',
    what: 'Agent: connections to its API. Beyond this limit, new ones are closed.',
    test: 'agent/agentApi.test.ts',
  },
  agentHeader: {
    value: AGENT_LIMITS.headerBytes,
    unit: 'bytes',
    what: 'Agent: size of the headers of a request. Requests with larger ones are rejected.',
    test: 'agent/agentApi.test.ts',
  },
  agentBody: {
    value: AGENT_LIMITS.bodyBytes,
    unit: 'bytes',
    what: 'Agent: size of the body of a request, with a token. Larger ones are rejected, as is any body of a call that has none.',
    test: 'agent/alarms/alarmRoutes.test.ts',
  },
  agentRequestTime: {
    value: AGENT_LIMITS.requestMs,
    unit: 'ms',
    what: 'Agent: time allowed to send a request.',
    test: 'agent/agentApi.test.ts',
  },
  agentTokenChecks: {
    value: AGENT_LIMITS.tokenChecksPerSecond,
    unit: 'per second',
    what: 'Agent beside a datarhei core: questions to the core about unknown tokens of all clients together. The network with the fewest wrong tokens comes first.',
    test: 'agent/tokenCheck.test.ts',
  },
  agentWaitingTokens: {
    value: AGENT_LIMITS.waitingTokens,
    unit: 'items',
    what: 'Agent beside a datarhei core: unknown tokens that wait for that question. Beyond this limit, the network with the most wrong tokens is refused.',
    test: 'agent/tokenCheck.test.ts',
  },
  agentStreams: {
    value: AGENT_LIMITS.streams,
    unit: 'items',
    what: 'Agent: clients that follow its events, with a token. Further ones are refused.',
    test: 'agent/agentApi.test.ts',
  },
  agentUnread: {
    value: AGENT_LIMITS.unreadBytes,
    unit: 'bytes',
    what: 'Agent: events that a client has not received yet. Beyond this limit, the connection is closed.',
    test: 'agent/agentApi.test.ts',
  },
  agentTokens: {
    value: AGENT_LIMITS.tokens,
    unit: 'items',
    what: 'Agent: tokens that an operator can create. A wrong one is compared with these, and not remembered.',
    test: 'agent/control/controlApi.test.ts',
  },
  agentIdempotencyKeys: {
    value: AGENT_LIMITS.idempotencyKeys,
    unit: 'items',
    what: 'Agent: `Idempotency-Key`s of orders that are remembered, for a day at most. Beyond this limit, the oldest are forgotten.',
    test: 'agent/control/controlStore.test.ts',
  },
  bundleFile: {
    value: BUNDLE_LIMITS.file,
    unit: 'bytes',
    what: 'Interface: size of an exported file that it imports, and of everything that is unpacked from it. The sizes are read before anything is unpacked.',
    test: 'src/media/bundle/readBundle.test.ts',
  },
  bundleText: {
    value: BUNDLE_LIMITS.text,
    unit: 'bytes',
    what: 'Interface: size of such a file without the uploads beside it.',
    test: 'src/media/bundle/readBundle.test.ts',
  },
  bundleEntries: {
    value: BUNDLE_LIMITS.entries,
    unit: 'items',
    what: 'Interface: processes, and files, in such a file.',
    test: 'src/media/bundle/readBundle.test.ts',
  },
  bundleDepth: {
    value: BUNDLE_LIMITS.depth,
    unit: 'items',
    what: 'Interface: nested objects and lists in such a file, counted before it is parsed.',
    test: 'src/media/bundle/readBundle.test.ts',
  },
  bundleRounds: {
    value: BUNDLE_LIMITS.rounds,
    unit: 'items',
    what: 'Interface: rounds of the derivation of a key that such a file may ask for. It needs at least 600000.',
    test: 'src/media/bundle/readBundle.test.ts',
  },
  revisions: {
    value: REVISION_LIMITS.revisions,
    unit: 'items',
    what: 'Interface: earlier versions that it stores on the core for each channel. The oldest are dropped.',
    test: 'src/media/revision/revisions.test.ts',
  },
  revisionsOfChannel: {
    value: REVISION_LIMITS.channel,
    unit: 'bytes',
    what: 'Interface: size of the earlier versions of one channel. The oldest are dropped.',
    test: 'src/media/revision/revisions.test.ts',
  },
  revision: {
    value: REVISION_LIMITS.single,
    unit: 'bytes',
    what: 'Interface: size of the newest of them alone, such as a deleted channel with its publications. A change that needs more is saved, and cannot be undone.',
    test: 'src/media/revision/revisions.test.ts',
  },
  allRevisions: {
    value: REVISION_LIMITS.total,
    unit: 'bytes',
    what: 'Interface: size of the earlier versions of all channels. Those of the channel that has not been saved for the longest time are dropped.',
    test: 'src/features/revisions.test.ts',
  },
  deletedChannels: {
    value: REVISION_LIMITS.deletedChannels,
    unit: 'items',
    what: 'Interface: deleted channels that can be restored. The oldest is forgotten.',
    test: 'src/features/revisions.test.ts',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export const limit = (name: LimitName): number => limits[name].value;

const format = ({ value, unit }: Limit): string => {
  if (unit === 'bytes') return value >= MB ? `${value / MB} MB` : value >= KB ? `${value / KB} kB` : `${value} bytes`;
  if (unit === 'ms') return value >= 1000 ? `${value / 1000} s` : `${value} ms`;
  return unit === 'items' ? String(value) : `${value} ${unit}`;
};

export function formatLimitsPage(): string {
  const rows = Object.entries<Limit>(limits).map(
    ([name, row]) => `- \`${name}\`: **${format(row)}.** ${row.what} _Tested:_ \`${row.test}\``,
  );
  return `# Limits

These limits bound what clients without a login, or with the key of a channel, can make the embedded core or its agent hold or do, and
what the interface itself stores on a core. This page is generated from \`server/util/limits.ts\`.

${rows.join('\n')}
`;
}
