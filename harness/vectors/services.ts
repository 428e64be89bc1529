import { serviceOf } from '../../src/catalog/services/index.ts';
import { skillsOf } from '../../src/media/skills.ts';
import { emptyStream } from '../../src/media/streams.ts';
import { type Case, caseOf, type Group, group, list, text } from './case.ts';

/** Facts on services have no vectors of their own: their examples are, once per level where the levels differ. */
export const serviceCases = (file: Group, level: string): Case[] =>
  list(file.services).flatMap(({ id, examples }) =>
    list(examples).flatMap((example, i) => {
      const expected = expectedOf(example, level);
      const name = `${text(id)}-${text(example.label, String(i + 1)).replaceAll(' ', '-')}`;
      const vector = { id: name, kind: id };
      return expected === undefined ? [] : [caseOf(vector, 'services', expected, () => outputs(text(id), example))];
    }),
  );

// A corrected result goes before the recorded ones; those of a newer ffmpeg belong to the newer level only.
function expectedOf({ label, reference, spec, latest, recommended }: Group, level: string): unknown {
  if (level !== '1.1.0') return recommended ?? latest ?? reference;
  if (spec === undefined && reference === undefined) return undefined;
  return /^ff[6-9]/.test(text(label)) ? spec : (recommended ?? spec ?? reference);
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
    skills: skillsOf(null),
  });
}

// What is sent, where the label of an example tells it.
const STREAMS: Record<string, string[]> = {
  mp3: ['audio mp3'],
  aac: ['audio aac'],
  video: ['video vp9', 'audio opus'],
};
