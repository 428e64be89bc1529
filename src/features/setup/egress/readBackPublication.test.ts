import { describe, expect, it } from 'vitest';
import type { ProcessConfig } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream, type Stream } from '../../../media/encoding/streams.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import {
  type FormContext,
  processOf,
  publicationDraftOf,
  publicationFaultsOf,
  publicationMetadataOf,
  withCoder,
} from './publicationDraft.ts';
import { isReadBackWhole, readBackPublication } from './readBackPublication.ts';

const streams: Stream[] = [
  { ...emptyStream, type: 'video', codec: 'h264', stream: 0, width: 1280, height: 720 },
  { ...emptyStream, type: 'audio', codec: 'aac', stream: 1, sampling_hz: 44_100 },
];

function contextOf(id: string): FormContext {
  const service = serviceOf(id);
  if (!service) throw new Error(`no service ${id}`);
  const skills = skillsOf(SkillsAnswer.parse(someSkills()));
  return {
    channel: CHANNEL,
    service,
    streams,
    meta: { name: 'A', description: '' },
    skills,
    kept: null,
    feeds: ['hls+memfs'],
  };
}

const nothing = parseEgressMetadata({});
const UUID = '0d1b0f6e-7d7e-4c55-9d64-2b6a4c1f9a10';

/** Creates a process as the form does with these settings. */
function processWith(context: FormContext, settings: object, encodes = false): ProcessConfig {
  const draft = { ...publicationDraftOf(context, parseEgressMetadata({ settings })), name: 'A' };
  const profile = encodes
    ? withCoder(context, draft.profile, {
        type: 'video',
        encoder: 'libx264',
        settings: { bitrate: '3333', preset: 'fast' },
      })
    : draft.profile;
  const process = processOf(context, publicationMetadataOf(context, { ...draft, profile }, nothing), UUID);
  if (!process) throw new Error('nothing is sent');
  return process;
}

function readBack(context: FormContext, process: ProcessConfig) {
  const changed = readBackPublication(context, nothing, process);
  if (!changed) throw new Error('not changed');
  const draft = publicationDraftOf(context, changed);
  const metadata = { ...changed, settings: draft.settings, profiles: [draft.profile] as [typeof draft.profile] };
  return { draft, metadata, context: { ...context, readBack: { draft, runs: { metadata, process } } } };
}

describe('a publication changed by another program', () => {
  it.each([
    ['rtmp', { address: '127.0.0.1:1935/venue', options: { rtmp_playpath: 'newkey' } }],
    ['rtmp', { protocol: 'rtmps://', address: 'h/app', options: { rtmp_playpath: 'a/b?c=1' } }],
    ['twitch', { key: 'live_1_x' }],
    ['youtube', { stream_key: 'abcd-efgh' }],
    ['srt', { address: 'h:6000' }],
    ['srt', { address: 'h:6000', params: { passphrase: 'ten-signs-and-more', streamid: 'a/b' } }],
    ['hls', { address: 'h/a/m.m3u8', username: 'u', password: 'p@:1', options: { hls_time: '7' } }],
    [
      'icecast',
      { address: 'h:8000/m', username: 'dj', password: 'x', options: { ice_genre: 'Jazz', ice_public: false } },
    ],
    ['mpegts', { address: '239.0.0.1:5000', options: { service_name: 'One' } }],
    ['owncast', { server_url: 'rtmp://h/live', stream_key: 'k' }],
  ])('reads back the settings of %s from its process: %j', (id, settings) => {
    const context = contextOf(id);
    const process = processWith(context, settings);
    const { draft, context: read } = readBack(context, process);
    expect(isReadBackWhole(read)).toBe(true);
    // The output follows from the draft and is not just the kept process.
    const written = publicationMetadataOf(context, draft, nothing);
    expect(processOf(context, written, UUID)?.output).toEqual(process.output);
  });

  it('shows server and key in their fields', () => {
    const context = contextOf('rtmp');
    const { draft } = readBack(context, processWith(context, { address: 'rtmp://127.0.0.1:1935/venue/newkey' }));
    expect(draft.settings).toMatchObject({ address: '127.0.0.1:1935/venue', options: { rtmp_playpath: 'newkey' } });
  });

  it('shows its encoding', () => {
    const context = contextOf('rtmp');
    const { draft } = readBack(
      context,
      processWith(context, { address: 'h/venue', options: { rtmp_playpath: 'k' } }, true),
    );
    expect(draft.profile.video.encoder).toMatchObject({
      coder: 'libx264',
      settings: { bitrate: '3333', preset: 'fast' },
    });
    expect(draft.profile.audio.encoder.coder).toBe('copy');
  });

  it.each([
    [
      'an address of another protocol',
      (process: ProcessConfig) => ({
        ...process,
        output: process.output.map((each) => ({ ...each, address: 'srt://h:1?x=1' })),
      }),
    ],
    [
      'options that no form creates',
      (process: ProcessConfig) => ({
        ...process,
        output: process.output.map((each) => ({
          ...each,
          address: 'rtmp://h/venue/k2',
          options: [...each.options, '-shortest'],
        })),
      }),
    ],
    ['another delay', (process: ProcessConfig) => ({ ...process, reconnect_delay_seconds: 77, autostart: false })],
  ])('with %s keeps its process when only renamed', (_, change) => {
    const context = contextOf('rtmp');
    const process = change(processWith(context, { address: 'h/venue', options: { rtmp_playpath: 'k' } }, true));
    const { draft, metadata, context: read } = readBack(context, process);
    const renamed = { ...draft, name: 'Renamed' };
    expect(publicationFaultsOf(read, renamed, draft)).toEqual({});
    const saved = publicationMetadataOf(read, renamed, metadata);
    expect(saved.name).toBe('Renamed');
    expect(processOf(read, saved, UUID)).toEqual(process);
    const switched = { ...draft, control: { ...draft.control, process: { ...draft.control.process, delay: 5 } } };
    expect(processOf(read, publicationMetadataOf(read, switched, metadata), UUID)).toEqual({
      ...process,
      reconnect_delay_seconds: 5,
    });
  });

  it('is not read back if its process matches the stored settings', () => {
    const context = contextOf('twitch');
    const process = processWith(context, { key: 'k' });
    const stored = parseEgressMetadata({ settings: { key: 'k' }, outputs: process.output });
    expect(readBackPublication(context, stored, process)).toBeNull();
  });
});
