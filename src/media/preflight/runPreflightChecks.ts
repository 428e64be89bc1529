import { msg } from '../../i18n/msg.ts';
import type { Reach } from '../address/endpoint.ts';
import { scarcestDisk } from '../coreInfo/resources.ts';
import { passthroughOf } from '../encoding/passthrough.ts';
import { forecastAt, SOON_S } from '../stored/recordingFiles.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import { channelChecks } from './channelChecks.ts';
import { EXCESSES, type Excess, excessOf } from './limitExcess.ts';
import { outgoingKbit } from './outgoingBitrate.ts';
import type { CheckLine, CheckResult, Destination, Flight, Grade, PreflightResult } from './preflightTypes.ts';

type Check = (destination: Destination, flight: Flight) => CheckResult | null;

const WORDS: Readonly<Record<Exclude<Reach, 'answers'>, [Grade, string]>> = {
  refused: ['fail', msg('{{name}} refuses the connection. Check the address and the port.')],
  unresolved: ['fail', msg('There is no server with the name {{name}}. Check the address.')],
  silent: ['fail', msg('{{name}} does not respond. Check the address, and whether a firewall blocks the way out.')],
  unknown: ['unchecked', msg('Whether {{name}} responds could not be checked.')],
};
const ORDER: readonly Reach[] = ['unresolved', 'refused', 'silent', 'unknown', 'answers'];

const beyond =
  (kind: Excess['kind']): Check =>
  (destination, { figures }) => {
    const { id, limits, copies } = destination;
    const found = limits && excessOf(destination, limits, figures).find((excess) => excess.kind === kind);
    if (!found) return null;
    const remedy =
      found.of === 'video' && copies.video ? ({ to: 'encoding' } as const) : ({ to: 'publication', id } as const);
    return { grade: 'care', sentence: found.sentence, remedy };
  };

function sendingWords({ seconds, kbit }: NonNullable<Destination['sending']>) {
  const rate = kbit === null ? null : { tenths: kbit / 1000 };
  if (seconds === null) return say(msg('It is live now.'));
  return rate === null
    ? say(msg('It has been live for {{time}}.'), { time: { seconds } })
    : say(msg('It has been live for {{time}}, with {{n}} Mbit/s.'), { time: { seconds }, n: rate });
}

