import { until } from '../../testing.ts';
import type { Fixture } from '../fixture.ts';
import type { Scenario } from '../scenario.ts';
import {
  addProcess,
  encode,
  order,
  picture,
  prepareCore,
  sequenceOfSteps,
  untilFramesCome,
  updateProcess,
  waitFor,
} from '../scenarioSteps.ts';

const second = picture(1);
const ending = (more: object = {}) => ({
  autostart: true,
  reconnect_delay_seconds: 1,
  input: second,
  output: [{ id: 'o', address: '-', options: encode('-f', 'null') }],
  ...more,
});
interface Run {
  readonly created_at: number;
  readonly prelude: readonly string[];
  readonly log: readonly unknown[];
}
interface Report extends Run {
  readonly history: readonly Run[];
}
const isReport = (value: unknown): value is Report => typeof value === 'object' && value !== null && 'history' in value;
const reportOf = async (fixture: Fixture, id: string): Promise<Report> => {
  const report = await fixture.api('GET', `/v3/process/${id}/report`);
  if (!isReport(report)) throw new Error(`${id} has no report`);
  return report;
};
const counted = ({ created_at, prelude, log }: Run) => ({
  created_at,
  prelude_lines: prelude.length,
  log_lines: log.length,
});
const histories = Object.fromEntries(
  [0, 2, 3, 3, 3].map((length, index) => [
    `history after about ${index + 1} runs`,
    async (fixture: Fixture) => {
      const before = Number(fixture.memo.get('first') ?? 0);
      const report = await until(
        () => reportOf(fixture, 'rec:report'),
        ({ history, log }) =>
          history.length === length && log.length > 0 && (length < 3 || (history[0]?.created_at ?? 0) > before),
      );
      if (length === 3) fixture.memo.set('first', report.history[0]?.created_at);
      return { status: 200, ...counted(report), history: report.history.map(counted) };
    },
  ]),
);

export const processReports: readonly Scenario[] = [
  {
    area: 'process-report',
    phase: 'main',
    begin: sequenceOfSteps(prepareCore, addProcess('rec:report', ending())),
    before: { 'report in full, stopped process': order('rec:report', 'stop') },
    observe: {
      ...histories,
      'after PUT update': async (fixture) => {
        await updateProcess('rec:report', { reconnect_delay_seconds: 2 })(fixture);
        const { log, history } = await reportOf(fixture, 'rec:report');
        return { status: 200, log_lines: log.length, history: history.length };
      },
      'after reload': async (fixture) => {
        await order('rec:report', 'reload')(fixture);
        const { log, history } = await reportOf(fixture, 'rec:report');
        return { status: 200, log_lines: log.length, history: history.length };
      },
      'verbose log': async (fixture) => {
        await sequenceOfSteps(
          addProcess('rec:verbose', ending({ reconnect: false, options: ['-loglevel', 'debug'] })),
          untilFramesCome('rec:verbose'),
          waitFor('rec:verbose', ({ exec }) => exec === 'finished'),
        )(fixture);
        const { prelude, log } = await reportOf(fixture, 'rec:verbose');
        const truncation_line = prelude.find((line) => line.includes('truncated'));
        return { status: 200, prelude_lines: prelude.length, log_lines: log.length, truncation_line };
      },
    },
  },
];
