/** Existing installations share these ids, so they never change. The reference of each process is its channel id. */
const PREFIX = 'restreamer-ui';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const CHANNEL = new RegExp(`^${UUID}$`);
const INGEST = new RegExp(`^${PREFIX}:ingest:(${UUID})$`);
const EGRESS = new RegExp(`^${PREFIX}:egress:([0-9a-z_]+):(${UUID})$`);

export const METADATA_KEY = PREFIX;

export const isChannelId = (text: string) => CHANNEL.test(text);

export const ingestId = (channel: string) => `${PREFIX}:ingest:${channel}`;
export const snapshotId = (channel: string) => `${ingestId(channel)}_snapshot`;
export const probeId = (channel: string) => `${ingestId(channel)}_probe`;
export const uploadId = (channel: string) => `${ingestId(channel)}_upload`;
export const probePictureId = (channel: string) => `${probeId(channel)}_picture`;
export const reachId = (channel: string, n: number) => `${probeId(channel)}_reach${n}`;
export const egressId = (service: string, uuid: string) => `${PREFIX}:egress:${service}:${uuid}`;

/** Without the shared prefix, so that no interface takes it for a stream of a channel. */
export const ENCODER_TEST_ID = 'sluice:encoder-test';
const FFMPEG_TRIAL_IDS = 'sluice:ffmpeg:';
export const ffmpegTrialId = (place: number) => `${FFMPEG_TRIAL_IDS}${place}`;

/** A look of the agent; `n` tells kinds of looks apart. Without the shared prefix, like the tests. */
const LOOK_IDS = 'sluice:look:';
export const lookId = (n: number) => `${LOOK_IDS}${n}`;
/** What the agent has seen of a channel, in memory. Its prefix protects it from the cleanup per channel. */
export const lookReportFile = (channel: string) => `look-${channel}.json`;
/** What viewers of its platforms get, in memory, with the same prefix. */
export const proofReportFile = (channel: string) => `look-${channel}.platforms.json`;
/** The frames of one look in memory, and the segments that it reads. `name`: unguessable. */
export const lookFile = (name: string) => `/look-${name}.grey`;
export const lookListFile = (name: string) => `/look-${name}.m3u8`;

export type TemporaryProcess = 'probe' | 'picture' | 'upload' | 'test' | 'look';

const ERRANDS: Readonly<Record<string, TemporaryProcess>> = {
  probe: 'probe',
  probe_picture: 'picture',
  upload: 'upload',
};
const ERRAND = new RegExp(`^${PREFIX}:ingest:${UUID}_(probe|probe_picture|upload)$`);

export function temporaryProcessOf(id: string): TemporaryProcess | null {
  if (id === ENCODER_TEST_ID || id.startsWith(FFMPEG_TRIAL_IDS)) return 'test';
  if (id.startsWith(LOOK_IDS)) return 'look';
  return ERRANDS[ERRAND.exec(id)?.[1] ?? ''] ?? null;
}

/** Without the shared prefix, so that other interfaces ignore it. */
export const renditionId = (channel: string, uuid: string) => `sluice:rendition:${channel}:${uuid}`;
const RENDITION = new RegExp(`^sluice:rendition:(${UUID}):(${UUID})$`);

export function renditionOf(id: string): { channel: string; uuid: string } | null {
  const [, channel, uuid] = RENDITION.exec(id) ?? [];
  return channel === undefined || uuid === undefined ? null : { channel, uuid };
}

/** Draws the standby image of a channel. Without the shared prefix, like renditions. */
export const slateId = (channel: string) => `sluice:hold:${channel}`;
/** The playlist that continues without the source. Its prefix protects it from the cleanup per channel. */
export const holdFile = (channel: string) => `hold-${channel}.m3u8`;
const HOLD_ADDRESS = new RegExp(`/hold-(${UUID})\\.m3u8$`);
/** Returns null if the address is not a hold. */
export const channelOfHold = (address: string): string | null => HOLD_ADDRESS.exec(address)?.[1] ?? null;

/** `n` from 1 on. Without the shared prefix, like renditions. */
export const backupId = (channel: string, n: number) => `sluice:backup:${channel}:${n}`;
const BACKUP = new RegExp(`^sluice:backup:(${UUID}):([1-9])$`);
export function backupOf(id: string): { channel: string; n: number } | null {
  const [, channel, n] = BACKUP.exec(id) ?? [];
  return channel === undefined ? null : { channel, n: Number(n) };
}
/** The playlist of a backup in memory, read only by the agent. */
export const backupFile = (channel: string, n: number) => `hold-${channel}_b${n}.m3u8`;
const BACKUP_FILE = new RegExp(`^hold-${UUID}_b([1-9])[_.]`);
export const backupOfFile = (file: string): number | null => {
  const n = BACKUP_FILE.exec(file)?.[1];
  return n === undefined ? null : Number(n);
};

/** `status`: written by the agent. `order`: written by the interface for the agent. */
export const holdStatusFile = (channel: string) => `hold-${channel}.json`;
export const holdOrderFile = (channel: string) => `hold-${channel}.order`;
export const AGENT_KEY = 'sluice-agent';
export const agentKey = (channel: string) => `${AGENT_KEY}:${channel}`;

/** Metadata keys of the schedule: its rules, and the results of transitions. */
export const SCHEDULE_KEY = 'sluice-schedule';
export const SCHEDULE_DONE_KEY = 'sluice-schedule-done';

/** Metadata key of what a declared installation has written (`media/declaration`). */
export const DECLARED_KEY = 'sluice-declared';

export const RENDITION_KEY = 'sluice-rendition';

export const ENCODER_RESULTS_KEY = 'sluice-encoders';

/** Metadata key for ffmpeg arguments that this core has rejected. */
export const FFMPEG_TRIAL_KEY = 'sluice-ffmpeg';

export const channelOfIngest = (id: string): string | null => INGEST.exec(id)?.[1] ?? null;

/** Whether it is a publication of any service, known or not. */
export const isEgress = (id: string): boolean => id.startsWith(`${PREFIX}:egress:`);

export function egressOf(id: string): { service: string; uuid: string } | null {
  const [, service, uuid] = EGRESS.exec(id) ?? [];
  return service === undefined || uuid === undefined ? null : { service, uuid };
}