/** In display order; null for no finding. */
const destinationChecks: Readonly<Record<string, Check>> = {
  settings: ({ id, fault }) => {
    if (fault === null) return null;
    const { field, text } = fault;
    const sentence =
      field === null ? say(text) : say(msg('{{field}}: {{fault}}'), { field: { text: field }, fault: { text } });
    return { grade: 'fail', sentence, remedy: { to: 'publication', id } };
  },

  twins: ({ id, twins }) =>
    twins.length === 0
      ? null
      : {
          grade: 'fail',
          sentence: say(msg('The same address and key are used by {{names}}. Only one of them can be live.'), {
            names: twins.join(', '),
          }),
          remedy: { to: 'publication', id },
        },

  reach: ({ id, ways, records, sending }) => {
    if (records) return null;
    if (sending) return { grade: 'good', sentence: sendingWords(sending), remedy: null };
    const [worst] = ways.toSorted((a, b) => ORDER.indexOf(a.reach) - ORDER.indexOf(b.reach));
    if (!worst) return null;
    if (worst.to === null) {
      return {
        grade: 'unchecked',
        sentence: say(msg('This connection can only be checked while it is live.')),
        remedy: null,
      };
    }
    if (worst.reach === 'answers') {
      return { grade: 'good', sentence: say(msg('{{name}} responds.'), { name: worst.to }), remedy: null };
    }
    const [grade, text] = WORDS[worst.reach];
    return { grade, sentence: say(text, { name: worst.to }), remedy: { to: 'publication', id } };
  },

  room: (destination, { figures, resources }) => {
    const { id, records } = destination;
    if (!records) return null;
    const { used = 0, limit = null } = resources ? scarcestDisk(resources) : {};
    if (limit === null)
      return { grade: 'unchecked', sentence: say(msg('The core does not report its disk usage.')), remedy: null };
    const kbit = outgoingKbit(destination, figures);
    if (!kbit) return { grade: 'unchecked', sentence: say(msg('The total bitrate is not known yet.')), remedy: null };
    const forecast = forecastAt((kbit * 1000) / 8, records.held, records.kept, Math.max(0, limit - used));
    if (forecast.kind === 'fits') {
      return { grade: 'good', sentence: say(msg('What is to be kept fits on the disk.')), remedy: null };
    }
    const values = { n: { seconds: forecast.seconds } };
    return forecast.seconds < SOON_S
      ? {
          grade: 'care',
          sentence: say(msg('The disk is full after {{n}} of recording. Keep fewer files, or delete some.'), values),
          remedy: { to: 'publication', id },
        }
      : { grade: 'good', sentence: say(msg('The disk is full after {{n}} of recording.'), values), remedy: null };
  },

  codecs: ({ id, streams, takes, limits }) => {
    if (!takes) return null;
    for (const type of ['video', 'audio'] as const) {
      const sent = streams.find((stream) => stream.type === type);
      const codecs = takes[type];
      if (sent && codecs.length > 0 && !codecs.includes(sent.codec)) {
        return {
          grade: 'fail',
          sentence: say(msg('It does not accept {{codec}}. Encode to {{other}}.'), {
            codec: sent.codec.toUpperCase(),
            other: codecs.filter((codec) => codec !== 'none')[0]?.toUpperCase() ?? '–',
          }),
          remedy: { to: 'publication', id },
        };
      }
      const needsAudio = type === 'audio' && limits?.needsAudio === true;
      if (!sent && !needsAudio && codecs.length > 0 && !codecs.includes('none')) {
        return {
          grade: 'care',
          sentence: say(
            type === 'audio' ? msg('No audio is sent. Most platforms reject that.') : msg('No video is sent.'),
          ),
          remedy: { to: 'publication', id },
        };
      }
    }
    return null;
  },

  passthrough: ({ id, streams, copies, takes, target }) => {
    if (target === undefined) return null;
    const passed = streams.filter(({ type }) => (type === 'video' || type === 'audio') && copies[type]);
    const reasons = passed.flatMap((stream) => {
      const codecs = stream.type === 'video' ? takes?.video : takes?.audio;
      return passthroughOf(stream, target, codecs).reasons;
    });
    const worst = reasons.find(({ plays }) => plays === 'nowhere') ?? reasons.find(({ plays }) => plays === 'some');
    return worst
      ? { grade: worst.plays === 'nowhere' ? 'fail' : 'care', sentence: worst, remedy: { to: 'publication', id } }
      : null;
  },

  ...Object.fromEntries(EXCESSES.map((kind): [string, Check] => [kind, beyond(kind)])),
};

const WHOLE: Readonly<Record<Grade, string>> = {
  good: msg('Ready to go live.'),
  care: msg('You can go live, but read the warnings first.'),
  fail: msg('Something will fail. Fix it before you go live.'),
  unchecked: msg('Nothing is wrong as far as it could be checked.'),
};

export function headlineOf({ grade, destinations }: PreflightResult): Sentence {
  const failing = destinations.filter((destination) => destination.grade === 'fail');
  if (failing.length === 0) return say(WHOLE[grade]);
  return say(msg('{{n}} of {{m}} will fail: {{names}}'), {
    n: failing.length,
    m: destinations.length,
    names: failing.map(({ name }) => name).join(', '),
  });
}

const WORST: readonly Grade[] = ['fail', 'care', 'unchecked', 'good'];

export const gradeOf = (grades: readonly Grade[]): Grade => WORST.find((grade) => grades.includes(grade)) ?? 'good';

export const worstFirst = <Graded extends { grade: Grade }>(all: readonly Graded[]): Graded[] =>
  all.toSorted((a, b) => WORST.indexOf(a.grade) - WORST.indexOf(b.grade));

/** A problem does not stop a running publication now, but may affect its next start. */
const atMostCare = (grade: Grade): Grade => (grade === 'fail' ? 'care' : grade);

export function runPreflightChecks(flight: Flight): PreflightResult {
  const channel = Object.entries(channelChecks).flatMap(([check, find]): CheckLine[] => {
    const found = find(flight);
    return found ? [{ check, ...found }] : [];
  });
  const destinations = flight.destinations.map((destination) => {
    const lines = Object.entries(destinationChecks).flatMap(([check, find]): CheckLine[] => {
      const found = find(destination, flight);
      return found ? [{ check, ...found, grade: destination.sending ? atMostCare(found.grade) : found.grade }] : [];
    });
    return { id: destination.id, name: destination.name, grade: gradeOf(lines.map(({ grade }) => grade)), lines };
  });
  const grades = [...channel, ...destinations].map(({ grade }) => grade);
  return { channel, destinations, grade: gradeOf(grades) };
}
