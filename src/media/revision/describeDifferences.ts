import {
  AGENT_KEY,
  backupOf,
  channelOfIngest,
  egressOf,
  isEgress,
  METADATA_KEY,
  RENDITION_KEY,
  renditionOf,
  SCHEDULE_KEY,
  snapshotId,
} from '../../api/processIds.ts';
import { msg } from '../../i18n/msg.ts';
import { channelOfKey } from '../bundle/globalKeys.ts';
import type { MediaType } from '../encoding/streams.ts';
import { MARK, maskWith } from '../masking/mask.ts';
import type { Mask, MaskedText } from '../masking/maskedText.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { differencesBetween, ownValue, type StoredDifference } from './difference.ts';
import { entryOf, type StoredEntries } from './storedEntries.ts';
import { storedName } from './storedNames.ts';

/** English text with `{{0}}` for `values`, which are never translated. */
export interface Phrase {
  text: string;
  values: readonly string[];
}

/** Texts in groups are translated, plain ones are not. */
export type Word = { text: string } | MaskedText;

/** One value that differs, with its secrets masked. */
export interface DifferenceRow {
  /** The channel, publication, setting or file that it belongs to. */
  subject: Phrase;
  /** Labels of forms, from the outside to the inside; names of keys where no form has a label. */
  field: readonly Word[];
  before: Word;
  after: Word;
}

export interface FieldLabel {
  /** English text of the catalog. */
  label: string;
  secret: boolean;
}

/** Facts of the catalog. Each returns null for an unknown id or key. `key` is dotted, as in forms. */
export interface CatalogLabels {
  serviceField: (service: string, key: string) => FieldLabel | null;
  sourceField: (type: string, key: string) => FieldLabel | null;
  encoderField: (type: MediaType, encoder: string, key: string) => FieldLabel | null;
  /** Values to mask wherever they appear. */
  secretsOf: (service: string, settings: Record<string, unknown>) => readonly string[];
}

/** Returns what differs between two states of the same entries, in the order of the keys. Derived values are omitted. */
export function describeDifferences(
  before: StoredEntries,
  after: StoredEntries,
  labels: CatalogLabels,
): DifferenceRow[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => describeEntry(key, before[key], after[key], labels));
}

function describeEntry(key: string, before: unknown, after: unknown, labels: CatalogLabels): DifferenceRow[] {
  const subject = subjectOf(key, after ?? before);
  const mask = maskOf(key, [before, after], labels);
  if (before === undefined || after === undefined)
    return before === after ? [] : [{ subject, field: [], before: existence(before), after: existence(after) }];
  return shownDifferences(key, before, after).map(({ path, ...values }) => {
    const { words, secret } = fieldAt(key, path, [after, before], labels);
    const show = (value: unknown) => shown(value, path.at(-1) ?? '', secret || isSecretEntry(key), mask);
    return { subject, field: words, before: show(values.before), after: show(values.after) };
  });
}

const MISSING = 'does not exist';
const existence = (value: unknown): Word => ({ text: value === undefined ? MISSING : 'exists' });

/** Whether a whole entry was created or deleted. Values of entries are never these groups. */
export function existenceChange({
  before,
  after,
}: Pick<DifferenceRow, 'before' | 'after'>): 'created' | 'deleted' | null {
  const isMissing = (word: Word) => typeof word !== 'string' && word.text === MISSING;
  if (isMissing(before)) return 'created';
  return isMissing(after) ? 'deleted' : null;
}

const LONGEST = 120;

function shown(value: unknown, name: string, secret: boolean, mask: Mask): Word {
  if (value === undefined || value === null) return { text: msg('not set') };
  if (typeof value === 'boolean') return { text: value ? msg('On') : msg('Off') };
  if (value === '' || (Array.isArray(value) && value.length === 0)) return { text: msg('empty') };
  if (secret) return mask(MARK);
  const text = Array.isArray(value) && !value.some(isGroup) ? value.flat(2).join(' ') : value;
  if (typeof text !== 'string' && typeof text !== 'number') return { text: msg('set') };
  // The name of a key tells whether its value is a secret.
  const named = mask(`${name}=${text}`);
  const masked = named.startsWith(`${name}=`) ? named.slice(name.length + 1) : named;
  return mask(masked.length > LONGEST ? `${masked.slice(0, LONGEST)} …` : masked);
}

const isSecretEntry = (key: string) => key.startsWith('setting:sluice-push:');

const settingsIn = (value: unknown): Record<string, unknown> => (isGroup(value) ? value : {});
const metadataIn = (value: unknown, key: string) => settingsIn(ownValue(ownValue(value, 'metadata'), key));

function maskOf(key: string, versions: readonly unknown[], labels: CatalogLabels): Mask {
  const service = egressOf(entryOf(key)?.name ?? '')?.service;
  if (service === undefined) return maskWith([]);
  return maskWith(
    versions.flatMap((value) => labels.secretsOf(service, settingsIn(metadataIn(value, METADATA_KEY).settings))),
  );
}

