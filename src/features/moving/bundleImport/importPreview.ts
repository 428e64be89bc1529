import { channelOfIngest, egressOf, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Bundle } from '../../../media/bundle/bundle.ts';
import { bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { fillProcess, takeProcessSecrets } from '../../../media/bundle/bundleSecrets.ts';
import { channelOfKey } from '../../../media/bundle/globalKeys.ts';
import type { ImportConflict, ImportPlan, ImportStep } from '../../../media/bundle/importPlan.ts';
import type { InstalledProcess } from '../../../media/bundle/installation.ts';
import { processName } from '../../../media/bundle/processName.ts';
import { MARK } from '../../../media/masking/mask.ts';
import {
  type CatalogLabels,
  type DifferenceRow,
  describeDifferences,
  type Phrase,
} from '../../../media/revision/describeDifferences.ts';
import { entryKey, type ProcessEntry } from '../../../media/revision/storedEntries.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';

export type PreviewChange = 'added' | 'changed' | 'described' | 'started' | 'stopped' | 'removed';

/** One step of a plan, without secrets. */
export interface PreviewRow {
  id: string;
  change: PreviewChange;
  subject: Phrase;
  /** Whether a running stream is interrupted. */
  restarts: boolean;
  /** Number of secrets that neither the file nor the core has. */
  missing: number;
  differences: readonly DifferenceRow[];
}

/** A channel of the file, or what belongs to none. */
export interface PreviewGroup {
  /** Its id in the file; null for the rest. */
  channel: string | null;
  name: string;
  rows: readonly PreviewRow[];
}

/** What an import would do, in a form that can be shown. */
export interface ImportPreview {
  groups: readonly PreviewGroup[];
  steps: number;
  unchanged: number;
  restarts: number;
  /** The core restarts with other settings of its servers. */
  servers: boolean;
  conflicts: readonly ImportConflict[];
}

export interface FileChannel {
  id: string;
  name: string;
}

/** In the order of the file. */
export const channelsOfBundle = ({ processes }: Pick<Bundle, 'processes'>): FileChannel[] =>
  processes.flatMap((process) => {
    const id = channelOfIngest(process.id);
    return id === null ? [] : [{ id, name: processName(process) }];
  });

export function previewOf(plan: ImportPlan, channels: readonly FileChannel[], labels: CatalogLabels): ImportPreview {
  const rows = plan.steps.map((step) => ({ channel: channelOfStep(step), row: rowOf(step, labels) }));
  const grouped = channels.map(({ id, name }): PreviewGroup => {
    const here = plan.channels[id];
    return { channel: id, name, rows: rows.flatMap(({ channel, row }) => (row && channel === here ? [row] : [])) };
  });
  const known = new Set(Object.values(plan.channels));
  const others = rows.flatMap(({ channel, row }) => (row && !known.has(channel ?? '') ? [row] : []));
  return {
    groups: [...grouped, ...(others.length > 0 ? [{ channel: null, name: '', rows: others }] : [])],
    steps: plan.steps.length,
    unchanged: plan.unchanged.length,
    restarts: rows.filter(({ row }) => row?.restarts).length,
    servers: plan.steps.some(({ kind }) => kind === 'servers'),
    conflicts: plan.conflicts,
  };
}

function channelOfStep(step: ImportStep): string | null {
  switch (step.kind) {
    case 'process':
    case 'removal':
      return step.channel === '' ? null : step.channel;
    case 'metadata':
      return channelOfKey(step.key);
    case 'file':
      return bundlePathOf(step.file.path)?.channel ?? null;
    case 'servers':
      return null;
  }
}

const entryOfProcess = ({ config, metadata, order }: InstalledProcess): ProcessEntry => ({ config, metadata, order });

function rowOf(step: ImportStep, labels: CatalogLabels): PreviewRow | null {
  switch (step.kind) {
    case 'process': {
      const { wanted, before } = step;
      const key = entryKey('process', wanted.id);
      const ordered = wanted.order === 'start' ? 'started' : 'stopped';
      const named = differing(key, before ? entryOfProcess(before) : undefined, entryOfProcess(wanted), labels);
      return {
        ...named,
        differences: before ? named.differences : addressesOf(key, wanted, labels),
        change: step.change === 'ordered' ? ordered : step.change,
        ...{ restarts: step.restarts, missing: step.missing.length },
      };
    }
    case 'removal': {
      const key = entryKey('process', step.id);
      const { subject, id } = differing(key, entryOfProcess(step.before), undefined, labels);
      const restarts = step.before.order === 'start';
      return { id, subject, change: 'removed', ...{ restarts, missing: 0, differences: [] } };
    }
    case 'metadata': {
      const key = entryKey('setting', step.key);
      const change = step.before === undefined ? 'added' : 'changed';
      return { ...differing(key, step.before, step.value, labels), change, ...{ restarts: false, missing: 0 } };
    }
    case 'file': {
      const { path } = step.file;
      const change = step.before ? 'changed' : 'added';
      const subject = { text: msg('File {{0}}'), values: [path] };
      return { id: `file:${path}`, change, subject, ...{ restarts: false, missing: 0, differences: [] } };
    }
    // Shown above the list, because everything restarts.
    case 'servers':
      return null;
  }
}

function differing(key: string, before: unknown, after: unknown, labels: CatalogLabels) {
  const [named] = describeDifferences({}, { [key]: after ?? before }, labels);
  const both = before !== undefined && after !== undefined;
  return {
    id: key,
    subject: named?.subject ?? { text: '{{0}}', values: [key] },
    differences: both ? describeDifferences({ [key]: before }, { [key]: after }, labels) : [],
  };
}

/** Of a process that is added, so that an operator sees where the file of someone else sends. */
function addressesOf(key: string, wanted: InstalledProcess, labels: CatalogLabels) {
  const { config, metadata, order } = maskedProcess(wanted, labels);
  const entryWith = (show: (address: string) => string) => ({
    ...{ metadata, order },
    config: {
      input: config.input.map(({ address }) => ({ address: show(address) })),
      output: config.output.map(({ address }) => ({ address: show(address) })),
    },
  });
  const rows = describeDifferences({ [key]: entryWith(() => '') }, { [key]: entryWith((address) => address) }, labels);
  return rows.map(({ field, ...row }) => ({
    ...row,
    field: [{ text: field.some((word) => word === 'input') ? msg('Reads from') : msg('Sends to') }],
  }));
}

/** Also without the names of streams, which are keys. */
function maskedProcess(wanted: InstalledProcess, labels: CatalogLabels): InstalledProcess {
  const service = egressOf(wanted.id)?.service;
  const { settings } = Object(wanted.metadata[METADATA_KEY]);
  const known = service !== undefined && isGroup(settings) ? labels.secretsOf(service, settings) : [];
  const { process, secrets } = takeProcessSecrets(wanted, known);
  return fillProcess(process, Object.fromEntries(Object.keys(secrets).map((name) => [name, MARK]))).filled;
}

/** Returns the values that a step changes; none for something new. */
export const changesOfStep = (step: ImportStep, labels: CatalogLabels): readonly DifferenceRow[] =>
  'before' in step && step.before ? (rowOf(step, labels)?.differences ?? []) : [];

/** What a step is about, for a message about its failure. */
export function subjectOfStep(step: ImportStep, labels: CatalogLabels): Phrase {
  return rowOf(step, labels)?.subject ?? { text: msg('Servers of the core'), values: [] };
}
