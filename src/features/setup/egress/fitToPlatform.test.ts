import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { platformLimits } from '../../../media/encoding/platformLimits.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import type { SegmentFigures } from '../../../media/hls/segment/segmentFigures.ts';
import { excessOf } from '../../../media/preflight/limitExcess.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { fitToPlatform, withinLimits } from './fitToPlatform.ts';
import { outgoingEncodingOf } from './outgoingEncoding.ts';
import { type FormContext, leavingStreams, publicationDraftOf, withCoder } from './publicationDraft.ts';

const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const video = { codec: 'h264', frames: 60, fps: 30, keyframeSeconds: 2, kbit: 4500, holes: [] };
const audio = { codec: 'aac', profile: null, rate: 48_000, channels: 2, kbit: 128, holes: [] };
const sent = (extra: Partial<SegmentFigures['video'] & object>): SegmentFigures => ({
  ...{ seconds: 2, audio },
  video: { ...video, ...extra },
});

interface Row {
  service: string;
  size?: readonly [number, number];
  fps?: number;
  figures?: SegmentFigures;
  x264?: Record<string, string>;
  aac?: Record<string, string>;
}

function adapt({ service: id, size: [width, height] = [1920, 1080], fps = 30, figures = sent({}), ...chosen }: Row) {
  const service = serviceOf(id);
  const limits = platformLimits.find((entry) => entry.id === id);
  if (!service || !limits) throw new Error(`no service ${id}`);
  const streams = [
    { ...emptyStream, type: 'video', codec: 'h264', width, height, ...{ fps } },
    { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 },
  ];
  const meta = { name: 'Studio A', description: '' };
  const context: FormContext = { channel: CHANNEL, service, streams, meta, skills, kept: null, feeds: ['hls+memfs'] };
  let { profile } = publicationDraftOf(context, parseEgressMetadata({}));
  if (chosen.x264) profile = withCoder(context, profile, { type: 'video', encoder: 'libx264', settings: chosen.x264 });
  if (chosen.aac) profile = withCoder(context, profile, { type: 'audio', encoder: 'aac', settings: chosen.aac });
  const judge = (candidate: typeof profile) =>
    excessOf({ streams: leavingStreams(context, candidate), ...outgoingEncodingOf(candidate) }, limits, figures);
  const found = judge(profile);
  const fitted = fitToPlatform(context, profile, limits, found);
  const initial = withinLimits(context, profile, limits, 'video');
  return {
    profile,
    initial,
    found: found.map(({ kind }) => kind),
    fitted,
    left: judge(fitted).map(({ kind }) => kind),
  };
}

const modern = { bitrate: '4096', fps: '30', gop: '2', profile: 'main' };

describe('fitToPlatform', () => {
  it.each<[string, Row, string[], Record<string, string>]>([
    ['keyframes', { service: 'twitch', figures: sent({ keyframeSeconds: 10 }) }, ['keyframes'], { gop: '2' }],
    ['too high a bitrate', { service: 'twitch', figures: sent({ kbit: 9000 }) }, ['videoKbit'], {}],
    [
      'too high a bitrate of the encoder',
      { service: 'twitch', x264: { ...modern, bitrate: '9000' } },
      ['videoKbit'],
      { bitrate: '6000' },
    ],
    [
      'too long a keyframe interval of the encoder',
      { service: 'dacast', x264: { ...modern, gop: '4' } },
      ['keyframes'],
      { gop: '1' },
    ],
    ['frames', { service: 'youtube', fps: 100, figures: sent({ fps: 100 }) }, ['fps'], { fps: '60' }],
    ['a profile', { service: 'facebook', x264: { ...modern, profile: 'high' } }, ['profile'], { profile: 'main' }],
    ['a size', { service: 'facebook', size: [3840, 2160], x264: modern }, ['size'], modern],
    ['a wide size', { service: 'facebook', size: [2560, 1080] }, ['size'], { profile: 'main' }],
    ['an upright size', { service: 'facebook', size: [2160, 3840], x264: modern }, ['size'], modern],
  ])('finds and fixes what the platform may reject: %s', (_, row, kinds, settings) => {
    const { found, fitted, left } = adapt(row);
    expect(found).toEqual(kinds);
    expect(fitted.video.encoder).toMatchObject({ coder: 'libx264', settings });
    expect(fitted.audio.encoder.coder).toBe('copy');
    expect(left).toEqual([]);
  });

  it('checks a publication with audio only', () => {
    const { found, fitted, left } = adapt({ service: 'facebook', aac: { bitrate: '320' } });
    expect(found).toEqual(['audioKbit']);
    expect(fitted.audio.encoder.settings).toMatchObject({ bitrate: '128' });
    expect(fitted.video.encoder.coder).toBe('copy');
    expect(left).toEqual([]);
  });

  it('keeps settings within the limits', () => {
    const { found, fitted, profile } = adapt({ service: 'youtube', x264: modern, aac: { bitrate: '128' } });
    expect(found).toEqual([]);
    expect(fitted).toEqual(profile);
  });
});

describe('withinLimits for a new encoding', () => {
  it.each<[string, Row, Record<string, string>]>([
    ['a bitrate just above', { service: 'twitch', x264: { bitrate: '6500' } }, { bitrate: '6000' }],
    ['a bitrate below', { service: 'twitch', x264: { bitrate: '790' } }, { bitrate: '790' }],
    ['frames', { service: 'youtube', fps: 100, x264: { fps: '100' } }, { fps: '60' }],
    ['keyframes', { service: 'dacast', x264: { gop: '4' } }, { gop: '1' }],
    ['a profile', { service: 'facebook', x264: {} }, { profile: 'main' }],
  ])('caps the settings: %s', (_, row, settings) =>
    expect(adapt(row).initial.video.encoder.settings).toMatchObject(settings),
  );

  it('reduces the size', () => {
    const { initial } = adapt({ service: 'facebook', size: [3840, 2160], x264: {} });
    expect(initial.video.filter?.graph).toContain('1080');
  });

  it('changes nothing without encoding', () => {
    const { initial, profile } = adapt({ service: 'facebook', size: [3840, 2160] });
    expect(initial).toBe(profile);
  });
});

it('each platform limit names its source and date', () => {
  for (const { id, source, checked } of platformLimits) {
    expect(serviceOf(id), id).not.toBeNull();
    expect(source, id).toMatch(/^https:\/\/[^/]+/);
    expect(checked, id).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});
