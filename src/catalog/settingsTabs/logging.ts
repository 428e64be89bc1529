import { msg } from '../../i18n/msg.ts';
import { number, panel, select, withGroup } from '../form/fields.ts';
import type { SettingsTab } from './settingsTabTypes.ts';

export const loggingTab: SettingsTab = {
  id: 'logging',
  title: msg('Logging'),
  shown: 'expert',
  owns: ['log', 'ffmpeg.log'],
  fields: {
    systemLog: { ...panel({ name: 'systemLog' }), group: msg('Log of the core') },
    ...withGroup(msg('What is logged'), {
      'log.level': select({
        label: msg('Log level'),
        default: 'info',
        options: [
          { value: 'silent', label: msg('Nothing') },
          { value: 'error', label: msg('Errors') },
          { value: 'warn', label: msg('Errors and warnings') },
          { value: 'info', label: msg('Information') },
          { value: 'debug', label: msg('Everything (debug)') },
        ],
      }),
      'log.max_lines': number({
        label: msg('Core log lines to keep'),
        unit: msg('lines'),
        ...{ default: 1000, min: 0, empty: 0 },
      }),
      'ffmpeg.log.max_lines': number({
        label: msg('Process log lines to keep'),
        unit: msg('lines'),
        ...{ default: 50, min: 0, empty: 0 },
      }),
      'ffmpeg.log.max_history': number({
        label: msg('Past runs to keep per process'),
        help: msg('Their logs show why a process ended.'),
        unit: msg('runs'),
        ...{ default: 3, min: 0, empty: 0 },
      }),
    }),
  },
};
