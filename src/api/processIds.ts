/**
 * Process ids are shared with every installation there is: the prefix and the forms never change.
 * The reference of each process is its channel id.
 */
const PREFIX = 'restreamer-ui';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const CHANNEL = new RegExp(`^${UUID}$`);
const INGEST = new RegExp(`^${PREFIX}:ingest:(${UUID})$`);
// An older release wrote `datarhei_core`, with an underscore: such publications are listed and edited as well.
const EGRESS = new RegExp(`^${PREFIX}:egress:([0-9a-z_]+):(${UUID})$`);

/** Key of everything the interface stores on the core, globally and per process. */
export const METADATA_KEY = PREFIX;

export const isChannelId = (text: string) => CHANNEL.test(text);

export const ingestId = (channel: string) => `${PREFIX}:ingest:${channel}`;
export const snapshotId = (channel: string) => `${ingestId(channel)}_snapshot`;
export const probeId = (channel: string) => `${ingestId(channel)}_probe`;
/** Prepares a file that was uploaded for the channel; gone once that is done. */
export const uploadId = (channel: string) => `${ingestId(channel)}_upload`;
/** Takes one picture of what a probe found. */
export const probePictureId = (channel: string) => `${probeId(channel)}_picture`;
/** Tries one of the connections that the channel's publications need. */
export const reachId = (channel: string, n: number) => `${probeId(channel)}_reach${n}`;
export const egressId = (service: string, uuid: string) => `${PREFIX}:egress:${service}:${uuid}`;

/**
 * Of the process that tests an encoder. Not of the shared forms: nobody else shall take it for a stream of a channel.
 */
export const ENCODER_TEST_ID = 'sluice:encoder-test';
const FFMPEG_TRIAL_IDS = 'sluice:ffmpeg:';
/** Of a process that hands ffmpeg arguments that this interface can write; several run at a time. */
export const ffmpegTrialId = (place: number) => `${FFMPEG_TRIAL_IDS}${place}`;

/** What a process does that stands beside the channels for a moment. */
export type TemporaryProcess = 'probe' | 'picture' | 'upload' | 'test';

const ERRANDS: Readonly<Record<string, TemporaryProcess>> = {
  probe: 'probe',
  probe_picture: 'picture',
  upload: 'upload',
};
const ERRAND = new RegExp(`^${PREFIX}:ingest:${UUID}_(probe|probe_picture|upload)$`);

/** null: it is none of these. */
export function temporaryProcessOf(id: string): TemporaryProcess | null {
  if (id === ENCODER_TEST_ID || id.startsWith(FFMPEG_TRIAL_IDS)) return 'test';
  return ERRANDS[ERRAND.exec(id)?.[1] ?? ''] ?? null;
}

/**
 * A rendition: one encoding of a channel that several publications pass on. Not of the shared forms either: interfaces that
 * know nothing of it see a process of somebody else, and leave it alone.
 */
export const renditionId = (channel: string, uuid: string) => `sluice:rendition:${channel}:${uuid}`;
const RENDITION = new RegExp(`^sluice:rendition:(${UUID}):(${UUID})$`);

/** Channel and uuid of a rendition's process id; null for every other process. */
export function renditionOf(id: string): { channel: string; uuid: string } | null {
  const [, channel, uuid] = RENDITION.exec(id) ?? [];
  return channel === undefined || uuid === undefined ? null : { channel, uuid };
}

/** Draws what publications of a channel show while its source is away. Not of the shared forms, as renditions. */
export const slateId = (channel: string) => `sluice:hold:${channel}`;
/** The playlist in memory that goes on while the source is away. Its prefix keeps it out of what is cleaned up by channel. */
export const holdFile = (channel: string) => `hold-${channel}.m3u8`;
const HOLD_ADDRESS = new RegExp(`/hold-(${UUID})\\.m3u8$`);
/** The channel whose hold is at an address; null: it is something else. */
export const channelOfHold = (address: string): string | null => HOLD_ADDRESS.exec(address)?.[1] ?? null;

/** A backup source of a channel, by its number from 1 on. Not of the shared forms, as renditions. */
export const backupId = (channel: string, n: number) => `sluice:backup:${channel}:${n}`;
const BACKUP = new RegExp(`^sluice:backup:(${UUID}):([1-9])$`);
/** Channel and number of a backup's process id; null for every other process. */
export function backupOf(id: string): { channel: string; n: number } | null {
  const [, channel, n] = BACKUP.exec(id) ?? [];
  return channel === undefined ? null : { channel, n: Number(n) };
}
/** Its playlist in memory, which the agent alone reads. */
export const backupFile = (channel: string, n: number) => `hold-${channel}_b${n}.m3u8`;
const BACKUP_FILE = new RegExp(`^hold-${UUID}_b([1-9])[_.]`);
/** The number of the backup that a file in memory is of; null: it is another one. */
export const backupOfFile = (file: string): number | null => {
  const n = BACKUP_FILE.exec(file)?.[1];
  return n === undefined ? null : Number(n);
};

/** Beside it: what is on the air, written by the agent, and what an operator wants there. */
export const holdStatusFile = (channel: string) => `hold-${channel}.json`;
export const holdOrderFile = (channel: string) => `hold-${channel}.order`;
/** Key of what is stored globally for the agent, for all channels. */
export const AGENT_KEY = 'sluice-agent';
/** The same for one channel. */
export const agentKey = (channel: string) => `${AGENT_KEY}:${channel}`;

/** Keys of what is stored globally for schedules: the rules, and what was done by which of them. */
export const SCHEDULE_KEY = 'sluice-schedule';
export const SCHEDULE_DONE_KEY = 'sluice-schedule-done';

/** Key of what is stored with a rendition. */
export const RENDITION_KEY = 'sluice-rendition';

/** Key of what was found out by the encoder test, stored for everybody. */
export const ENCODER_RESULTS_KEY = 'sluice-encoders';

/** Key of what this core's ffmpeg refused of what this interface can write, stored for everybody. */
export const FFMPEG_TRIAL_KEY = 'sluice-ffmpeg';

/** The channel of an ingest process id; null for every other process. */
export const channelOfIngest = (id: string): string | null => INGEST.exec(id)?.[1] ?? null;

/** Whether it is a publication, of whatever service. */
export const isEgress = (id: string): boolean => id.startsWith(`${PREFIX}:egress:`);

/** Service and uuid of a publication's process id; null for every other process. */
export function egressOf(id: string): { service: string; uuid: string } | null {
  const [, service, uuid] = EGRESS.exec(id) ?? [];
  return service === undefined || uuid === undefined ? null : { service, uuid };
}