/** ffmpeg arguments follow from our metadata, and lists of streams from the source. */
const DERIVED =
  /^(config|metadata\.(restreamer-ui|sluice-rendition)\.(streams|outputs|missingSecrets|.*\.(streams|inputs|mapping)))(\.|$)/;

function shownDifferences(key: string, before: unknown, after: unknown): StoredDifference[] {
  const all = differencesBetween(withoutOrder(key, before), withoutOrder(key, after));
  const chosen = all.filter(({ path }) => !DERIVED.test(path.join('.')));
  return chosen.length > 0 ? chosen : all;
}

const withoutOrder = (key: string, value: unknown) =>
  key.startsWith('process:') && isGroup(value) ? { ...value, order: undefined } : value;

/** Names an entry as operators know it. `value` holds its name. */
export function subjectOf(key: string, value: unknown): Phrase {
  const { kind = 'setting', name = key } = entryOf(key) ?? {};
  const own = { ...metadataIn(value, METADATA_KEY), ...metadataIn(value, RENDITION_KEY) };
  const named = (text: string, from: unknown) => ({ text, values: [typeof from === 'string' ? from : ''] });
  if (kind === 'file') return named(msg('File {{0}}'), name);
  if (kind === 'setting') return named(subjectOfSetting(name), name);
  if (isEgress(name)) return named(msg('Publication "{{0}}"'), own.name);
  if (renditionOf(name)) return named(msg('Rendition "{{0}}"'), own.name);
  const backup = backupOf(name);
  if (backup) return named(msg('Backup source {{0}}'), String(backup.n));
  const channel = channelOfIngest(name.replace(/_snapshot$/, ''));
  if (channel !== null && name === snapshotId(channel)) return { text: msg('Snapshot'), values: [] };
  if (channel !== null) return named(msg('Channel "{{0}}"'), settingsIn(own.meta).name);
  return named('{{0}}', name);
}

function subjectOfSetting(key: string): string {
  if (key === METADATA_KEY) return msg('Publication website');
  if (key === AGENT_KEY) return msg('Agent');
  if (key === SCHEDULE_KEY) return msg('Schedule');
  if (channelOfKey(key) === null) return '{{0}}';
  return key.startsWith(AGENT_KEY) ? msg('Standby image') : msg('Stream key');
}

interface NamedField {
  words: readonly Word[];
  secret: boolean;
}

/** `versions`: the newer one first, as the kind of a source decides which labels apply. */
function fieldAt(
  key: string,
  path: readonly string[],
  versions: readonly unknown[],
  labels: CatalogLabels,
): NamedField {
  const { kind = 'setting', name = '' } = entryOf(key) ?? {};
  const isOurs = path[0] === 'metadata' && (path[1] === METADATA_KEY || path[1] === RENDITION_KEY);
  const inner = isOurs ? path.slice(2) : path;
  const stored = isOurs ? (isEgress(name) ? 'egress' : 'ingest') : name === METADATA_KEY ? 'global' : kind;
  const own = versions.map((value) => metadataIn(value, METADATA_KEY));
  const found = catalogField(inner, name, own, labels);
  if (found) return { words: [{ text: found.label }], secret: found.secret };
  for (let count = inner.length; count > 0; count -= 1) {
    const label = storedName(stored, inner.slice(0, count));
    if (label !== null) return { words: [{ text: label }, ...inner.slice(count).map(keyName)], secret: false };
  }
  return { words: inner.map(keyName), secret: false };
}

const keyName = (key: string): Word => maskWith([])(key);

/** The labels of settings in the form of a service, a source or an encoder. */
function catalogField(
  path: readonly string[],
  process: string,
  versions: readonly Record<string, unknown>[],
  labels: CatalogLabels,
): FieldLabel | null {
  const [first = '', second = '', third, fourth = '', fifth, ...rest] = path;
  if (first === 'settings') {
    const service = egressOf(process)?.service ?? '';
    return labels.serviceField(service, path.slice(1).join('.')) ?? labels.serviceField(service, second);
  }
  if (first === 'sources' && third === 'settings') {
    const types = versions.map(({ sources }) => ownValue(ownValue(sources, second), 'type'));
    const [type = ''] = types.filter((candidate) => typeof candidate === 'string');
    return labels.sourceField(type, path.slice(3).join('.')) ?? labels.sourceField(type, fourth);
  }
  if (
    first === 'profiles' &&
    (third === 'video' || third === 'audio') &&
    fourth === 'encoder' &&
    fifth === 'settings'
  ) {
    const encoders = versions.map(({ profiles }) =>
      ownValue(ownValue(ownValue(ownValue(profiles, second), third), 'encoder'), 'coder'),
    );
    const [encoder = ''] = encoders.filter((candidate) => typeof candidate === 'string');
    return labels.encoderField(third, encoder, rest.join('.'));
  }
  return null;
}
