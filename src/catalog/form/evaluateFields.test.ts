import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import { SkillsAnswer } from '../../api/answers/skills.ts';
import recorded from '../../api/fixtures/answers.json' with { type: 'json' };
import { networkOf } from '../../media/address/channelAddresses.ts';
import { skillsOf } from '../../media/encoding/skills.ts';
import { emptyStream } from '../../media/encoding/streams.ts';
import { readCatalogExamples } from '../fixtures/readCatalogExamples.ts';
import { services } from '../services/index.ts';
import { sources } from '../sources/index.ts';
import type { Example, ServiceExample } from './argumentExampleTypes.ts';
import type { ServiceContext, SourceContext } from './defineCatalogEntry.ts';
import { holdsPlaceholder, isShown } from './evaluateFields.ts';
import type { Field, Fields, Settings } from './fields.ts';
import { settingsOf, valueAt, withValue } from './fieldValues.ts';

/** Placeholders that a pasted text could contain, alone or within an address. */
const PASTED = [
  ...['{memfs}', '{diskfs}', '{fs:mem}', '{fs:disk}', '{rtmp,name=x}', '{srt,name=x,mode=publish}', '{processid}'],
  ...['{RTMP,name=x}', '{memfs^:}', '{word}', '{word,a=b}', 'key{memfs}', 'rtmp://h/app/{memfs}', 'a/{rtmp,name=x}?b'],
  ...['https://u:{memfs}@h/x?y={srt,name=x}', '{mem\tfs}', '{\nmemfs}', '{ rtmp,name=x}', '{memfs', 'x{', '{'],
];
const FINE = ['', 'rtmp://h/app', 'k3y-{1}', '}memfs', '{"a":1}', '%7Bmemfs%7D', '$Number$', '%Y-%m', 'a,b|c'];

describe('a value of a field', () => {
  it.each(PASTED)('%j contains a placeholder of the core', (value) => expect(holdsPlaceholder(value)).toBe(true));
  it.each(FINE)('%j contains no placeholder of the core', (value) => expect(holdsPlaceholder(value)).toBe(false));
  it('is searched across the entries of a list', () => {
    expect(holdsPlaceholder(['a', '{rtmp', 'name=x}'])).toBe(true);
    expect(holdsPlaceholder(['a', 'b'])).toBe(false);
    expect(holdsPlaceholder(7)).toBe(false);
  });
});

const channel = '11111111-2222-4333-8444-555555555555';
const config = Config.parse({ rtmp: { enable: true, token: 'secret' }, srt: { enable: true } });
const network = networkOf({ config, page: new URL('http://localhost:8080'), channel });
const skills = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
const reading: SourceContext = { ffmpeg: { major: 5, minor: 1 }, network, skills };
const sending = ({ meta, streams, copied }: Partial<ServiceExample> = {}): ServiceContext => ({
  channel,
  meta: meta ?? { name: 'N', description: 'D' },
  streams: (streams ?? [{ type: 'video' as const, codec: 'h264' }]).map((stream) => ({ ...emptyStream, ...stream })),
  ...(copied && { copied }),
  skills,
});

const isWordy = ({ kind }: Field) =>
  ['text', 'secret', 'json', 'list', 'select', 'selectOrCustom', 'multiselect', 'readonly'].includes(kind);

interface Form {
  fields: Fields;
  faults: (settings: Settings) => Readonly<Record<string, string>>;
  made: (settings: Settings) => unknown;
}

const TYPED = ['a/{rtmp,name=x}?b', 'x{'];

function slipsOf({ fields, faults, made }: Form, input: Settings): string[] {
  const full: Settings = settingsOf(fields, input);
  const before = JSON.stringify(made(full));
  return Object.entries(fields).flatMap(([key, field]) => {
    if (!isWordy(field)) return [];
    return TYPED.flatMap((typed) => {
      const settings = withValue(full, key, Array.isArray(valueAt(full, key)) ? [typed] : typed);
      const isAt = isShown(field, settings) && valueAt(settingsOf(fields, settings), key) !== valueAt(full, key);
      const sent = JSON.stringify(made(settings));
      const isSent = sent !== before && holdsPlaceholder(sent.replaceAll('{"', ''));
      return (isAt || isSent) && faults(settings)[key] === undefined ? [`${key}: ${typed}`] : [];
    });
  });
}

describe.each(services)('the form of the service $id', async (service) => {
  const examples = await readCatalogExamples<ServiceExample>('services', service.id);
  it('reports placeholders of the core at their field', () => {
    for (const { given, ...example } of [{ given: {} }, ...examples]) {
      const context = sending(example);
      const form = {
        fields: service.form(context),
        faults: (settings: Settings) => service.faults(settings, context),
        made: (settings: Settings) => service.outputs(settings, context),
      };
      expect(slipsOf(form, given)).toEqual([]);
    }
  });
  it('reports a placeholder in the name of the channel', () => {
    const context = sending({ meta: { name: '{memfs}', description: '{rtmp,name=x}' } });
    const faulty = Object.entries(service.form(context)).filter(
      ([, field]) => field.kind === 'readonly' && field.meta && isShown(field, settingsOf(service.form(context), {})),
    );
    for (const [key] of faulty) expect(service.faults({}, context)[key]).toBeDefined();
  });
});

describe.each(sources)('the form of the source $id', async (source) => {
  const examples = await readCatalogExamples<Example>('sources', source.id);
  it('reports placeholders of the core at their field', () => {
    const form = {
      fields: source.form(reading),
      faults: (settings: Settings) => source.faults(settings, reading),
      made: (settings: Settings) => source.inputs(settings, reading),
    };
    for (const { given } of [{ given: {} }, ...examples]) expect(slipsOf(form, given)).toEqual([]);
  });
});

it.each<[string, Settings]>([
  ['videoloop', { address: `/channels/${channel}/videoloop.source`, mimetype: 'video/mp4' }],
  ['network', { mode: 'push', push: { type: 'rtmp', name: 'k3y' } }],
])('a placeholder that the interface itself writes is no fault: %s', (id, settings) => {
  const source = sources.find((candidate) => candidate.id === id);
  const newer = networkOf({ config: { ...config, version: 3 }, page: new URL('http://localhost'), channel });
  const context = { ...reading, network: newer };
  expect(JSON.stringify(source?.inputs(settings, context))).toMatch(/"\{(diskfs|rtmp)/);
  expect(source?.faults(settings, context)).toEqual({});
});
