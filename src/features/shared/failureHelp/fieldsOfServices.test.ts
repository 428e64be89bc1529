import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import recorded from '../../../api/fixtures/answers.json' with { type: 'json' };
import { readCatalogExamples } from '../../../catalog/fixtures/readCatalogExamples.ts';
import type { ServiceExample } from '../../../catalog/form/argumentExampleTypes.ts';
import type { Service, ServiceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { isShown } from '../../../catalog/form/evaluateFields.ts';
import { failureRemedyFields } from '../../../catalog/form/failureRemedyFields.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { settingsOf, valueAt, withValue } from '../../../catalog/form/fieldValues.ts';
import { platformPresets } from '../../../catalog/platforms/platformPresets.ts';
import { serviceOf, services } from '../../../catalog/services/index.ts';
import type { FieldName } from '../../../media/diagnosis/causes.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { parseFieldLink } from './FailureFieldHighlight.tsx';
import { publicationFieldLink } from './fieldLink.ts';

const contextOf = ({ streams, copied }: Partial<ServiceExample> = {}): ServiceContext => ({
  channel: CHANNEL,
  meta: { name: 'N', description: 'D' },
  streams: (streams ?? [{ type: 'video', codec: 'h264' } as const]).map((stream) => ({ ...emptyStream, ...stream })),
  ...(copied && { copied }),
  skills: skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body)),
});

interface ServiceCase {
  service: Service;
  given: Settings;
  context: ServiceContext;
}

const sendings = async (service: Service): Promise<ServiceCase[]> => {
  const examples = await readCatalogExamples<ServiceExample>('services', service.id);
  return examples
    .filter((example) => example.expect.length > 0)
    .map(({ given, ...example }) => ({
      service,
      given: service.upgrade?.(given) ?? given,
      context: contextOf(example),
    }));
};

const all = (await Promise.all(services.map(sendings))).flat();
const platforms = serviceOf('platforms');
const preset = platformPresets.flatMap(({ id }): ServiceCase[] =>
  platforms ? [{ service: platforms, given: { platform: id, stream_key: 'KEY' }, context: contextOf() }] : [],
);

/** Causes with a field on the service tab, not on the tabs for encoding or process. */
const causes = Object.entries(causeTexts).flatMap(([cause, { target }]) => {
  const { field } = target;
  if (field === null) return [];
  const link = publicationFieldLink('#/c/publication/s/1', { field, cause: cause as keyof typeof causeTexts, at: 1 });
  return link.includes('/general?') ? [{ cause, field, link }] : [];
});

/** Fields that every form has, unless the service has a fixed server or no such field. */
const NEEDED: ReadonlySet<FieldName> = new Set(['application', 'key', 'password', 'path', 'username']);

const GIVE_HOLDS = "give each field its part of the connection, such as `holds: 'server'` or `holds: 'key'`";

const hostOf = (address: string) => /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(address)?.[1] ?? address;
const hostsOf = ({ service, context }: ServiceCase, settings: Settings) =>
  service.outputs(settings, context).map(({ address }) => hostOf(address));
const sentWith = ({ service, context }: ServiceCase, settings: Settings) =>
  JSON.stringify(service.outputs(settings, context));

