import { msg } from '../../i18n/msg.ts';
import { HOPELESS, isTooSlow as isFlowTooSlow } from '../flow.ts';
import { atLimit, type Facts, FULL_PERCENT, noData, type Said, type Situation, say, type Table } from './situation.ts';

const FAST = 1.2;
/** What comes after a breath that was held is no fast one. */
const FAST_FOR_SECONDS = 8;
/** Frames a second below which no eye takes it for video. */
export const FEW_FRAMES = 10;
/** From here on an encoder is slow because of the machine; below, it waits for its source. */
const BUSY_PERCENT = 70;

/** A slow encoder that has little to do waits for what it encodes. */
const isOverworked = ({ progress, cpuLately }: Situation) =>
  progress?.status === 'connected' && progress.encodes === true && (cpuLately === null || cpuLately >= BUSY_PERCENT);

/** All of it need not be in use for what is copied to get too little, as what wants it comes in bursts. */
const PRESSED_PERCENT = 80;
const inUse = ({ cpu, cpuLately }: Situation) => Math.max(cpu ?? 0, cpuLately ?? 0);
const isPressed = (situation: Situation) => inUse(situation) >= PRESSED_PERCENT;

const paceOf = ({ rates }: Facts) => ({
  n: Math.round(rates?.fps ?? 0),
  m: Math.round(rates?.wantedFps ?? 0),
  percent: Math.round((rates?.speed ?? 0) * 100),
});

const isTooSlow = ({ rates, flow }: Facts) => rates !== null && isFlowTooSlow(flow);

/** By what arrives in the storage: players have some segments in reserve, however slow the server is. */
const watched = ({ missingSince }: Facts) =>
  missingSince !== null ? say(msg('Viewers see nothing.')) : say(msg('For viewers the video stops again and again.'));

/** By its frames, or where none are counted by its time. */
const paced = (facts: Facts, counted: string, timed: string) =>
  say(facts.rates?.wantedFps == null ? timed : counted, paceOf(facts));

/** Nobody gets along on such a machine, who encodes nothing either: its source may be as it should. */
function strained(facts: Facts): Said | null {
  if (!isTooSlow(facts) || isOverworked(facts) || !isPressed(facts)) return null;
  const percent = Math.round(inUse(facts));
  const arriving = paced(
    facts,
    msg('Only {{n}} of {{m}} frames a second arrive.'),
    msg('The stream arrives at {{percent}}% of real time.'),
  );
  const why =
    percent >= FULL_PERCENT ? atLimit(percent) : say(msg("{{percent}}% of the server's CPU is in use."), { percent });
  return { severity: 'warning', fault: 'server', sentences: [why, arriving, watched(facts)], remedies: [] };
}

function slow(facts: Facts): Said | null {
  if (!isTooSlow(facts)) return null;
  if (isOverworked(facts))
    return {
      severity: facts.rates && facts.rates.speed < HOPELESS ? 'error' : 'warning',
      fault: 'server',
      sentences: [
        paced(
          facts,
          msg('The server encodes {{n}} of {{m}} frames a second.'),
          msg('The server encodes at {{percent}}% of real time.'),
        ),
        watched(facts),
      ],
      remedies: [{ act: 'encoding' }],
    };
  return {
    severity: 'warning',
    fault: 'source',
    sentences: [
      paced(
        facts,
        msg('The source sends {{n}} of {{m}} frames a second.'),
        msg('The source sends at {{percent}}% of real time.'),
      ),
      watched(facts),
    ],
    remedies: [{ act: 'setup', to: null }],
  };
}

/** It runs: how it goes on. */
export const FLOWING = {
  stalled: (facts) => {
    const { idle, flow, sender, cpuLately } = facts;
    if (idle === null || flow === null) return null;
    const since = flow.movedAt;
    const besides = { severity: 'error', since } as const;
    // Both look the same from here: an encoder that gets no processor, and one that gets nothing to encode.
    if (cpuLately !== null && isOverworked(facts))
      return {
        ...besides,
        fault: 'server',
        sentences: [
          say(msg('The server has encoded no frame since {{time}}.'), { time: { at: since } }),
          say(
            msg('{{percent}}% of its CPU is in use: the encoder cannot keep up, or the source has stopped sending.'),
            {
              percent: Math.round(cpuLately),
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
  strained,
  slow,
  'few-frames': (facts) => {
    const { rates } = facts;
    // In a second of the video: what arrives late is not few.
    const fps = rates?.wantedFps ?? rates?.fps ?? null;
    return fps !== null && Math.round(fps) < FEW_FRAMES
      ? {
          severity: 'warning',
          fault: 'source',
          sentences: [say(msg('The source sends only few frames a second: {{n}}.'), { n: Math.round(fps) })],
          remedies: [{ act: 'setup', to: null }],
        }
      : null;
  },
  // What such a machine has held back comes all at once.
  fast: (facts) =>
    facts.rates && facts.rates.speed > FAST && facts.rates.overSeconds >= FAST_FOR_SECONDS && !isPressed(facts)
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
