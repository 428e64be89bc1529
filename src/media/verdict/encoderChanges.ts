import type { StreamChange } from '../../api/arrivingStream.ts';
import { msg } from '../../i18n/msg.ts';
import { busy, type Facts, type FindingAbout, say, type Table } from './verdictTypes.ts';

/** The embedded core reads the stream anew after these, which takes some seconds. */
const READ_ANEW: readonly StreamChange[] = ['video-changed', 'audio-changed', 'video-added', 'clock-restarted'];
const READING_MS = 20_000;

/** The state of a process is asked for more often than what arrives. */
function changeOf({ arriving, progress }: Facts) {
  const [of, seen] = [progress?.changed ?? null, arriving?.change ?? null];
  return of !== null && (seen === null || of.at >= seen.at) ? of : seen;
}

const sinceChange = (facts: Facts) => {
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

/** The encoder sends something else than before, or what cannot be read. */
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
  rereading: (facts) => {
    const { arriving, progress } = facts;
    const passed = sinceChange(facts);
    const change = changeOf(facts);
    // A source that no server of the core carries is read anew for all but audio that is not used.
    const isAnew = change !== null && (arriving ? READ_ANEW.includes(change.what) : change.what !== 'audio-added');
    if (!isAnew || passed === null || passed > READING_MS || passed < -READING_MS) return null;
    if (progress?.order !== 'start' || progress.status === 'connected') return null;
    if (progress.changed?.what === 'audio-lost') return NO_AUDIO;
    return busy(msg('The encoder has changed its stream, which continues in a moment.'));
  },
} as const satisfies Table;

/** What comes is whole, but for the audio. */
export const AUDIO_MISSING = {
  'no-audio': ({ arriving, progress }) => {
    if (progress?.status !== 'connected') return null;
    // Of audio that a source names all the time, only a new beginning shows that it is back.
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

/** The stream goes on, and there is something to know of it. */
export const ENCODER_NEWS = {
  'unused-audio': ({ arriving, hadAudio, progress }) => {
    if (progress?.status !== 'connected' || progress.silence !== 'chosen') return null;
    // Silence may have been chosen although there was audio; what comes anew was not there to be chosen.
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
