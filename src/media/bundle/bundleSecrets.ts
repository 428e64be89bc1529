import { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfIngest, METADATA_KEY, RENDITION_KEY } from '../../api/processIds.ts';
import { hasOwnKey, pushOf } from '../address/pushAddress.ts';
import { mapTexts } from '../address/rewriteCoreUrls.ts';
import { MARK, maskText, spellingsOf } from '../masking/mask.ts';
import { isPublicStream } from '../masking/maskAddress.ts';
import { typedBehind } from '../masking/maskOption.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { byText } from './canonicalText.ts';
import type { InstalledProcess } from './installation.ts';

/*
 * Secrets are replaced by placeholders, `${secret:NAME}`. A secret is what `maskText` masks in an address or option,
 * what a form declares as one, and every other occurrence of the same value. Its name is the place where it was first
 * found, so it stays the same while others are added, and can be found again in the same process of another core.
 */

const BEGIN = '${secret:';
const PLACEHOLDER = /\$\{secret:([\w.-]*)\}/g;
/** A text that looks like a placeholder without being one. */
const ESCAPED = `${BEGIN}}`;

/** Returns the name of the secret that a text consists of, or null. */
export const nameInPlaceholder = (text: string): string | null => /^\$\{secret:([\w.-]+)\}$/.exec(text)?.[1] ?? null;

export const placeholderOf = (name: string) => `${BEGIN}${name}}`;

/** Shorter values are replaced only where a rule finds them, as they occur in common words. */
const SHORTEST_REPEATED = 6;

/** Names of settings with secrets, for sources and for other programs. Services declare theirs (`Service.secrets`). */
const SECRET_SETTING = /pass(?:word|phrase|wd)?$|token$|secret|stream_?key|(?:^|_)key$|signature/i;

/** In our metadata: shown to viewers, or names that operators gave. */
const PUBLIC_PARTS = new Set(['meta', 'name', 'license', 'player', 'version', 'imported', 'missingSecrets']);

/** Names of streams at the servers of the core. */
const STREAM_NAME = /(?<=\{(?:rtmp|srt),name=)[^,}]+/g;

/** `secret`: a value without its placeholder. */
type Part = { readonly open: string } | { readonly secret: string };

interface Place {
  readonly path: string;
  /** The text before it in a list, which may be the option that it is the value of. */
  readonly before: string;
  /** The key that holds it. */
  readonly key: string;
  readonly isSetting: boolean;
}

type TakeText = (text: string, place: Place) => string;

/** Walks all texts, settings first, because their names are the most readable. */
function mapPlaces(value: unknown, change: TakeText, place: Place): unknown {
  if (typeof value === 'string') return change(value, place);
  const under = (key: string, before = ''): Place => ({
    path: place.path === '' ? key : `${place.path}.${key}`,
    before,
    key: Array.isArray(value) ? place.key : key,
    isSetting: place.isSetting || key === 'settings',
  });
  if (Array.isArray(value))
    return value.map((item, at) => mapPlaces(item, change, under(String(at), textOf(value[at - 1]))));
  if (!isGroup(value)) return value;
  const keys = Object.keys(value).toSorted((a, b) => rank(a) - rank(b) || byText(a, b));
  return Object.fromEntries(keys.map((key) => [key, mapPlaces(value[key], change, under(key))]));
}

const rank = (key: string) => (key === 'settings' ? 0 : 1);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Splits a text so that the open parts are those that the mask leaves visible. Null if it cannot be aligned. */
function alignMask(text: string, masked: string): Part[] | null {
  const pieces = masked.split(MARK);
  const [head = '', ...rest] = pieces;
  const tail = rest.pop();
  if (tail === undefined || !text.startsWith(head)) return null;
  const parts: Part[] = [{ open: head }];
  let at = head.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return null;
    parts.push({ secret: text.slice(at, found) }, { open: piece });
    at = found + piece.length;
  }
  const end = text.length - tail.length;
  if (end < at || !text.endsWith(tail)) return null;
  return [...parts, { secret: text.slice(at, end) }, { open: tail }];
}

