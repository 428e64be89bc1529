import path from 'node:path';
import { UserError } from '../tools/launch/userError.ts';

export type CoreUnderBench =
  | { readonly name: string; readonly kind: 'program'; readonly file: string }
  | {
      readonly name: string;
      readonly kind: 'running';
      readonly origin: string;
      readonly user: { readonly name: string; readonly password: string } | null;
      /** null: its memory is not measured. */
      readonly pid: number | null;
    };

const EMBEDDED = path.resolve(import.meta.dirname, '../../server/main.ts');
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Parses `ours real=/opt/core/bin/core third=http://admin:secret@127.0.0.1:8080#4711`. A name alone is the embedded
 * core, and `#` a process id. Throws a user error.
 */
export function coresOf(text: string): CoreUnderBench[] {
  const cores = text.split(/\s+/).filter(Boolean).map(coreOf);
  const names = new Set(cores.map(({ name }) => name));
  if (names.size < cores.length) throw new UserError('CORES: every core needs a unique name.');
  if (cores.length === 0) throw new UserError('CORES names no core: leave it out to measure the embedded one.');
  return cores;
}

function coreOf(word: string): CoreUnderBench {
  const at = word.indexOf('=');
  const [name, location] = at === -1 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
  if (name === '') throw new UserError(`CORES: ${word} has no name in front of its "=".`);
  if (!/^https?:/.test(location)) {
    return { name, kind: 'program', file: location === '' ? EMBEDDED : path.resolve(location) };
  }
  const url = URL.parse(location);
  if (url === null) throw new UserError(`CORES: ${name} has an invalid address.`);
  // Prevents load tests against other machines.
  if (!LOOPBACK.test(url.hostname)) throw new UserError(`CORES: ${name} is not on this machine, only 127.0.0.1 is.`);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const pid = Number(url.hash.slice(1));
  if (!Number.isInteger(pid) || pid < 0)
    throw new UserError(`CORES: the part after the # of ${name} is not a process ID.`);
  return {
    name,
    kind: 'running',
    origin: url.origin,
    user: user === '' ? null : { name: user, password },
    pid: pid === 0 ? null : pid,
  };
}
