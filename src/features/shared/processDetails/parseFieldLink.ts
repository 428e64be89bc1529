import type { FieldName, Role } from '../../../media/diagnosis/causes.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';

/**
 * The name of a field that belongs to no form of the catalog, the nearest first; fields of a form are found by what
 * they hold, see fieldsFor().
 */
const KEYS: Record<FieldName, readonly string[]> = {
  address: [],
  application: [],
  audioEncoder: ['audio.encoder'],
  decoder: ['video.decoder', 'video.encoder'],
  delay: ['delay'],
  device: [],
  encoder: ['video.encoder'],
  filter: ['video.filter', 'video.encoder'],
  key: [],
  limits: ['limits', 'limits.cpu_usage', 'limitCpu'],
  memoryLimit: ['limits.memory_mbytes', 'limits'],
  options: ['options', 'address', 'video.encoder'],
  passphrase: [],
  password: [],
  path: [],
  staleTimeout: ['staleTimeout'],
  streams: ['streams', 'video.encoder', 'address'],
  transport: [],
  username: [],
};

const isField = (word: string): word is FieldName => Object.hasOwn(KEYS, word);
const isCause = (word: string): word is keyof typeof causeTexts => Object.hasOwn(causeTexts, word);

/** What a link to a field says: what it is about, the keys it may have, what happened there, and when (ms). */
export interface FieldLink {
  field: FieldName;
  keys: readonly string[];
  title: string;
  at: number;
}

/** @param search of the address, which may say anything */
export function sentBy(search: URLSearchParams, role: Role): FieldLink | null {
  const [field = '', cause = ''] = [search.get('field') ?? '', search.get('cause') ?? ''];
  if (!isField(field) || !isCause(cause)) return null;
  const at = Number(search.get('at'));
  const { title } = causeTexts[cause][role];
  return { field, keys: KEYS[field], title, at: Number.isFinite(at) && at < 8e15 ? at : 0 };
}
