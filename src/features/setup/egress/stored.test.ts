import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { egressOf } from '../../../api/processIds.ts';
import { publicationName, serviceFactsOf } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { unknownService } from '../../../catalog/serviceFacts/unknownService.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { processDiffers } from '../../../media/process/processDiffers.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { someSkills } from '../../../testing/coreAnswers.ts';
import recorded from './fixtures/recorded-others.json' with { type: 'json' };
import {
  type FormContext,
  offerOf,
  processOf,
  publicationDraftOf,
  publicationFaultsOf,
  publicationMetadataOf,
  withCoder,
} from './publicationDraft.ts';

// Publications stored by two releases of the existing interface, read as unknown services; some have a form by now.
const skills = skillsOf(SkillsAnswer.parse(someSkills()));

function openedOf({ config, metadata, channel }: (typeof recorded)[number]) {
  const { service: id, uuid } = egressOf(config.id) ?? { service: '', uuid: '' };
  const { streams, meta } = parseIngestMetadata(channel);
  const stored = parseEgressMetadata(metadata);
  const kept = { metadata: stored, process: config };
  const service = unknownService(id, stored, streams);
  const context: FormContext = {
    channel: config.reference,
    service,
    streams,
    meta,
    skills,
    kept,
    feeds: ['hls+memfs'],
  };
  return { context, stored, uuid, draft: publicationDraftOf(context, stored) };
}

describe.each([...recorded])('a stored publication of $release: $metadata.name', (release) => {
  const { context, stored, uuid, draft } = openedOf(release);

  it('keeps its process when renamed', () => {
    const after = publicationMetadataOf(context, { ...draft, name: 'Renamed' }, stored);
    expect(publicationFaultsOf(context, draft)).toEqual({});
    expect(after).toEqual({ ...stored, name: 'Renamed' });
    expect(processOf(context, after, uuid)).toEqual(release.config);
  });

  it('keeps its destination when its controls change', () => {
    const control = { ...draft.control, process: { ...draft.control.process, delay: 60, autostart: true } };
    const run = processOf(context, publicationMetadataOf(context, { ...draft, control }, stored), uuid);
    const { input, output, options } = release.config;
    expect(run).toMatchObject({ input, output, options, reconnect_delay_seconds: 60, autostart: true });
  });

  it('keeps its outputs byte for byte when its encoding changes', () => {
    const change = { type: 'video', encoder: 'libx264', settings: {} } as const;
    const profile = withCoder(context, draft.profile, change);
    const after = publicationMetadataOf(context, { ...draft, profile }, stored);
    const sent = release.metadata.outputs.map(({ address, options }) => ({ address, options: options.map(String) }));
    expect(after.outputs).toEqual(sent);
    const run = processOf(context, after, uuid);
    expect(run?.output.map(({ address }) => address)).toEqual(release.config.output.map(({ address }) => address));
    for (const [i, { options }] of (run?.output ?? []).entries()) {
      const own = sent[i]?.options ?? [];
      expect(options.slice(options.length - own.length)).toEqual(own);
    }
    if (draft.profile.video.encoder.coder !== 'libx264') expect(run && processDiffers(release.config, run)).toBe(true);
  });

  it('is offered its current coders', () => {
    for (const type of ['video', 'audio'] as const) {
      const { stream, encoders } = offerOf(context, type, draft.profile[type]);
      const { coder } = draft.profile[type].encoder;
      if (stream && coder !== 'none') expect(encoders.map(({ id }) => id)).toContain(coder);
    }
  });

  it('has its own name', () => {
    const { id, name } = context.service;
    expect(publicationName(id, ' ')).toBe(serviceFactsOf(id).name);
    expect([name, publicationName(id, 'Mine')]).toEqual([serviceFactsOf(id).name, 'Mine']);
  });
});

it.each([
  ['stream_key', 'abc'],
  ['rtmp_token', 'abc'],
  ['params.passphrase', 'abc'],
  ['stream_key_primary', 'abc'],
])('the publication form masks the %s of an unknown service', (key, secret) => {
  const [head = '', rest] = key.split('.');
  const settings = { [head]: rest ? { [rest]: secret } : secret, address: 'seen' };
  expect(unknownService('nowhere', parseEgressMetadata({}), []).secrets(settings)).toEqual([secret]);
});

it('the publication form shows the id of an unknown service as its name', () =>
  expect(serviceFactsOf('no_where')).toEqual({
    id: 'no_where',
    name: 'no_where',
    category: 'universal',
    known: false,
  }));
