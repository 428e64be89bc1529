import { expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { knownEncoders } from '../../../catalog/coders/index.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { streamsInProbe } from '../../../media/encoding/streamsInProbe.ts';
import { someSkills } from '../../../testing/coreAnswers.ts';
import { aProbe, h264, hevc } from '../../../testing/probes.ts';
import {
  type CoderChange,
  type CodingContext,
  firstCoded,
  offerFor,
  plainEncoder,
  reprobeCoding,
  withCoder,
} from './streamCoding.ts';

const context: CodingContext = {
  skills: skillsOf(SkillsAnswer.parse(someSkills())),
  accepted: { video: ['h264'], audio: ['aac', 'mp3'] },
};
const streams = streamsInProbe(aProbe({ ...h264, fps: 30 }, hevc));

function codingAfter(...changes: CoderChange[]) {
  const first = firstCoded('video', 0, streams, context);
  if (!first) throw new Error('There is no video');
  return changes.reduce((coding, change) => withCoder(coding, streams, change, context), first);
}

const encode: CoderChange = { type: 'video', encoder: 'libx264', settings: {} };

function sized(height: string): CoderChange {
  const form = readFilters('video', codingAfter(encode));
  return {
    type: 'video',
    filters: { ...form, settings: { ...form.settings, scale: { ...form.settings.scale, mode: 'height', height } } },
  };
}

it('the stream coding reduces the size of a compatible source', () => {
  const { mapping } = codingAfter(encode, sized('720')).encoder;
  expect(mapping.join(' ')).toContain('scale=-2:720');
  expect(mapping).toContain('30');
});

it('the stream coding keeps the size when encoder settings change', () => {
  const { settings } = codingAfter(encode).encoder;
  const smaller = codingAfter(encode, sized('720'), { ...encode, settings: { ...settings, bitrate: '512' } }).encoder;
  expect(smaller.mapping.join(' ')).toContain('scale=-2:720');
  expect(smaller.mapping).toContain('512k');
});

it('the stream coding keeps the choice when a new probe finds the same codec, and decides again for another', () => {
  const chosen = codingAfter(encode, sized('720'));
  expect(reprobeCoding('video', chosen, streams, streams, context)).toEqual(chosen);
  const other = streamsInProbe(aProbe(hevc));
  expect(reprobeCoding('video', chosen, streams.slice(0, 1), other, context)?.encoder.mapping.join(' ')).not.toContain(
    'scale',
  );
});

it('the stream coding offers copy only for accepted codecs, and no decoder without encoding', () => {
  const ids = (coding: ReturnType<typeof codingAfter>) => {
    const stream = streams[coding.stream];
    if (!stream) throw new Error('It points nowhere');
    const { encoders, decoders } = offerFor('video', coding, stream, context);
    return [encoders.map(({ id }) => id), decoders.map(({ id }) => id)];
  };
  expect(ids(codingAfter())).toEqual([['copy', 'libx264'], []]);
  expect(ids(codingAfter({ type: 'video', stream: 1 }))).toEqual([['libx264'], ['default']]);
});

it('the stream coding prefers software encoders to untested hardware', () => {
  const [plain] = knownEncoders.video.filter(({ id }) => id === 'libx264');
  if (!plain) throw new Error('libx264 is gone');
  const hardware = { ...plain, id: 'gpu', hardware: true };
  const passed = knownEncoders.video.filter(({ id }) => id === 'copy' || id === 'none');
  expect(plainEncoder([...passed, hardware, plain], {})?.id).toBe('libx264');
  expect(plainEncoder([...passed, hardware], {})?.id).toBe('gpu');
  expect(plainEncoder(passed, {})).toBeNull();
});

it('the stream coding lists encoders missing from this core, and none if the core does not report its encoders', () => {
  const stream = streams[1];
  if (!stream) throw new Error('There is no other');
  const lacking = (skills: CodingContext['skills']) =>
    offerFor('video', codingAfter(), stream, { ...context, skills }).lacking.map(({ id }) => id);
  const built = lacking(context.skills);
  expect(built).toContain('h264_nvenc');
  expect(built.filter((id) => ['copy', 'libx264', 'libx265'].includes(id))).toEqual([]);
  expect(lacking(skillsOf(null))).toEqual([]);
});
