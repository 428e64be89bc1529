import type { FieldName } from '../../../media/diagnosis/causes.ts';
import type { FieldTarget } from '../../../media/diagnosis/processFailure.ts';

const query = ({ field, cause, at }: FieldTarget) => `?field=${field}&cause=${cause}&at=${Math.round(at)}`;

const PROCESS: ReadonlySet<FieldName> = new Set(['delay', 'limits', 'memoryLimit', 'staleTimeout']);
const ENCODING: ReadonlySet<FieldName> = new Set([
  'audioEncoder',
  'decoder',
  'encoder',
  'filter',
  'options',
  'streams',
]);
const SOUND: ReadonlySet<FieldName> = new Set(['audioEncoder']);

export function sourceFieldLink(channel: string, to: FieldTarget): string {
  if (PROCESS.has(to.field)) return `#/${channel}/edit/processing${query(to)}`;
  return `#/${channel}/edit/source/${SOUND.has(to.field) ? 'audio' : 'video'}${query(to)}`;
}

export function publicationFieldLink(address: string, to: FieldTarget): string {
  const tab = PROCESS.has(to.field) ? 'process' : ENCODING.has(to.field) ? 'encoding' : 'general';
  return `${address}/${tab}${query(to)}`;
}
