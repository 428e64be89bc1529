import { parseEventId } from '../../../../agent/parseEventsQuery.ts';
import { parseHistoryQuery } from '../../../../agent/parseHistoryQuery.ts';
import { MOST_POINTS } from '../../../../src/api/agentEndpoints.ts';
import { chooseGrid } from '../../../../src/media/series/resolutions.ts';
import { joinSamples, sampleOf } from '../../../../src/media/series/sample.ts';
import { decodeSample, decodeSamples, encodeSamples } from '../../../../src/media/series/sampleBytes.ts';
import { bytes, hex, record, text } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';

const FIELDS = ['subject', 'from', 'to', 'points'];
const search = text({
  words: [
    ...FIELDS.map((field) => `&${field}=`),
    ...['core', 'restreamer-ui:egress:youtube:', '&', '=', '[]', '%00', '%F0%9F', '+', ';'],
    ...['0', '-1', '1e9', '0x10', '1.5', '2000', '2001', '1000000', '8640000000000', '9007199254740993'],
  ],
});

/** Parses a query like a server: a repeated key becomes a list. */
function queryOf(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const all = params.getAll(key);
      return [key, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

const historyQueries = target({
  name: 'agent: queries of the history',
  reads: ['agent/parseHistoryQuery.ts', 'agent/parseEventsQuery.ts'],
  kind: record({ search, known: text({ words: ['core'] }) }),
  examples: [
    { search: 'subject=core&from=1700000000&to=1700003600&points=500', known: 'core' },
    { search: 'subject=core&from=0&to=8640000000000', known: 'core' },
    { search: 'subject=other&from=5&to=4', known: 'core' },
  ],
  run({ search, known }) {
    const parsed = parseHistoryQuery(queryOf(search), (subject) => subject === known);
    if ('field' in parsed) {
      must(FIELDS.includes(parsed.field) && parsed.detail !== '', 'a refusal names the field');
      return parsed;
    }
    const { subject, from, to, points } = parsed.query;
    must(subject === known, 'nothing is told of what is not known');
    must(from < to && points >= 1 && points <= MOST_POINTS, 'a time, and so many points');
    must(
      [from, to].every((time) => parseEventId(String(time)) === time),
      'whole seconds',
    );
    const grid = chooseGrid(parsed.query, points, [from, null, null, 0]);
    must(grid.points <= points && grid.from + grid.points * grid.step >= to, 'points for all of the time');
    must(!Number.isNaN(new Date((grid.from + grid.points * grid.step - grid.step) * 1000).getTime()), 'a date');
    return { ...parsed, grid };
  },
  findings: [],
});

const SAMPLE = joinSamples(
  sampleOf({ state: 'live', figures: { kbitOut: 4500, fps: 25, cpu: 3 } }, 8),
  sampleOf({ state: 'failing', figures: { kbitOut: 0 } }, 2),
);

const storedSamples = target({
  name: 'agent: samples on the disk',
  reads: ['src/media/series/sampleBytes.ts'],
  kind: bytes,
  examples: [
    Buffer.from(
      encodeSamples(
        new Map([
          [1, SAMPLE],
          [300, SAMPLE],
        ]),
      ),
    ),
    Buffer.from(encodeSamples(new Map([[1, sampleOf({ state: 'stopped', figures: {} }, 10)]]))),
    hex('0110'),
  ],
  run(data) {
    const all = [...decodeSamples(data)];
    must(all.length <= data.length, 'no more samples than bytes');
    const sample = decodeSample(data, 1);
    must(sample === null || Object.values(sample.seconds).every(Number.isFinite), 'times are finite');
    return all.map(([number, { seconds }]) => number + seconds.live);
  },
  findings: [],
});

export const agentRequests = [historyQueries, storedSamples];
