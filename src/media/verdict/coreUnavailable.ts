import { msg } from '../../i18n/msg.ts';
import type { Progress } from '../run/progress.ts';
import { isOld } from '../run/statusAge.ts';
import { busy, calm, type Sentence, say, type Table } from './verdictTypes.ts';

const aged = (seenAt: number | null, now: number): Sentence[] =>
  seenAt === null ? [] : [say(msg('What is shown is {{n}} s old.'), { n: Math.floor((now - seenAt) / 1000) })];

const isEnding = (progress: Progress | null) => progress?.status === 'disconnecting';

/** Nobody can be asked, or there is nothing to ask for. */
export const CORE_UNAVAILABLE = {
  'core-away': (facts) =>
    facts.alive
      ? null
      : {
          severity: 'error',
          fault: 'core',
          since: facts.seenAt,
          sentences: [
            facts.seenAt === null
              ? say(msg('The core is not responding.'))
              : say(msg('The core has not responded since {{time}}. How the stream is now is not known.'), {
                  time: { at: facts.seenAt },
                }),
          ],
          remedies: [{ act: 'retry-core' }],
        },
  'core-silent': ({ unread, seenAt, now }) =>
    unread && (seenAt === null || isOld(seenAt, now))
      ? {
          severity: 'warning',
          fault: 'core',
          since: seenAt,
          sentences: [say(msg('The core does not say how the stream is.')), ...aged(seenAt, now)],
          remedies: [],
        }
      : null,
  old: ({ seenAt, now }) =>
    seenAt !== null && isOld(seenAt, now)
      ? {
          severity: 'warning',
          fault: 'core',
          since: seenAt,
          sentences: [say(msg('The core is slow to respond.')), ...aged(seenAt, now)],
          remedies: [{ act: 'retry-states' }],
        }
      : null,
  loading: ({ progress }) => (progress ? null : busy(msg('Loading stream status …'))),
  stopping: ({ progress, asked }) =>
    asked === 'stop' || (asked == null && progress?.order === 'stop' && isEnding(progress))
      ? busy(msg('The stream is stopping.'))
      : null,
  // A run that is ended while it is wanted makes room for the next one.
  asked: ({ progress, asked }) => {
    if (asked === 'return') return busy(msg('The encoder is back. The stream is starting.'));
    return asked != null || isEnding(progress) ? busy(msg('The stream is starting.')) : null;
  },
  off: ({ progress }) =>
    progress?.order === 'stop' && (progress.status === 'disconnected' || progress.status === 'error')
      ? calm(msg('The stream is stopped.'), [{ act: 'start' }], 'operator')
      : null,
  unclear: ({ progress }) =>
    progress?.status === 'unknown' ? calm(msg('The core reports a state that this interface does not know.')) : null,
} as const satisfies Table;