const another = (value: string) => value.replace(/^(\s*\w+:\/\/)?([^/?#]*@)?/, '$&other.');

function changed({ service, given, context }: ServiceCase) {
  const fields = service.form(context);
  const settings: Settings = settingsOf(fields, given);
  return Object.entries(fields).flatMap(([key, field]) => {
    if (!isShown(field, settings)) return [];
    const was = String(valueAt(settings, key) ?? '');
    const other =
      field.kind === 'select'
        ? field.options.find(({ value, storedOnly, none }) => value !== was && !storedOnly && !none)?.value
        : ['text', 'secret', 'selectOrCustom'].includes(field.kind)
          ? another(was)
          : undefined;
    return other === undefined ? [] : [{ key, settings: withValue(settings, key, other) }];
  });
}

describe.each([...all, ...preset].map((entry) => [entry.service.id, entry.given, entry] as const))(
  'the form of %s with %j',
  (_, initial, serviceCase) => {
    const { service, context } = serviceCase;
    const fields = service.form(context);
    const settings: Settings = settingsOf(fields, initial);
    const before = hostsOf(serviceCase, settings);
    const movers = changed(serviceCase)
      .filter(({ settings: other }) => hostsOf(serviceCase, other).some((host) => !before.includes(host)))
      .map(({ key }) => key);
    const found = (name: FieldName) => failureRemedyFields(fields, settings, name);

    it('has a field for every cause on the tab that opens', () => {
      for (const { cause, field, link } of causes) {
        expect(parseFieldLink(new URLSearchParams(link.slice(link.indexOf('?'))), 'target')).toMatchObject({ field });
        const keys = found(field);
        expect(keys.filter((key) => !fields[key] || !isShown(fields[key], settings))).toEqual([]);
        if (NEEDED.has(field) && service.reaches === undefined)
          expect(keys, `"${cause}" finds no field for the ${field}: ${GIVE_HOLDS}`).not.toEqual([]);
      }
    });
    it('links a failed host to its field, and otherwise to the device or file', () => {
      if (service.reaches !== undefined) return expect(found('address')).not.toEqual([]);
      const address = found('address');
      const hint = `another host comes with ${movers.join(', ') || 'no field'}, the address leads to ${address.join(', ') || 'none'}: ${GIVE_HOLDS}`;
      expect(address.length > 0, hint).toBe(movers.length > 0);
      expect(movers, hint).toEqual(expect.arrayContaining(address));
    });
    it.each(['key', 'password'] as const)(
      'links a %s to the field that is sent, beyond the host if there is more',
      (name) => {
        for (const key of found(name)) {
          const other = changed(serviceCase).find((change) => change.key === key)?.settings;
          expect(other && sentWith(serviceCase, other)).not.toBe(sentWith(serviceCase, settings));
          const more = Object.entries(fields).some(
            ([at, field]) => field.kind === 'secret' && field.required && isShown(field, settings) && at !== key,
          );
          if (movers.includes(key)) expect(more).toBe(false);
        }
      },
    );
  },
);

/** Fields for address, key, password and username. Services without a row are covered by the tests above. */
const ROWS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  akamai: ['stream_url', 'address_extensions.playpath', 'address_extensions.pubPasswd', 'address_extensions.pubUser'],
  azure: ['address', 'address', 'address', 'address'],
  brightcove: ['address', 'stream_name', 'stream_name', 'stream_name'],
  cdn77: ['stream_url', 'stream_key', 'stream_key', 'stream_key'],
  dacast: ['server', 'stream_key', 'password', 'username'],
  dailymotion: ['server_url', 'stream_key', 'stream_key', 'stream_key'],
  dash: ['address', 'password', 'password', 'username'],
  datarheicore: ['v2_address', 'v2_address', 'v2_address', 'v2_address'],
  dlive: ['', 'key', 'key', 'key'],
  facebook: ['', 'stream_key_primary', 'stream_key_primary', 'stream_key_primary'],
  framebuffer: ['device', '', '', ''],
  hls: ['address', 'password', 'password', 'username'],
  icecast: ['address', 'password', 'password', 'username'],
  image2: ['address', 'address', 'address', 'address'],
  instagram: ['', 'key', 'key', 'key'],
  kick: ['server_url', 'stream_key', 'stream_key', 'stream_key'],
  linkedin: ['address', 'stream_key', 'stream_key', 'stream_key'],
  livepush: ['region', 'stream_key', 'stream_key', 'stream_key'],
  livespotting: ['vpu_id', 'rtmp_token', 'rtmp_token', 'rtmp_token'],
  medianetwork: ['', 'key', 'key', 'key'],
  mpegts: ['address', 'address', 'address', 'address'],
  nimotv: ['lines', 'stream_key', 'stream_key', 'stream_key'],
  owncast: ['server_url', 'stream_key', 'stream_key', 'stream_key'],
  peertube: ['domain', 'key', 'key', 'key'],
  picartotv: ['region', 'stream_key', 'stream_key', 'stream_key'],
  platforms: ['server.mux', 'stream_key', 'stream_key', 'stream_key'],
  recording: ['name', 'name', 'name', 'name'],
  red5: ['address', 'stream_name', 'password', 'username'],
  restream: ['server', 'stream_key', 'stream_key', 'stream_key'],
  rtmp: ['address', 'options.rtmp_playpath', 'options.rtmp_playpath', 'options.rtmp_playpath'],
  rtsp: ['address', 'password', 'password', 'username'],
  rumble: ['server_url', 'stream_key', 'stream_key', 'stream_key'],
  srt: ['address', 'params.streamid', 'params.streamid', 'params.streamid'],
  telegram: ['stream_url', 'stream_key', 'stream_key', 'stream_key'],
  trovo: ['', 'key', 'key', 'key'],
  twitch: ['region', 'key', 'key', 'key'],
  twitter: ['server', 'stream_key', 'stream_key', 'stream_key'],
  udp: ['address', 'address', 'address', 'address'],
  vimeo: ['', 'key', 'key', 'key'],
  wettercom: ['', 'stream_key', 'stream_key', 'stream_key'],
  whip: ['address', 'token', 'token', 'token'],
  wowza: ['address', 'stream_name', 'password', 'username'],
  youtube: ['mode', 'stream_key', 'stream_key', 'stream_key'],
};

describe('the form of a service with every text field filled', () => {
  it.each(Object.entries(ROWS))('links the fields of its row: %s', (id, row) => {
    const service = serviceOf(id);
    if (!service) throw new Error(`remove "${id}" from ROWS: there is no such service`);
    const fields = service.form(contextOf());
    const filled = Object.entries(fields).reduce(
      (filled, [key, { kind }]) => (kind === 'text' || kind === 'secret' ? withValue(filled, key, 'x') : filled),
      id === 'platforms' ? { platform: 'mux' } : ({} as Settings),
    );
    const names = ['address', 'key', 'password', 'username'] as const;
    expect(names.map((name) => failureRemedyFields(fields, filled, name).join())).toEqual(row);
  });
});

it.each<[string, string, Settings, FieldName, string[]]>([
  ['a key at the end of the server', 'rtmp', { address: 'rtmp://h/app/K' }, 'key', ['address']],
  ['a key of its own', 'rtmp', { address: 'h/app', options: { rtmp_playpath: 'K' } }, 'key', ['options.rtmp_playpath']],
  ['an application in the address', 'rtmp', { address: 'rtmp://h/app/K' }, 'application', ['address']],
  [
    'an application with its own field',
    'rtmp',
    { address: 'h', options: { rtmp_app: 'a' } },
    'application',
    ['options.rtmp_app'],
  ],
  ['one of a media server', 'wowza', { address: 'h', application: 'a' }, 'application', ['application']],
  ['a region in place of a server', 'twitter', { stream_key: 'K' }, 'address', ['region']],
  ['a missing login', 'icecast', { address: 'h/m' }, 'username', ['username']],
  ['a missing stream id', 'srt', { address: 'h:1' }, 'key', ['params.streamid']],
  ['the passphrase', 'srt', { address: 'h:1' }, 'passphrase', ['params.passphrase']],
  ['the path at a fixed server', 'youtube', { mode: 'hls', stream_key: 'K' }, 'path', ['stream_key']],
  [
    'two keys',
    'facebook',
    { rtmp_backup: true, stream_key_primary: 'P', stream_key_backup: 'B' },
    'key',
    ['stream_key_primary', 'stream_key_backup'],
  ],
  ['the key that is sent', 'facebook', { rtmp_backup: true, stream_key_primary: 'P' }, 'key', ['stream_key_primary']],
  [
    'the backup only',
    'facebook',
    { rtmp_primary: false, rtmp_backup: true, stream_key_backup: 'B', stream_key_primary: 'P' },
    'key',
    ['stream_key_backup'],
  ],
])('finds the field for %s', (_, id, settings, name, keys) =>
  expect(failureRemedyFields(serviceOf(id)?.form(contextOf()) ?? {}, settings, name)).toEqual(keys),
);