const byMask = (text: string): Part[] => {
  const masked = maskText(text);
  return masked === text ? [{ open: text }] : (alignMask(text, masked) ?? [{ secret: text }]);
};

const splitOpen = (parts: readonly Part[], split: (open: string) => Part[]): Part[] =>
  parts.flatMap((part) => ('open' in part ? split(part.open) : [part]));

/** Splits at each match of the pattern, which must not match an empty text. */
function splitAt(text: string, pattern: RegExp, isSecret: (found: string) => boolean): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (!isSecret(found)) continue;
    parts.push({ open: text.slice(at, index) }, { secret: found });
    at = index + found.length;
  }
  return [...parts, { open: text.slice(at) }];
}

const byStreamName = (text: string): Part[] =>
  splitAt(text, STREAM_NAME, (name) => !isPublicStream(name) && !isPublicStream(`${name}.stream`));

function byRules(text: string, { before, key, isSetting }: Place): Part[] {
  const behind = typedBehind(before, text);
  if (behind?.kind === 'secret') {
    const open = text.slice(0, text.length - behind.typed.length);
    return [{ open }, { secret: behind.typed }];
  }
  if (isSetting && SECRET_SETTING.test(key)) return [{ secret: text }];
  return splitOpen(byMask(text), byStreamName);
}

/** Splits at each occurrence of a value. */
const splitAtValue = (text: string, value: string): Part[] =>
  text.split(value).flatMap((open, at): Part[] => (at === 0 ? [{ open }] : [{ secret: value }, { open }]));

/** Finds every occurrence of the values, longest first, because one may be part of another. */
function findValues(values: readonly string[]): ((text: string) => Part[]) | null {
  const repeated = values.filter(({ length }) => length >= SHORTEST_REPEATED);
  if (repeated.length === 0) return null;
  const longest = repeated.toSorted((a, b) => b.length - a.length || byText(a, b));
  return (text) =>
    longest
      .filter((value) => text.includes(value))
      .reduce((parts: Part[], value) => splitOpen(parts, (open) => splitAtValue(open, value)), [{ open: text }]);
}

/** A value to take secrets from. `path`: the first part of the names of its secrets. */
interface Section {
  readonly path: string;
  readonly value: unknown;
  /** Whether the names of all keys count, not only of those in `settings`. */
  readonly isSetting: boolean;
}

