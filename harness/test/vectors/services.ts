import { isDeepStrictEqual } from 'node:util';
import { serviceOf } from '../../../src/catalog/services/index.ts';
import { type Skills, skillsOf } from '../../../src/media/encoding/skills.ts';
import { emptyStream } from '../../../src/media/encoding/streams.ts';
import { type Case, caseOf, type Group, group, list, text } from './case.ts';

/** Service facts contain examples instead of vectors, one per level if the levels differ. */
export const serviceCases = (file: Group, level: string): Case[] =>
  list(file.services).flatMap(({ id, examples }) =>
    list(examples).flatMap((example, i) => {
      const accepted = expectedOf(example, level).filter((expected) => expected !== undefined);
      const name = `${text(id)}-${text(example.label, String(i + 1)).replaceAll(' ', '-')}`;
      const vector = { id: name, kind: id };
      const stored = text(example.storedId, text(id));
      if (accepted.length === 0) return [];
      const result = caseOf(vector, 'services', accepted[0], () => outputs(stored, example));
      return [{ ...result, given: { settings: example.settings }, compared: firstOf(accepted) }];
    }),
  );

/** Reduces an accepted codec to the first one, so that all are equal. */
const firstOf =
  (accepted: readonly unknown[]) =>
  (value: unknown): unknown =>
    accepted.some((item) => isDeepStrictEqual(item, value)) ? accepted[0] : value;

// A corrected result takes precedence over recorded ones. Several can be valid.
function expectedOf(example: Group, level: string): unknown[] {
  const { label, reference, spec, latest, recommended, accept } = example;
  if (Array.isArray(accept)) return accept;
  // An ffmpeg newer than the first level is the same at each level.
  const isNewer = ffmpegIn(text(label)) !== null;
  if (level !== '1.1.0' || isNewer) return [recommended ?? latest ?? reference ?? spec];
  return spec === undefined && reference === undefined ? [] : [recommended ?? spec ?? reference];
}

/** The ffmpeg version in the label of an example: `ff6`. */
const ffmpegIn = (label: string): string | null => /(?:^|\s)ff(\d+(?:\.\d+)?)/.exec(label)?.[1] ?? null;

/** A core with an encoder for each codec of RTMP. */
function skillsIn(label: string): Skills {
  const skills = skillsOf(null);
  const [major = 0, minor] = (ffmpegIn(label) ?? '').split('.').map(Number);
  if (!major) return skills;
  const video = Object.fromEntries(['h264', 'hevc', 'av1', 'vp9'].map((codec) => [codec, [codec]]));
  // Without a minor version, the last one is meant.
  const ffmpeg = { version: `${major}.${minor ?? 1}.0`, major, minor: minor ?? 1 };
  return { ...skills, ffmpeg, codecs: { ...skills.codecs, video } };
}

function outputs(id: string, { label, settings }: Group): unknown {
  const service = serviceOf(id);
  if (!service) throw new Error(`no service '${id}'`);
  return service.outputs(group(settings), {
    channel: '00000000-0000-4000-8000-000000000000',
    meta: { name: 'N', description: 'D' },
    streams: (STREAMS[text(label)] ?? ['video h264', 'audio aac']).map((stream) => {
      const [type = '', codec = ''] = stream.split(' ');
      return { ...emptyStream, type, codec };
    }),
    skills: skillsIn(text(label)),
  });
}

const STREAMS: Record<string, string[]> = {
  mp3: ['audio mp3'],
  aac: ['audio aac'],
  video: ['video vp9', 'audio opus'],
};
