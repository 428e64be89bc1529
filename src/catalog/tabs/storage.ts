import { msg } from '../../i18n/msg.ts';
import { grouped, list, type Settings, secret, text, toggle } from '../fields.ts';
import { isOn, valueAt } from '../settings.ts';
import { type Tab, type TabContext, withConfig } from './define.ts';

const PROTECTED = 'storage.memory.auth.enable';
const TYPES = 'storage.disk.cache.types';

const whileOpen = (settings: Settings) =>
  isOn(settings, PROTECTED) ? null : { text: msg('Switch on write protection first.') };

/** From core 16.10 on (config version 3) there are two lists, before that one: of what is cached. */
const hasTwoLists = ({ config }: Pick<TabContext, 'config'>) => config.version >= 3;

const listAt = (settings: Settings, path: string) => {
  const found = valueAt(settings, path);
  return Array.isArray(found) ? found.map(String) : [];
};

const types = (name: 'allow' | 'block') => ({
  reads: ({ config: { storage } }: TabContext) => storage?.disk?.cache?.types?.[name] ?? [],
  writes: (settings: Settings, context: TabContext) =>
    hasTwoLists(context)
      ? { [`${TYPES}.${name}`]: listAt(settings, `${TYPES}.${name}`) }
      : { [TYPES]: listAt(settings, `${TYPES}.allow`) },
  // Cores name them so when their environment has fixed them.
  aliases: [`storage.disk.cache.type.${name}`, ...(name === 'allow' ? [TYPES] : [])],
});

export const storage: Tab = {
  id: 'storage',
  title: msg('Storage'),
  shown: 'expert',
  owns: ['storage'],
  fields: {
    ...grouped(msg('Memory'), {
      [PROTECTED]: toggle({
        label: msg('Write protection'),
        help: msg('When off, anyone with access to the HTTP port can replace what viewers see.'),
      }),
      'storage.memory.auth.username': text({ label: msg('Username'), required: true, disabled: whileOpen }),
      'storage.memory.auth.password': secret({
        label: msg('Password'),
        required: true,
        copy: true,
        disabled: whileOpen,
      }),
    }),
    ...grouped(msg('Disk cache'), {
      [`${TYPES}.allow`]: withConfig(
        list({
          label: msg('Cached file extensions'),
          help: msg('One per line, with the dot. Leave empty to cache all.'),
          by: 'lines',
          when: (_, { config: { storage: stored } }: TabContext) => stored?.disk?.cache?.types !== undefined,
        }),
        types('allow'),
      ),
      [`${TYPES}.block`]: withConfig(
        list({
          label: msg('File extensions that are never cached'),
          help: msg('One per line, with the dot.'),
          by: 'lines',
          when: (_, context: TabContext) =>
            hasTwoLists(context) && context.config.storage?.disk?.cache?.types !== undefined,
        }),
        types('block'),
      ),
    }),
  },
};
