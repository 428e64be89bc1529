import { decoding, encoding } from '../../src/catalog/coders/select.ts';
import { filters } from '../../src/catalog/filters/index.ts';
import { emptyStream, type MediaType } from '../../src/media/streams.ts';
import { type Case, caseOf, ffmpegOf, type Group, group, list, text } from './case.ts';

export const coderCases = (file: Group, level: string): Case[] =>
  list(file.vectors).map((vector) =>
    caseOf(vector, 'coder', vector.expected, () => (vector.kind === 'filter' ? filter(vector) : coder(vector, level))),
  );

function filter({ type, filter: id, settings, skills }: Group): unknown {
  const known = filters[type === 'audio' ? 'audio' : 'video'].find((one) => one.id === id);
  if (!known) throw new Error(`no ${type} filter '${id}'`);
  return { graph: known.graph(group(settings), ffmpegOf(skills, { major: 5, minor: 1 })) };
}

function coder({ kind, type, coder: id, settings, stream, skills }: Group, level: string): unknown {
  const media: MediaType = type === 'audio' ? 'audio' : 'video';
  const given = { ...emptyStream, ...group(stream) };
  // Without skills the older level writes the options of 4.x, the newer one says that it means 5.0.
  const ffmpeg = ffmpegOf(skills, level === '1.1.0' ? { major: 4, minor: 4 } : { major: 5, minor: 0 });
  const code = kind === 'encoder' ? encoding : kind === 'decoder' ? decoding : null;
  const made = code?.(media, text(id), group(settings), given, ffmpeg);
  if (!made) throw new Error(`no ${media} ${kind} '${id ?? ''}'`);
  return { settings: made.settings, mapping: made.mapping };
}
