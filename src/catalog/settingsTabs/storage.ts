import { msg } from '../../i18n/msg.ts';
import { listField, number, type Settings, secret, textField, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, listAt, valueAt } from '../form/fieldValues.ts';
import { type ConfigRules, type SettingsTab, type TabContext, type TabFields, withConfig } from './settingsTabTypes.ts';

const PROTECTED = 'storage.memory.auth.enable';
const TYPES = 'storage.disk.cache.types';

const whileOpen = (settings: Settings) =>
  isSwitchedOn(settings, PROTECTED) ? null : { text: msg('Switch on write protection first.') };

/** Core 16.10 (config version 3) added the list of types that are not cached. */
const hasTwoLists = ({ config }: Pick<TabContext, 'config'>) => config.version >= 3;

const CACHED = 'storage.disk.cache.enable';
const CACHE_SIZE = 'storage.disk.cache.max_size_mbytes';
const LARGEST = 'storage.disk.cache.max_file_size_mbytes';

const whileUncached = (settings: Settings) =>
  isSwitchedOn(settings, CACHED) ? null : { text: msg('Switch on the disk cache first.') };

const ofCache = <F extends TabFields[string]>(field: F, rules: ConfigRules = {}) =>
  withConfig(field, { ...rules, unless: 'no-disk-cache' });

/** Megabytes; 0 means no limit. */
const limit = (label: string, extra: { help?: string; default?: number } = {}) => ({
  ...{ label, unit: 'MB', help: msg('0 = unlimited.'), default: 0, min: 0, empty: 0 },
  ...extra,
});

const types = (name: 'allow' | 'block') => ({
  reads: ({ config: { storage } }: TabContext) => storage?.disk?.cache?.types?.[name] ?? [],
  writes: (settings: Settings, context: TabContext) =>
    hasTwoLists(context)
      ? { [`${TYPES}.${name}`]: listAt(settings, `${TYPES}.${name}`) }
      : { [TYPES]: listAt(settings, `${TYPES}.allow`) },
  aliases: [`storage.disk.cache.type.${name}`, ...(name === 'allow' ? [TYPES] : [])],
});

export const storageTab: SettingsTab = {
  id: 'storage',
  title: msg('Storage'),
  shown: 'expert',
  owns: ['storage'],
  fields: {
    ...withGroup(msg('Memory'), {
      [PROTECTED]: toggle({
        label: msg('Write protection'),
        help: msg('When off, anyone with access to the HTTP port can replace what viewers see.'),
      }),
      'storage.memory.auth.username': textField({ label: msg('Username'), required: true, disabled: whileOpen }),
      'storage.memory.auth.password': secret({
        label: msg('Password'),
        required: true,
        copy: true,
        disabled: whileOpen,
      }),
      'storage.memory.max_size_mbytes': number(
        limit(msg('Memory limit'), { help: msg('0 = unlimited. Files that do not fit are rejected.') }),
      ),
      'storage.memory.purge': toggle({
        label: msg('Remove the oldest files when the limit is reached'),
        disabled: (settings) =>
          Number(valueAt(settings, 'storage.memory.max_size_mbytes')) > 0 ? null : { text: msg('Set a limit first.') },
      }),
    }),
    ...withGroup(msg('Disk'), {
      'storage.disk.max_size_mbytes': number(
        limit(msg('Disk space limit'), { help: msg('0 = unlimited. Files that do not fit are rejected.') }),
      ),
    }),
    ...withGroup(msg('Disk cache'), {
      [CACHED]: ofCache(
        toggle({
          label: msg('Disk cache'),
          help: msg('Keeps frequently requested files in memory.'),
        }),
      ),
      [CACHE_SIZE]: ofCache(number({ ...limit(msg('Cache size')), disabled: whileUncached })),
      [LARGEST]: ofCache(
        number({
          ...limit(msg('Largest cached file'), { default: 1 }),
          disabled: whileUncached,
          fault: (settings) => {
            const [total, largest] = [CACHE_SIZE, LARGEST].map((path) => Number(valueAt(settings, path)));
            return isSwitchedOn(settings, CACHED) && total && largest && largest > total
              ? msg('This is larger than the cache.')
              : null;
          },
        }),
      ),
      'storage.disk.cache.ttl_seconds': ofCache(
        number({
          label: msg('Cache time'),
          unit: msg('seconds'),
          ...{ default: 300, min: 0, empty: 0 },
          disabled: whileUncached,
        }),
      ),
      [`${TYPES}.allow`]: ofCache(
        listField({
          label: msg('Cached file extensions'),
          help: msg('One per line, with the dot. Leave empty to cache all.'),
          ...{ by: 'lines', disabled: whileUncached },
          when: (_, { config: { storage: stored } }: TabContext) => stored?.disk?.cache?.types !== undefined,
        }),
        types('allow'),
      ),
      [`${TYPES}.block`]: ofCache(
        listField({
          label: msg('File extensions that are never cached'),
          help: msg('One per line, with the dot.'),
          ...{ by: 'lines', disabled: whileUncached },
          when: (_, context: TabContext) =>
            hasTwoLists(context) && context.config.storage?.disk?.cache?.types !== undefined,
        }),
        types('block'),
      ),
    }),
  },
};
