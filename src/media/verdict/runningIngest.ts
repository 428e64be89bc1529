import { msg } from '../../i18n/msg.ts';
import { arrivesLess, arrivesSince } from '../run/bytesPushedToServer.ts';
import { HOPELESS, isTooSlow as isFlowTooSlow } from '../run/throughput.ts';
import {
  atLimit,
  type Facts,
  type FindingAbout,
  FULL_PERCENT,
  isAtRest,
  isEncoding,
  isOverworked,
  noData,
  type Situation,
  say,
  type Table,
} from './verdictTypes.ts';

/** Seconds. */
export const LASTING_S = { black: 6, frozen: 8, silent: 10 } as const;

const empty = (
  text: string,
  since: number | null | undefined,
  after: number,
  { now, progress }: Facts,
): FindingAbout | null =>
  progress?.status === 'connected' && since != null && now - since >= after * 1000
    ? {
        severity: 'warning',
        fault: 'source',
        since,
        sentences: [say(text, { time: { at: since } })],
        remedies: [],
      }
    : null;

export const PICTURE_AND_SOUND = {
  black: (facts) => empty(msg('The video has been black since {{time}}.'), facts.blackSince, LASTING_S.black, facts),
  frozen: (facts) => {
    const found = empty(msg('The video has been frozen since {{time}}.'), facts.frozenSince, LASTING_S.frozen, facts);
    if (!found || !facts.unfollowed) return found;
    const { sentences } = found;
    return {
      ...found,
      sentences: [...sentences, say(msg('If the encoder has changed its video, restart the stream there.'))],
    };
  },
  quiet: (facts) => empty(msg('There has been no audio since {{time}}.'), facts.silentSince, LASTING_S.silent, facts),
  keyframes: ({ keyframes, progress }) => {
    if (!keyframes || progress?.status !== 'connected') return null;
    const { n, platforms, best, most } = keyframes;
    const isEncoding = progress.encodes === true;
    return {
      severity: 'warning',
      fault: isEncoding ? 'operator' : 'source',
      sentences: [
        say(msg('There is a keyframe only every {{n}} s. {{platforms}}: {{most}} s at most.'), {
          ...{ n: { tenths: n }, most, platforms: platforms.join(', ') },
        }),
        isEncoding
          ? say(msg('Set the keyframe interval of the encoding to {{n}} s.'), { n: best })
          : say(msg('Set the keyframe interval of the encoder to {{n}} s. In OBS: Settings, Output.'), { n: best }),
      ],
      remedies: isEncoding ? [{ act: 'setup', to: null }] : [],
    };
  },
} as const satisfies Table;

const COUNTED_S = 60;

const nothingComes = ({ received, sender, idle }: Facts, since: number) =>
  received != null && idle !== null && idle < COUNTED_S
    ? say(msg('No data from the encoder for {{n}} s.'), { n: idle })
    : noData(sender, since);

/** An encoder without CPU time and one without input look the same; only received bytes tell them apart. */
function stalledCases(facts: Facts): FindingAbout | null {
  const { idle, flow, cpuLately, received } = facts;
  if (idle === null || flow === null) return null;
  const since = flow.movedAt;
  const besides = { severity: 'error', since } as const;
  const comes = arrivesSince(received ?? null, since);
  const isServer = comes === true || (comes === null && isOverworked(facts) && !isAtRest(facts));
  if (!isServer || (comes === null && cpuLately === null))
    return {
      ...besides,
      fault: 'source',
      sentences: [nothingComes(facts, since), say(msg('The connection is open, but empty.'))],
      remedies: [{ act: 'reconnect' }],
    };
  const encodes = isEncoding(facts);
  const stopped = say(
    encodes
      ? msg('The server has encoded no frame since {{time}}.')
      : msg('The server has passed on nothing since {{time}}.'),
    { time: { at: since } },
  );
  const why =
    comes === true
      ? say(msg('The encoder still sends.'))
      : say(msg('{{percent}}% of its CPU is in use: the encoder cannot keep up, or the source has stopped sending.'), {
          percent: Math.round(cpuLately ?? 0),
        });
  return {
    ...besides,
    fault: 'server',
    sentences: [stopped, why],
    remedies: [...(encodes ? [{ act: 'encoding' } as const] : []), { act: 'reconnect' }],
  };
}

export const FEW_FRAMES = 10;

/** Passthrough falls behind well below 100 % CPU because its load comes in bursts. */
const PRESSED_PERCENT = 80;
const inUse = ({ cpu, cpuLately }: Situation) => Math.max(cpu ?? 0, cpuLately ?? 0);
const isPressed = (situation: Situation) => inUse(situation) >= PRESSED_PERCENT;

const paceOf = ({ rates }: Facts) => ({
  n: Math.round(rates?.fps ?? 0),
  m: Math.round(rates?.wantedFps ?? 0),
  percent: Math.round((rates?.speed ?? 0) * 100),
});

const isTooSlow = ({ rates, flow }: Facts) => rates !== null && isFlowTooSlow(flow);

/** Players have segments in reserve, so this depends on the storage and not on the pace. */
const watched = ({ missingSince }: Facts) =>
  missingSince != null ? say(msg('Viewers see nothing.')) : say(msg('Viewers will see pauses.'));

const paced = (facts: Facts, counted: string, timed: string) =>
  say(facts.rates?.wantedFps == null ? timed : counted, paceOf(facts));

const arriving = (facts: Facts) =>
  paced(
    facts,
    msg('Only {{n}} of {{m}} frames a second arrive.'),
    msg('The stream arrives at {{percent}}% of real time.'),
  );

/** Passthrough also suffers on a busy machine, so the source may be fine. */
function strained(facts: Facts): FindingAbout | null {
  if (!isTooSlow(facts) || isOverworked(facts) || !isPressed(facts)) return null;
  const percent = Math.round(inUse(facts));
  const why =
    percent >= FULL_PERCENT ? atLimit(percent) : say(msg("{{percent}}% of the server's CPU is in use."), { percent });
  return {
    severity: 'warning',
    fault: 'server',
    sentences: [why, arriving(facts), watched(facts)],
    remedies: [{ act: 'usage' }],
  };
}

/** An encoder on this server may be slow itself, so the source is only blamed if fewer bytes arrive. */
const isSourceSlow = (facts: Facts) =>
  facts.cpuLately !== null && (!isEncoding(facts) || arrivesLess(facts.received ?? null) === true);

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
      remedies: [{ act: 'encoding' }, { act: 'usage' }],
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

export const RUNNING = {
  stalled: stalledCases,
  strained,
  slow,
  'few-frames': (facts) => {
    const { rates } = facts;
    // Late frames still count; frames duplicated by the encoder do not.
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
  unstored: ({ missingSince, progress, tally }) =>
    missingSince == null || progress?.status !== 'connected'
      ? null
      : {
          severity: 'error',
          fault: 'server',
          since: missingSince,
          sentences: [
            say(msg('The server has stored no new segments since {{time}}.'), { time: { at: missingSince } }),
            tally.live > 0 ? say(msg('Viewers see nothing.')) : say(msg('Viewers and publications get nothing.')),
            say(msg('The storage may be full, or its password may have changed.')),
          ],
          remedies: [{ act: 'reconnect' }],
        },
} as const satisfies Table;
