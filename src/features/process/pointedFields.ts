import { causeTexts } from '../../media/causeTexts.ts';
import type { FieldName, Role } from '../../media/failure.ts';

/** What a field is called in the forms that have it, the nearest first. */
const KEYS: Record<FieldName, readonly string[]> = {
  address: ['address', 'options.rtmp_app'],
  audioEncoder: ['audio.encoder'],
  decoder: ['video.decoder', 'video.encoder'],
  delay: ['delay'],
  device: ['device', 'source', 'address'],
  encoder: ['video.encoder'],
  filter: ['video.filter', 'video.encoder'],
  key: ['stream_key', 'key', 'options.rtmp_playpath', 'params.streamid', 'password', 'address'],
  limits: ['limits', 'limits.cpu_usage', 'limitCpu'],
  memoryLimit: ['limits.memory_mbytes', 'limits'],
  options: ['options', 'address', 'video.encoder'],
  passphrase: ['params.passphrase', 'passphrase', 'address'],
  password: ['password', 'stream_key', 'key', 'options.rtmp_playpath', 'address'],
  staleTimeout: ['staleTimeout'],
  streams: ['streams', 'video.encoder', 'address'],
  transport: ['rtsp.udp', 'address'],
  username: ['username', 'address'],
};

const isField = (word: string): word is FieldName => Object.hasOwn(KEYS, word);
const isCause = (word: string): word is keyof typeof causeTexts => Object.hasOwn(causeTexts, word);

/** What a link to a field says: the keys it may have, what happened there, and when (ms). */
export interface Sent {
  keys: readonly string[];
  title: string;
  at: number;
}

/** @param search of the address, which may say anything */
export function sentBy(search: URLSearchParams, role: Role): Sent | null {
  const [field = '', cause = ''] = [search.get('field') ?? '', search.get('cause') ?? ''];
  if (!isField(field) || !isCause(cause)) return null;
  const at = Number(search.get('at'));
  return { keys: KEYS[field], title: causeTexts[cause][role].title, at: Number.isFinite(at) && at < 8e15 ? at : 0 };
}