interface TakenSecrets {
  readonly values: readonly unknown[];
  /** By name. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** @param known values that are secret wherever they occur */
function takeSecrets(sections: readonly Section[], known: readonly string[]): TakenSecrets {
  const whole = new Set(known.filter((value) => value !== ''));
  const names = new Map<string, string>();
  const used = new Set<string>();
  const walk = (change: TakeText) =>
    sections.map(({ path, value, isSetting }) => mapPlaces(value, change, { path, before: '', key: '', isSetting }));
  const found = (text: string, place: Place): Part[] => (whole.has(text) ? [{ secret: text }] : byRules(text, place));
  const giveNames = (parts: readonly Part[], { path }: Place) => {
    for (const part of parts) {
      if (!('secret' in part) || part.secret === '' || names.has(part.secret)) continue;
      const base = path.replace(/[^\w.-]/g, '_').slice(0, LONGEST_NAME);
      let name = base;
      for (let n = 2; used.has(name); n += 1) name = `${base}.${n}`;
      used.add(name);
      names.set(part.secret, name);
    }
  };
  // Names come from the places that the rules know, and only then from repetitions.
  walk((text, place) => {
    giveNames(found(text, place), place);
    return text;
  });
  const find = findValues([...new Set([...names.keys(), ...whole])]);
  const all = (text: string, place: Place) => (find ? splitOpen(found(text, place), find) : found(text, place));
  const values = walk((text, place) => {
    const parts = all(text, place);
    giveNames(parts, place);
    return parts.map((part) => ('open' in part ? escapeOpen(part.open) : writeSecret(part.secret, names))).join('');
  });
  return { values, secrets: Object.fromEntries([...names].map(([secret, name]) => [name, secret])) };
}

const LONGEST_NAME = 200;

const escapeOpen = (open: string) => open.replaceAll(BEGIN, ESCAPED);

function writeSecret(secret: string, names: ReadonlyMap<string, string>): string {
  if (secret === '') return '';
  const name = names.get(secret);
  if (name === undefined) throw new Error('A secret without a name');
  return placeholderOf(name);
}

/** Metadata of ours has parts that are public, and short names of secrets. */
function sectionsOf(key: string, value: unknown): { open: Readonly<Record<string, unknown>>; section: Section } {
  if ((key !== METADATA_KEY && key !== RENDITION_KEY) || !isGroup(value))
    return { open: {}, section: { path: key, value, isSetting: true } };
  const entries = Object.entries(value);
  return {
    open: Object.fromEntries(entries.filter(([part]) => PUBLIC_PARTS.has(part))),
    section: {
      path: '',
      value: Object.fromEntries(entries.filter(([part]) => !PUBLIC_PARTS.has(part))),
      isSetting: false,
    },
  };
}

const partsOf = ({ metadata }: InstalledProcess) =>
  Object.entries(metadata)
    .toSorted(([a], [b]) => Number(b === METADATA_KEY) - Number(a === METADATA_KEY) || byText(a, b))
    .map(([key, value]) => ({ key, ...sectionsOf(key, value) }));

/** @param values those of the sections, changed */
const joinParts = (parts: ReturnType<typeof partsOf>, values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    parts.map(({ key, open }, at) => {
      const value = values[at];
      return [key, isGroup(value) ? { ...value, ...open } : value];
    }),
  );

/** The key that an encoder sends to, unless it is the public id of the channel. */
function pushKeysOf({ id, metadata }: InstalledProcess): string[] {
  const channel = channelOfIngest(id);
  const stored = metadata[METADATA_KEY];
  if (channel === null || !isGroup(stored) || !Array.isArray(stored.sources)) return [];
  return stored.sources.flatMap((source: unknown) => {
    if (!isGroup(source) || typeof source.type !== 'string' || !isGroup(source.settings)) return [];
    const push = pushOf({ type: source.type, settings: source.settings });
    return push && hasOwnKey(channel, push) ? [push.name] : [];
  });
}

export interface ProcessWithoutSecrets {
  readonly process: InstalledProcess;
  readonly secrets: Readonly<Record<string, string>>;
}

/** `fillSecrets` with the secrets gives the same process again. `known`: secrets that only its form knows. */
export function takeProcessSecrets(process: InstalledProcess, known: readonly string[]): ProcessWithoutSecrets {
  const parts = partsOf(process);
  const { id, reference, type, ...config } = process.config;
  const sections: Section[] = [
    ...parts.map(({ section }) => section),
    { path: 'config', value: config, isSetting: false },
  ];
  const { values, secrets } = takeSecrets(sections, [...known.flatMap(spellingsOf), ...known, ...pushKeysOf(process)]);
  return {
    process: {
      ...process,
      config: ProcessConfig.parse({ ...Object(values.at(-1)), id, reference, type }),
      metadata: joinParts(parts, values),
    },
    secrets,
  };
}

/** For global metadata that is not public. */
export function takeValueSecrets(value: unknown): { value: unknown; secrets: Readonly<Record<string, string>> } {
  const [path, known] = typeof value === 'string' ? ['value', [value]] : ['', []];
  const { values, secrets } = takeSecrets([{ path, value, isSetting: true }], known);
  return { value: values[0], secrets };
}

/** The same value whatever its secrets are. */
export const withoutPlaceholders = (value: unknown): unknown =>
  mapTexts(value, (text) => text.replace(PLACEHOLDER, (_, name: string) => (name === '' ? BEGIN : '')));

interface Filled<T> {
  readonly filled: T;
  /** Names without a value, which became empty. */
  readonly missing: readonly string[];
}

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Returns the keys of settings with placeholders of these names and no others, as those would stay in what is left. */
export function keysOfSecrets(settings: unknown, names: readonly string[], path = ''): string[] {
  if (typeof settings === 'string') {
    const found = namesIn(settings);
    return found.length > 0 && found.every((name) => names.includes(name)) ? [path] : [];
  }
  const entries = isGroup(settings) ? Object.entries(settings) : [];
  return entries.flatMap(([key, value]) => keysOfSecrets(value, names, path === '' ? key : `${path}.${key}`));
}

/** Replaces placeholders by secrets. */
export function fillSecrets(value: unknown, secrets: Readonly<Record<string, string>>): Filled<unknown> {
  const missing = new Set<string>();
  const fill = (text: string) =>
    text.replace(PLACEHOLDER, (_, name: string) => {
      if (name === '') return BEGIN;
      if (Object.hasOwn(secrets, name)) return secrets[name] ?? '';
      missing.add(name);
      return '';
    });
  return { filled: mapTexts(value, fill), missing: [...missing].toSorted(byText) };
}

/** Public parts of metadata have no placeholders, because a secret must not get into what viewers see. */
export function fillProcess(
  process: InstalledProcess,
  secrets: Readonly<Record<string, string>>,
): Filled<InstalledProcess> {
  const parts = partsOf(process);
  const sections = { config: process.config, values: parts.map(({ section }) => section.value) };
  const { filled, missing } = fillSecrets(sections, secrets);
  const { config, values } = Object(filled);
  return { filled: { ...process, config: ProcessConfig.parse(config), metadata: joinParts(parts, values) }, missing };
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isGroup(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** Also as filters write it. */
const SCHEME = /:\\*\/\\*\//;
/** An address, or a name with a dot. */
const HOST = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*)\.?(?:$|[\s:?])/i;

/** Whether a text may name a server, also behind blanks, slashes or a user. */
function isAddressLike(text: string): boolean {
  const [first = ''] = text
    .trim()
    .split(/[/\\]/)
    .filter((part) => part.trim() !== '');
  return SCHEME.test(text) || HOST.test(first.slice(first.lastIndexOf('@') + 1).trim());
}

/** Settings of the forms of publications and sources, from which addresses are built: a host may be any text. */
const formsIn = (value: unknown): unknown[] =>
  isGroup(value)
    ? [value.settings, ...(Array.isArray(value.sources) ? value.sources.map((source) => Object(source).settings) : [])]
    : [];

const withoutNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (!isGroup(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'name');
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNames(item)]));
};

