import { msg } from '../../i18n/msg.ts';
import { number, panel, toggle, withGroup } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';

export type LimitsContext = { limits: boolean };

export const processControlFields = <Context extends LimitsContext>({ advanced }: { advanced: boolean }) => ({
  ...withGroup(msg('Process'), {
    process: panel<Context>({ name: 'process' }),
    'process.low_delay': toggle<Context>({
      label: msg('Low delay'),
      help: msg('Holds back nothing while encoding and writing (low_delay). May cost quality.'),
      advanced: true,
    }),
  }),
  ...withGroup(msg('Limits'), {
    'limits.cpu_usage': number<Context>({
      label: msg('CPU limit'),
      unit: '%',
      help: msg('The process is ended when it uses more of the machine. 0 = unlimited.'),
      ...{ default: 0, min: 0, empty: 0, step: 0.1 },
      when: (_, { limits }) => limits,
      advanced,
    }),
    'limits.memory_mbytes': number<Context>({
      label: msg('Memory limit'),
      unit: 'MB',
      help: msg('The process is ended when it uses more. 0 = unlimited.'),
      ...{ default: 0, min: 0, empty: 0 },
      when: (_, { limits }) => limits,
      advanced,
    }),
    'limits.waitfor_seconds': number<Context>({
      label: msg('Tolerated for'),
      unit: 's',
      help: msg('A shorter excess ends nothing.'),
      ...{ default: 5, min: 0, empty: 0 },
      when: (settings, { limits }) =>
        limits && [valueAt(settings, 'limits.cpu_usage'), valueAt(settings, 'limits.memory_mbytes')].some(Boolean),
      advanced,
    }),
  }),
});
