import { resolve as absolute, isAbsolute, posix, relative } from 'node:path';
import { compileExpression } from '../../pattern/expression.ts';
import { Refusal } from '../store/refusal.ts';
import type { ResolvedProcess } from './resolveProcess.ts';

/** ffmpeg protocols that wrap another address: `crypto:/file`, `hls+http://…`, `subfile,…,:/file`. */
const WRAPPER = /^(async|cache|concat|crypto|hls|md5|subfile|tee)(?::|\+|,[^:]*:)(.*)$/s;
/** Protocols that read their addresses from data. */
const OPAQUE = /^(?:concatf|data)[:,+]/;
const MAX_WRAPPED = 8;

interface Target {
  readonly address: string;
  /** `concat:`, or '' without a wrapper. */
  readonly wrapper: string;
}

/** Returns the addresses that ffmpeg finally opens; null if unknown. */
export function findOpenedAddresses(address: string, depth = 0): readonly Target[] | null {
  if (OPAQUE.test(address) || depth > MAX_WRAPPED) return null;
  const [, name, wrapped = ''] = WRAPPER.exec(address) ?? [];
  if (name === undefined) return [{ address, wrapper: '' }];
  // A bare `md5:` writes to stdout, like `-`.
  const parts = name === 'concat' || name === 'tee' ? teeParts(wrapped) : [wrapped || '-'];
  const inner = parts.map((part) => findOpenedAddresses(part, depth + 1));
  return inner.includes(null)
    ? null
    : inner.flatMap((found) => (found ?? []).map((entry) => ({ ...entry, wrapper: `${name}:` })));
}

/** `[f=hls]a|[f=flv]b`: ffmpeg's tee muxer writes to each part. */
const teeParts = (address: string): string[] => address.split('|').map((part) => part.replace(/^\[[^\]]*\]/, ''));

const isUrl = (address: string): boolean => /^[a-z][a-z0-9+.-]*:\//i.test(address) && !/^file:/.test(address);

const pathOf = (address: string): string => address.replace(/^file:/, '');

/** Returns other spellings of the same address, for the block list. */
function writtenForms(address: string): string[] {
  const forms = [address, address.trim()];
  if (isUrl(address)) return forms;
  const path = pathOf(address.trim());
  return [...forms, path, posix.normalize(path), posix.resolve(path)];
}

/** Resolves `..`, which could leave an allowed folder; null if there is none. */
function withoutStepsUp(address: string): string | null {
  if (isUrl(address) || !/(?:^|\/|:)\.\.(?:\/|$)/.test(address)) return null;
  const path = pathOf(address);
  return address.slice(0, address.length - path.length) + posix.normalize(path);
}

/** Patterns of `ffmpeg.access`. An empty `allow` allows everything not blocked. */
export interface Access {
  readonly allow: readonly string[];
  readonly block: readonly string[];
}

interface Rules {
  readonly access: { readonly input: Access; readonly output: Access };
  /** Output files must be inside of it. Options may still name any file. */
  readonly diskDir: string;
  isPrivate(file: string): boolean;
}

/** Throws a `Refusal` for the first forbidden entry. */
export function checkAddresses(id: string, { input, output }: ResolvedProcess, rules: Rules): void {
  if (input.length === 0) throw new Refusal(`at least one input must be defined for the process '#${id}'`);
  if (output.length === 0) throw new Refusal(`at least one output must be defined for the process '#${id}'`);

  unique(id, 'input', input);
  for (const entry of input) {
    const name = `the address for input '#${id}:${entry.id}'`;
    if (entry.address.trim() === '') throw new Refusal(`${name} must not be empty`);
    const fault = isUrl(entry.address) ? urlFault(entry.address) : null;
    const refused = fault ?? (isAddressAllowed(entry.address, rules.access.input) ? null : NOT_ALLOWED);
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
  const ids = new Set<string>();
  for (const entry of entries) {
    if (entry.id.trim() === '') throw new Refusal(`empty ${kind} IDs are not allowed (process '${id}')`);
    if (ids.has(entry.id)) {
      throw new Refusal(`the ${kind} ID '${entry.id}' is already in use for the process \`${id}\``);
    }
    ids.add(entry.id);
  }
}

function outputFault(address: string, rules: Rules): string | null {
  if (address === '-') return null;
  const { access, isPrivate } = rules;
  const targets = findOpenedAddresses(address);
  const isWrapped = targets === null || targets.some(({ wrapper }) => wrapper !== '');
  if (isWrapped) {
    const own = isAddressAllowed(address, access.output) ? null : NOT_ALLOWED;
    return (
      targets?.reduce((fault, target) => fault ?? outputFault(target.address, { ...rules, access: OPEN }), own) ?? own
    );
  }
  if (isUrl(address)) return urlFault(address) ?? (isAddressAllowed(address, access.output) ? null : NOT_ALLOWED);
  const file = absolute(pathOf(address));
  if (!isInside(rules.diskDir, file) && !file.startsWith('/dev/')) return `${file} is not inside of ${rules.diskDir}`;
  return isAddressAllowed(address, access.output) && !isPrivate(file) ? null : NOT_ALLOWED;
}

const OPEN = { input: { allow: [], block: [] }, output: { allow: [], block: [] } };

function isInside(folder: string, file: string): boolean {
  const inner = relative(folder, file);
  return inner !== '' && inner !== '..' && !inner.startsWith('../') && !isAbsolute(inner);
}

/** Reports only faults that every URL parser rejects: ffmpeg's is lenient. */
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

/** Prevents mistakes, but is no security boundary: options and playlists can name any address. */
export function isAddressAllowed(address: string, { allow, block }: Access): boolean {
  const targets = findOpenedAddresses(address);
  if (block.length > 0) {
    if (targets === null) return false;
    const forms = [address, ...targets.map((target) => target.address)].flatMap(writtenForms);
    if (forms.some((form) => block.some((expression) => matches(expression, form, true)))) return false;
  }
  if (allow.length === 0) return true;
  const matchesAllowed = (form: string) => allow.some((expression) => matches(expression, form, false));
  const isListed = (text: string) => matchesAllowed(text) && matchesAllowed(withoutStepsUp(text) ?? text);
  return (
    isListed(address) &&
    (targets ?? []).every(
      ({ address: text, wrapper }) => isListed(text) || (wrapper !== '' && isListed(wrapper + text)),
    )
  );
}

/** An invalid pattern blocks, so that a typo never grants access. */
const matches = (expression: string, address: string, ifBroken: boolean): boolean =>
  compileExpression(expression)?.test(address) ?? ifBroken;
