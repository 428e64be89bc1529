import { resolve as absolute, isAbsolute, relative } from 'node:path';
import { Refusal } from './refusal.ts';
import type { Resolved } from './resolve.ts';

/** Expressions of `ffmpeg.access`. Nothing in `allow`: everything that is not blocked. */
interface Access {
  readonly allow: readonly string[];
  readonly block: readonly string[];
}

interface Rules {
  readonly access: { readonly input: Access; readonly output: Access };
  /** Outputs that are no URL must be inside of it. */
  readonly diskDir: string;
}

/** Throws Refusal at the first entry that must not reach ffmpeg. The addresses themselves are not changed. */
export function checkAddresses(id: string, { input, output }: Resolved, rules: Rules): void {
  if (input.length === 0) throw new Refusal(`at least one input must be defined for the process '#${id}'`);
  if (output.length === 0) throw new Refusal(`at least one output must be defined for the process '#${id}'`);

  unique(id, 'input', input);
  for (const entry of input) {
    const name = `the address for input '#${id}:${entry.id}'`;
    if (entry.address.trim() === '') throw new Refusal(`${name} must not be empty`);
    const fault = isUrl(entry.address) ? urlFault(entry.address) : null;
    const refused = fault ?? (isAllowed(entry.address, rules.access.input) ? null : NOT_ALLOWED);
    if (refused !== null) throw new Refusal(`${name} (${entry.address}) is invalid: ${refused}`);
  }

  unique(id, 'output', output);
  for (const entry of output) {
    const name = `the address for output '#${id}:${entry.id}'`;
    if (entry.address.trim() === '') throw new Refusal(`${name} must not be empty`);
    for (const part of teeParts(entry.address)) {
      const refused = outputFault(part, rules);
      if (refused !== null) throw new Refusal(`${name} is invalid: ${refused}`);
    }
  }
}

const NOT_ALLOWED = 'address is not allowed';

function unique(id: string, kind: 'input' | 'output', entries: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.id.trim() === '') throw new Refusal(`empty ${kind} IDs are not allowed (process '${id}')`);
    if (seen.has(entry.id)) {
      throw new Refusal(`the ${kind} ID '${entry.id}' is already in use for the process \`${id}\``);
    }
    seen.add(entry.id);
  }
}

const isUrl = (address: string) => /^[a-z][a-z0-9+.-]*:\//i.test(address);

/** `[f=hls]a|[f=flv]b`: ffmpeg's tee muxer writes to each part. */
const teeParts = (address: string) => address.split('|').map((part) => part.replace(/^\[[^\]]*\]/, ''));

function outputFault(address: string, { access, diskDir }: Rules): string | null {
  if (address === '-') return null;
  const path = address.replace(/^file:(?:\/\/)?/, '');
  if (path === address && isUrl(address)) {
    return urlFault(address) ?? (isAllowed(address, access.output) ? null : NOT_ALLOWED);
  }
  const file = absolute(path);
  const inDisk = relative(diskDir, file);
  const isInside = inDisk !== '' && inDisk !== '..' && !inDisk.startsWith('../') && !isAbsolute(inDisk);
  if (!isInside && !file.startsWith('/dev/')) return `${file} is not inside of ${diskDir}`;
  return isAllowed(address, access.output) ? null : NOT_ALLOWED;
}

/** Only what no reader of URLs accepts: ffmpeg's own are looser than the standard. */
function urlFault(address: string): string | null {
  const [, rest = ''] = /^[^:]+:(.*)$/s.exec(address) ?? [];
  if (/[\p{Cc}]/u.test(address)) return `parse "${rest}": invalid control character in URL`;
  const [authority = ''] = rest.replace(/^\/\//, '').split(/[/?#]/, 1);
  if (!rest.startsWith('//')) return null;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('[') && !host.includes(']')) return `parse "//${authority}": missing ']' in host`;
  const port = host.replace(/^\[[^\]]*\]/, '').replace(/^[^:]*/, '');
  return /^(?::\d*)?$/.test(port) ? null : `parse "//${authority}": invalid port "${port}" after host`;
}

function isAllowed(address: string, { allow, block }: Access): boolean {
  if (block.some((expression) => matches(expression, address, true))) return false;
  return allow.length === 0 || allow.some((expression) => matches(expression, address, false));
}

/** An expression that cannot be read keeps everything out, so that a slip of the pen never lets anything through. */
function matches(expression: string, address: string, ifBroken: boolean): boolean {
  try {
    return new RegExp(expression).test(address);
  } catch {
    return ifBroken;
  }
}
