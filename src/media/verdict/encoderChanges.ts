import type { StreamChange } from '../../api/arrivingStream.ts';
import { msg } from '../../i18n/msg.ts';
import { busy, type Facts, type FindingAbout, say, type Table } from './verdictTypes.ts';

/** The embedded core restarts its reader after these changes, which takes some seconds. */
const READ_ANEW: readonly StreamChange[] = ['video-changed', 'audio-changed', 'video-added', 'clock-restarted'];
const READING_MS = 20_000;
/** Changes that leave the process running, for sources that do not push to a server of the core. */
const READ_ON: readonly StreamChange[] = ['audio-added', 'video-lost'];

type Change = Pick<Facts, 'arriving' | 'progress' | 'now'>;

/** The process state is polled more often than the arriving stream, so it may be newer. */
function changeOf({ arriving, progress }: Change) {
  const [of, arrived] = [progress?.changed ?? null, arriving?.change ?? null];
  return of !== null && (arrived === null || of.at >= arrived.at) ? of : arrived;
}

const sinceChange = (facts: Change) => {
  const change = changeOf(facts);
  return change && facts.now - change.at * 1000;
};

const NO_AUDIO: FindingAbout = {
  severity: 'warning',
  fault: 'source',
  sentences: [
    say(msg('The source sends no audio: viewers hear silence.')),
    say(msg('Check the microphone and the audio settings of the encoder.')),
  ],
  remedies: [],
};

/** Whether the core is restarting its reader after a change of the source. */
export function isReadAnew(facts: Change): boolean {
  const { arriving, progress } = facts;
  const change = changeOf(facts);
  const passed = sinceChange(facts);
  const isAnew = change !== null && (arriving ? READ_ANEW.includes(change.what) : !READ_ON.includes(change.what));
  if (!isAnew || passed === null || passed > READING_MS || passed < -READING_MS) return false;
  return progress?.order === 'start' && progress.status !== 'connected';
}

/** The core waits about 1 s before it reports one medium as lost. */
const GONE_MS = 3000;
const ASKED_MS = 8000;

const READS: readonly unknown[] = ['connecting', 'connected'];

/** Returns since when (ms) only audio has arrived although the channel uses the encoder's video. */
function noVideoSince(facts: Facts): number | null {
  const { arriving, arrivingSince, hadVideo, now } = facts;
  if (hadVideo !== true) return null;
  const change = changeOf(facts);
  const isNews = change !== null && Math.abs(now - change.at * 1000) < ASKED_MS;
  const lostAt = change?.what === 'video-lost' ? change.at * 1000 : null;
  if (isNews && (lostAt !== null || change.what === 'video-added')) return lostAt;
  if (arriving == null) return READS.includes(facts.progress?.status) ? lostAt : null;
  if (arriving.audio === null || arriving.video !== null) return null;
  const since = lostAt ?? arrivingSince ?? now;
  return lostAt !== null || now - since >= GONE_MS ? since : null;
}

export const ENCODER = {
  unreadable: ({ unreadable, progress, now }) =>
    unreadable == null || progress?.order !== 'start'
      ? null
      : {
          severity: 'error',
          fault: 'source',
          since: now,
          sentences: [
            say(msg('The encoder sends {{codec}}, which this ffmpeg cannot read by RTMP.'), { codec: unreadable }),
            say(msg('Choose H.264 in the encoder, or send by SRT.')),
          ],
          remedies: [],
        },
  'no-video': (facts) => {
    const since = facts.progress?.order === 'start' ? noVideoSince(facts) : null;
    return since === null
      ? null
      : {
          severity: 'error',
          fault: 'source',
          since,
          sentences: [
            say(msg('The source sends no video.')),
            say(msg('Check the camera and the video settings of the encoder.')),
          ],
          remedies: [],
        };
  },
  rereading: (facts) => {
    if (!isReadAnew(facts)) return null;
    if (facts.progress?.changed?.what === 'audio-lost') return NO_AUDIO;
    return busy(msg('The encoder has changed its stream, which continues in a moment.'));
  },
} as const satisfies Table;

export const AUDIO_MISSING = {
  'no-audio': ({ arriving, progress }) => {
    if (progress?.status !== 'connected') return null;
    // If the source always announces an audio stream, only a reconnect shows that its audio is back.
    if (progress.silence === 'filled') return { ...NO_AUDIO, remedies: [{ act: 'reconnect' }] };
    return arriving?.silence ? NO_AUDIO : null;
  },
} as const satisfies Table;

const TOLD_MS = 10 * 60_000;
const CHANGES: Partial<Record<StreamChange, string>> = {
  'video-changed': msg('The encoder changed its video at {{time}}.'),
  'audio-changed': msg('The encoder changed its audio at {{time}}.'),
  'clock-restarted': msg('The encoder restarted its clock at {{time}}.'),
  'audio-added': msg('The encoder has sent audio since {{time}}.'),
  'video-added': msg('The encoder has sent video since {{time}}.'),
};

const live = (facts: Omit<FindingAbout, 'severity' | 'fault'>): FindingAbout => ({
  severity: 'live',
  fault: 'nobody',
  ...facts,
});

export const ENCODER_NEWS = {
  'unused-audio': ({ arriving, hadAudio, progress }) => {
    if (progress?.status !== 'connected' || progress.silence !== 'chosen') return null;
    // Audio that was there at set-up was replaced on purpose.
    const isNew = hadAudio === false || arriving?.change?.what === 'audio-added';
    return (arriving?.audio != null && isNew) || progress.changed?.what === 'audio-added'
      ? live({
          sentences: [
            say(msg('Live.')),
            say(msg('The encoder sends audio now, in place of which viewers hear silence.')),
          ],
          remedies: [{ act: 'take-audio' }],
        })
      : null;
  },
  changed: (facts) => {
    const change = changeOf(facts);
    const passed = sinceChange(facts);
    const text = change && CHANGES[change.what];
    if (!text || passed === null || passed > TOLD_MS || facts.progress?.status !== 'connected') return null;
    return live({
      sentences: [say(msg('Live.')), say(text, { time: { at: change.at * 1000 } })],
      remedies: [],
    });
  },
} as const satisfies Table;
