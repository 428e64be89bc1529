import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { readCatalogExamples } from '../../../catalog/fixtures/readCatalogExamples.ts';
import type { ServiceExample } from '../../../catalog/form/argumentExampleTypes.ts';
import { joinBackup, separateBackup } from '../../../catalog/form/backupOutput.ts';
import type { Service } from '../../../catalog/form/defineCatalogEntry.ts';
import { isShown } from '../../../catalog/form/evaluateFields.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { settingsOf, valueAt, withValue } from '../../../catalog/form/fieldValues.ts';
import { services } from '../../../catalog/services/index.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { type FormContext, fieldsOf, outputsOf, publicationDraftOf, publicationFaultsOf } from './publicationDraft.ts';

const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const streams = [
  { ...emptyStream, type: 'video' as const, codec: 'h264', width: 1280, height: 720 },
  { ...emptyStream, type: 'audio' as const, codec: 'aac', stream: 1, sampling_hz: 44100 },
];
const meta = { name: 'N', description: 'D' };
const contextOf = (service: Service): FormContext => ({
  ...{ channel: CHANNEL, service, streams, meta, skills },
  kept: null,
  feeds: ['hls+memfs'],
});
const build = (service: Service, settings: Settings) => {
  const context = contextOf(service);
  const draft = publicationDraftOf(context, parseEgressMetadata({ settings }));
  return { context, draft, sent: outputsOf(context, draft), faults: publicationFaultsOf(context, draft) };
};

/** Returns the toggle that switches off one output, and the fields that it shows. */
function backupsOf(service: Service, settings: Settings) {
  const { context, draft, sent } = build(service, settings);
  const fields = fieldsOf(context, draft);
  const on = settingsOf(fields, draft.settings);
  return Object.entries(fields).flatMap(([toggle, field]) => {
    if (field.kind !== 'toggle' || valueAt(on, toggle) !== true) return [];
    const off = withValue(draft.settings, toggle, false);
    const single = build(service, off).sent;
    if (sent.length < 2 || single.length !== sent.length - 1 || single[0]?.address !== sent[0]?.address) return [];
    const places = Object.entries(fields).filter(
      ([, place]) => isShown(place, on) && !isShown(place, settingsOf(fields, off)),
    );
    return [{ toggle, alone: single, places: places.map(([key]) => key) }];
  });
}

const found = await Promise.all(
  services.map(async (service) => {
    const examples = await readCatalogExamples<ServiceExample>('services', service.id);
    return examples.flatMap(({ given }) => backupsOf(service, given).map((backup) => ({ service, given, ...backup })));
  }),
);
const backups = found.flat();
const id = ({ service }: { service: Service }) => service.id;

it('every service with a second output is covered, with the address of that output', () => {
  expect(new Set(backups.map(id))).toEqual(new Set(['akamai', 'dacast', 'facebook', 'youtube']));
  const placed = backups.filter(({ places }) => places.length > 0);
  expect(new Set(placed.map(id))).toEqual(new Set(['akamai', 'dacast', 'facebook']));
});

it('the backup of a publication keeps the protocol that another interface stores beside its address', () => {
  const keys = { toggle: 'on', held: { server: 'backup_server' } };
  const join = (server: string, protocol: string) => joinBackup(keys, { protocol: 'rtmp://' }, { server, protocol });
  expect(join('b.example/x', 'rtmps://')).toMatchObject({ backup_server: 'rtmps://b.example/x' });
  expect(join('b.example/x', 'rtmp://')).toMatchObject({ backup_server: 'b.example/x' });
  expect(join('rtmp://b.example/x', 'rtmps://')).toMatchObject({ backup_server: 'rtmp://b.example/x' });
  expect(join('', 'rtmps://')).toMatchObject({ backup_server: '' });
});

describe.each(backups.map((backup) => [`${backup.service.id} ${backup.toggle}`, backup] as const))(
  'the backup of %s',
  (_, backup) => {
    const { service, given, toggle, alone, places } = backup;
    const rows = places.flatMap((place) => ['', ' \t', undefined].map((empty) => [place, empty] as const));
    it('sends two outputs without a fault', () => expect(build(service, given).faults).toEqual({}));
    it.each(rows)('sends only the primary, without a fault, while %s is %j', (place, empty) => {
      const { sent, faults } = build(service, withValue(given, place, empty));
      expect(sent).toEqual(alone);
      expect(faults).toEqual({});
    });
    it('has its keys in the catalog', () => expect(service.backup?.toggle).toBe(toggle));
    it('reads two publication processes back as one publication with two outputs', () => {
      const keys = service.backup ?? { toggle: '', held: {} };
      const both = build(service, given);
      const [first, second] = both.sent;
      const { primary, backup } = separateBackup(keys, both.draft.settings);
      expect(build(service, primary)).toMatchObject({ sent: [first], faults: {} });
      expect(build(service, backup)).toMatchObject({ sent: [second], faults: {} });
      expect(joinBackup(keys, primary, backup)).toEqual(both.draft.settings);
      expect(joinBackup(keys, primary, null)).toEqual(both.draft.settings);
    });
    it('is off by default', () => expect(build(service, {}).draft.settings[toggle]).toBe(false));
  },
);
