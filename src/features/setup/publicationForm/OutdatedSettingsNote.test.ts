import { expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import {
  type FormContext,
  interrupts,
  processOf,
  publicationDraftOf,
  publicationMetadataOf,
} from '../egress/publicationDraft.ts';
import { adaptedIn } from './OutdatedSettingsNote.tsx';

const service = serviceOf('youtube') ?? expect.unreachable();
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const contextOf = (codec: string): FormContext => ({
  channel: CHANNEL,
  service,
  skills,
  streams: [{ ...emptyStream, type: 'video', codec }],
  meta: { name: '', description: '' },
  feeds: ['hls+memfs'],
  kept: null,
});
const h264 = contextOf('h264');
const empty = parseEgressMetadata({ settings: { stream_key: 'k' } });
const stored = publicationMetadataOf(h264, publicationDraftOf(h264, empty), empty);
const passesHevc = { ...stored, streams: stored.streams.map((stream) => ({ ...stream, codec: 'hevc' })) };
const found = { metadata: stored, process: processOf(h264, stored, 'x') };

it.each([
  ['none if the process matches', h264, found, []],
  ['none for a new publication', contextOf('hevc'), { ...found, process: null }, []],
  [
    'another encoder',
    contextOf('hevc'),
    found,
    [{ of: 'video', how: 'encoded', from: 'HEVC', to: expect.stringContaining('libx264') }],
  ],
  [
    'none for a copied codec that the service does not list',
    contextOf('hevc'),
    { metadata: passesHevc, process: processOf(contextOf('hevc'), passesHevc, 'x') },
    [],
  ],
  [
    'another encoder',
    contextOf('av1'),
    { metadata: passesHevc, process: processOf(contextOf('hevc'), passesHevc, 'x') },
    [{ of: 'video', how: 'encoded', from: 'AV1', to: expect.stringContaining('libx264') }],
  ],
  [
    'another address',
    h264,
    { ...found, metadata: { ...stored, outputs: [{ address: 'rtmp://old/k', options: [] }] } },
    [{ of: 'address', from: 'rtmp://old/k', to: expect.stringContaining('youtube') }],
  ],
  [
    'none of an address without its key',
    { ...h264, keyless: stored },
    { ...found, metadata: { ...stored, outputs: [{ address: 'rtmp://old/', options: [] }] } },
    [],
  ],
])('the publication form lists changes that a save makes by itself: %s', (_, context, at, changes) =>
  expect(adaptedIn(context, publicationDraftOf(context, at.metadata), at)).toEqual(changes),
);

it('the publication form interrupts nothing when a publication with an unlisted copied codec is only renamed', () => {
  const context = contextOf('hevc');
  const runs = { metadata: passesHevc, process: processOf(context, passesHevc, CHANNEL), backup: null };
  const initial = publicationDraftOf(context, passesHevc);
  const saves = (draft: typeof initial) =>
    interrupts(context, { draft, stored: initial, found: runs }, { primary: true, backup: true }).primary;
  expect(saves({ ...initial, name: 'Other' })).toBe(false);
  expect(saves({ ...initial, settings: { ...initial.settings, stream_key: 'other' } })).toBe(true);
});
