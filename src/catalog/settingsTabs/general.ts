import { msg } from '../../i18n/msg.ts';
import { ofBrowser, panel, toggle, withGroup } from '../form/fields.ts';
import { type SettingsTab, withConfig } from './settingsTabTypes.ts';

export const generalTab: SettingsTab = {
  id: 'general',
  title: msg('General'),
  shown: 'always',
  owns: ['update_check'],
  fields: {
    ...withGroup(msg('This browser'), {
      updates: withConfig(
        ofBrowser(
          'updates',
          toggle({
            label: msg('Check for updates'),
            help: msg('Once an hour. Applies to this browser, immediately.'),
          }),
        ),
        { needs: 'releases' },
      ),
      expert: ofBrowser(
        'expert',
        toggle({
          label: msg('Expert mode'),
          help: msg('Shows the tabs Service, Playback, Storage and Logging. Applies to this browser, immediately.'),
        }),
      ),
    }),
    ...withGroup(msg('Core'), {
      update_check: withConfig(
        toggle({
          label: msg('Anonymous metrics'),
          help: msg(
            'The core reports its version, its uptime, and how many processes and viewers it has to its makers.',
          ),
        }),
        { unless: 'reports-nothing' },
      ),
      restart: panel({ name: 'restart' }),
    }),
  },
};
