import { msg } from '../../i18n/msg.ts';
import { arrivesSince } from '../run/bytesPushedToServer.ts';
import { type Facts, type FindingAbout, noData, say } from './verdictTypes.ts';
import { isAtRest, isEncoding, isOverworked } from './workload.ts';

/** Longer ago, the time of day says more. */
const COUNTED_S = 60;

/** Of an encoder that pushes, how long ago; the line is open, and nothing comes. */
const nothingComes = ({ received, sender, idle }: Facts, since: number) =>
  received !== null && idle !== null && idle < COUNTED_S
    ? say(msg('No data from the encoder for {{n}} s.'), { n: idle })
    : noData(sender, since);

/** An encoder without a processor and one without anything to encode look the same: bytes that come tell them apart. */
export function stalledCases(facts: Facts): FindingAbout | null {
  const { idle, flow, cpuLately, received } = facts;
  if (idle === null || flow === null) return null;
  const since = flow.movedAt;
  const besides = { severity: 'error', since } as const;
  const comes = arrivesSince(received, since);
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
