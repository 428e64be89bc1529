import { msg } from '../../i18n/msg.ts';
import { type Facts, noData, type Said, type Situation, say, type Table } from './situation.ts';

const SLOW = 0.9;
/** Below it no player can follow. */
const HOPELESS = 0.6;
const FAST = 1.2;
/** A machine that held its breath for a second is no slow one, and what comes after it is no fast one. */
const SLOW_FOR_SECONDS = 5;
const FAST_FOR_SECONDS = 8;
const FEW_FRAMES = 10;
/** From here on an encoder is slow because of the machine; below, it waits for its source. */
const BUSY_PERCENT = 70;

/** A slow encoder that has little to do waits for what it encodes. */
const isOverworked = ({ progress, cpu }: Situation) =>
  progress?.status === 'connected' && progress.encodes === true && (cpu === null || cpu >= BUSY_PERCENT);

const paceOf = ({ rates }: Facts) => ({
  n: Math.round(rates?.fps ?? 0),
  m: Math.round(rates?.wantedFps ?? 0),
  percent: Math.round((rates?.speed ?? 0) * 100),
});

function slow(facts: Facts): Said | null {
  const { rates } = facts;
  if (!rates || rates.speed >= SLOW) return null;
  if (rates.speed >= HOPELESS && rates.overSeconds < SLOW_FOR_SECONDS) return null;
  const values = paceOf(facts);
  const counted = rates.wantedFps !== null;
  const watched =
    rates.speed < HOPELESS
      ? say(msg('Viewers see nothing.'))
      : say(msg('For viewers the video stops again and again.'));
  if (isOverworked(facts))
    return {
      severity: rates.speed < HOPELESS ? 'error' : 'warning',
      fault: 'server',
      sentences: [
        counted
          ? say(msg('The server encodes {{n}} of {{m}} frames a second.'), values)
          : say(msg('The server encodes at {{percent}}% of real time.'), values),
        watched,
      ],
      remedies: [{ act: 'encoding' }],
    };
  return {
    severity: 'warning',
    fault: 'source',
    sentences: [
      counted
        ? say(msg('The source sends {{n}} of {{m}} frames a second.'), values)
        : say(msg('The source sends at {{percent}}% of real time.'), values),
      watched,
    ],
    remedies: [{ act: 'setup', to: null }],
  };
}

/** It runs: how it goes on. */
export const FLOWING = {
  stalled: (facts) => {
    const { idle, flow, sender, cpu } = facts;
    if (idle === null || flow === null) return null;
    const since = flow.movedAt;
    const besides = { severity: 'error', since } as const;
    // Both look the same from here: an encoder that gets no processor, and one that gets nothing to encode.
    if (cpu !== null && isOverworked(facts))
      return {
        ...besides,
        fault: 'server',
        sentences: [
          say(msg('The server has encoded no frame since {{time}}.'), { time: { at: since } }),
          say(
            msg('{{percent}}% of its CPU is in use: the encoder cannot keep up, or the source has stopped sending.'),
            {
              percent: Math.round(cpu),
            },
          ),
        ],
        remedies: [{ act: 'encoding' }, { act: 'reconnect' }],
      };
    return {
      ...besides,
      fault: 'source',
      sentences: [noData(sender, since), say(msg('The connection is open, but empty.'))],
      remedies: [{ act: 'reconnect' }],
    };
  },
  slow,
  'few-frames': (facts) => {
    const { rates } = facts;
    return rates && rates.fps !== null && rates.fps < FEW_FRAMES
      ? {
          severity: 'warning',
          fault: 'source',
          sentences: [say(msg('The source sends only few frames a second: {{n}}.'), paceOf(facts))],
          remedies: [{ act: 'setup', to: null }],
        }
      : null;
  },
  fast: (facts) =>
    facts.rates && facts.rates.speed > FAST && facts.rates.overSeconds >= FAST_FOR_SECONDS
      ? {
          severity: 'warning',
          fault: 'source',
          sentences: [say(msg('The source sends faster than real time ({{percent}}%).'), paceOf(facts))],
          remedies: [{ act: 'setup', to: null }],
        }
      : null,
  unstored: ({ missingSince, progress }) =>
    missingSince === null || progress?.status !== 'connected'
      ? null
      : {
          severity: 'error',
          fault: 'server',
          since: missingSince,
          sentences: [
            say(msg('The server has stored no new segments since {{time}}.'), { time: { at: missingSince } }),
            say(msg('Viewers and publications get nothing.')),
            say(msg('The storage may be full, or its password may have changed.')),
          ],
          remedies: [{ act: 'reconnect' }],
        },
} as const satisfies Table;
