import { msg } from '../../i18n/msg.ts';
import { arrivesLess } from '../run/bytesPushedToServer.ts';
import { HOPELESS, isTooSlow as isFlowTooSlow } from '../run/speedAndStalls.ts';
import { stalledCases } from './stalledIngest.ts';
import {
  atLimit,
  type Facts,
  type FindingAbout,
  FULL_PERCENT,
  type Situation,
  say,
  type Table,
} from './verdictTypes.ts';
import { isEncoding, isOverworked } from './workload.ts';

/** Frames a second below which the eye does not take it for video. */
export const FEW_FRAMES = 10;

/** Passthrough gets too little below 100 % already, because demand comes in bursts. */
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
  missingSince !== null ? say(msg('Viewers see nothing.')) : say(msg('Viewers will see pauses.'));

/** By its frames, or where none are counted by its time. */
const paced = (facts: Facts, counted: string, timed: string) =>
  say(facts.rates?.wantedFps == null ? timed : counted, paceOf(facts));

const arriving = (facts: Facts) =>
  paced(
    facts,
    msg('Only {{n}} of {{m}} frames a second arrive.'),
    msg('The stream arrives at {{percent}}% of real time.'),
  );

/** Passthrough suffers on such a machine as well: its source may be as it should. */
function strained(facts: Facts): FindingAbout | null {
  if (!isTooSlow(facts) || isOverworked(facts) || !isPressed(facts)) return null;
  const percent = Math.round(inUse(facts));
  const why =
    percent >= FULL_PERCENT ? atLimit(percent) : say(msg("{{percent}}% of the server's CPU is in use."), { percent });
  return { severity: 'warning', fault: 'server', sentences: [why, arriving(facts), watched(facts)], remedies: [] };
}

/**
 * Copied video arrives as it was sent. An encoder may be the slow one itself: then less has to come from the source
 * than before. Without the load of the machine, neither is named.
 */
const isSourceSlow = (facts: Facts) =>
  facts.cpuLately !== null && (!isEncoding(facts) || arrivesLess(facts.received) === true);

function slow(facts: Facts): FindingAbout | null {
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
  if (!isSourceSlow(facts))
    return { severity: 'warning', fault: 'nobody', sentences: [arriving(facts), watched(facts)], remedies: [] };
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
  stalled: stalledCases,
  strained,
  slow,
  'few-frames': (facts) => {
    const { rates } = facts;
    // In a second of the video: what arrives late is not few. What the encoder repeats has not arrived.
    const sent = rates?.wantedFps ?? rates?.fps ?? null;
    const fps = sent === null || !rates?.fps ? sent : (sent * (rates.arrivingFps ?? rates.fps)) / rates.fps;
    return fps !== null && Math.round(fps) < FEW_FRAMES
      ? {
          severity: 'warning',
          fault: 'source',
          sentences: [say(msg('The source sends only few frames a second: {{n}}.'), { n: Math.round(fps) })],
          remedies: [{ act: 'setup', to: null }],
        }
      : null;
  },
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
