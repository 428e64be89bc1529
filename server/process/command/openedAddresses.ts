import { posix } from 'node:path';

/** Protocols of ffmpeg that read or write by way of another address: `crypto:/file`, `hls+http://…`, `subfile,…,:/file`. */
const WRAPPER = /^(async|cache|concat|crypto|hls|md5|subfile|tee)(?::|\+|,[^:]*:)(.*)$/s;
/** Those that find their addresses in what they read. */
const OPAQUE = /^(?:concatf|data)[:,+]/;
const MOST_WRAPPED = 8;

export interface Target {
  readonly address: string;
  /** `concat:`, and `` for an address that means itself. */
  readonly wrapper: string;
}

/** The addresses that ffmpeg opens in the end. null: nobody can tell. */
export function targetsOf(address: string, depth = 0): readonly Target[] | null {
  if (OPAQUE.test(address) || depth > MOST_WRAPPED) return null;
  const [, name, wrapped = ''] = WRAPPER.exec(address) ?? [];
  if (name === undefined) return [{ address, wrapper: '' }];
  // `md5:` alone writes to where `-` does.
  const parts = name === 'concat' || name === 'tee' ? teeParts(wrapped) : [wrapped || '-'];
  const inner = parts.map((part) => targetsOf(part, depth + 1));
  return inner.includes(null)
    ? null
    : inner.flatMap((found) => (found ?? []).map((each) => ({ ...each, wrapper: `${name}:` })));
}

/** `[f=hls]a|[f=flv]b`: ffmpeg's tee muxer writes to each part. */
export const teeParts = (address: string): string[] =>
  address.split('|').map((part) => part.replace(/^\[[^\]]*\]/, ''));

export const isUrl = (address: string): boolean => /^[a-z][a-z0-9+.-]*:\//i.test(address) && !/^file:/.test(address);

/** The path after `file:`, which ffmpeg uses unchanged. */
export const pathOf = (address: string): string => address.replace(/^file:/, '');

/** The ways in which an address that is to be kept out can be written. */
export function writtenForms(address: string): string[] {
  const forms = [address, address.trim()];
  if (isUrl(address)) return forms;
  const path = pathOf(address.trim());
  return [...forms, path, posix.normalize(path), posix.resolve(path)];
}

/** Without the steps up that lead out of an allowed folder; null: there are none. */
export function withoutStepsUp(address: string): string | null {
  if (isUrl(address) || !/(?:^|\/|:)\.\.(?:\/|$)/.test(address)) return null;
  const path = pathOf(address);
  return address.slice(0, address.length - path.length) + posix.normalize(path);
}