const privateParts = (process: InstalledProcess) => partsOf(process).map(({ section }) => section.value);

const destinationsOf = (process: InstalledProcess): string[] => {
  const { config } = process;
  const values = privateParts(process);
  return [
    ...[...config.input, ...config.output].map(({ address }) => address),
    ...textsIn(values.flatMap(formsIn).map(withoutNames)),
    ...textsIn([config, values]).filter((text) => isAddressLike(text)),
  ];
};

/**
 * Returns the secrets of a process on a core that the process of a bundle may get: those in the same texts, and only if
 * it sends to and reads from the same addresses. Otherwise a changed file could send a stream key to another server.
 *
 * @param wanted with placeholders
 */
export function keptSecrets(
  wanted: InstalledProcess,
  current: ProcessWithoutSecrets,
): Readonly<Record<string, string>> {
  const places = new Set(destinationsOf(current.process));
  if (destinationsOf(wanted).some((place) => !places.has(place))) return {};
  const texts = new Set(textsIn([current.process.config, privateParts(current.process)]));
  const moved = textsIn([wanted.config, privateParts(wanted)]).filter((text) => !texts.has(text));
  const namesMoved = new Set(moved.flatMap(namesIn));
  return Object.fromEntries(Object.entries(current.secrets).filter(([name]) => !namesMoved.has(name)));
}
