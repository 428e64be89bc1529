import { channelOfIngest, isEgress, METADATA_KEY, RENDITION_KEY } from '../../api/processIds.ts';
import { moveBetween, movedProcess } from '../address/moveProcess.ts';
import { saveDiffers } from '../process/disableStaleTimeout.ts';
import { isKeyless, textAt } from '../stored/isKeyless.ts';
import { parseEgressMetadata, storedAs } from '../stored/metadata.ts';
import { sameJson } from '../stored/sameJson.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import type { Bundle } from './bundle.ts';
import { metadataOwner, SERVERS_OWNER, valuesOf } from './bundleOf.ts';
import { bundlePathOf } from './bundlePath.ts';
import {
  fillProcess,
  fillSecrets,
  keptSecrets,
  keysOfSecrets,
  takeProcessSecrets,
  takeValueSecrets,
} from './bundleSecrets.ts';
import { byText } from './canonicalText.ts';
import { CoreServers, configWith } from './coreServers.ts';
import { channelOfKey, isPublicKey } from './globalKeys.ts';
import {
  conflictsBetween,
  diskConflict,
  missingUploads,
  placedName,
  reasonsToStop,
  serverConflicts,
} from './importConflicts.ts';
import type { CoreFacts, ImportChoices, ImportConflict, ImportPlan, ImportStep, ProcessStep } from './importPlan.ts';
import type { Installation, InstalledProcess } from './installation.ts';
import { processName } from './processName.ts';
import { byChannelAndKind, channelOfProcess, isLasting } from './processOrder.ts';
import { renewIds } from './renewIds.ts';

/** Compares a bundle with what a core stores. Without a difference, there are no steps. Nothing is written. */
export function planImport(
  bundle: Bundle,
  installation: Installation,
  facts: CoreFacts,
  choices: ImportChoices,
): ImportPlan {
  const { chosen, channels } = choose(bundle, choices, facts);
  const current = new Map(installation.processes.map((process) => [process.id, process]));
  const servers = planServers(chosen, installation, choices);
  const wanted = chosen.processes.map((process) => {
    const before = current.get(process.id) ?? null;
    const { filled, missing } = fillProcess(process, secretsFor(chosen, process, before, facts));
    return { wanted: withMissing(moveTo(filled, servers), process, missing), missing, before };
  });
  const ids = new Set(wanted.map((entry) => entry.wanted.id));
  const files = planFiles(chosen, installation);
  const metadata = planMetadata(chosen, installation);
  const afterwards = [
    ...installation.processes.filter(({ id }) => !ids.has(id)),
    ...wanted.map((entry) => entry.wanted),
  ];
  const processes = wanted.map((entry) => planProcess(entry, afterwards, facts, choices));
  const removals = choices.removes ? planRemovals(chosen, installation) : [];
  const steps: ImportStep[] = [
    ...(servers.wanted ? [{ kind: 'servers' as const, before: installation.servers, wanted: servers.wanted }] : []),
    ...files.steps,
    ...metadata.steps,
    ...processes.flatMap(({ step }) => step ?? []),
    ...removals,
  ];
  const touched = steps.flatMap((step) => (step.kind === 'process' ? [step] : []));
  const keyless = touched.filter(({ missing }) => missing.length > 0);
  return {
    steps,
    unchanged: [
      ...files.unchanged,
      ...metadata.unchanged,
      ...processes.flatMap(({ step, id }) => (step === null ? [id] : [])),
    ],
    conflicts: [
      ...channelConflicts(touched, installation),
      ...processes.flatMap(({ conflicts }) => conflicts),
      ...metadata.conflicts,
      ...touched.flatMap((step, at) => [
        ...(step.missing.length === 0
          ? conflictsBetween(step.wanted, afterwards, idsOfSteps([...touched.slice(0, at), ...keyless]))
          : []),
        ...missingUploads(step.wanted, [...chosen.files, ...installation.files]),
      ]),
      ...diskConflict(steps, facts.freeDisk),
      ...serverConflicts(
        touched.map((step) => step.wanted),
        servers.origin,
        servers.wanted ?? installation.servers,
      ),
    ],
    pages: pagesOf(steps),
    channels,
  };
}

interface ChosenBundle {
  readonly chosen: Bundle;
  /** Id on the core, by id in the bundle. */
  readonly channels: Readonly<Record<string, string>>;
}

function choose(bundle: Bundle, choices: ImportChoices, facts: CoreFacts): ChosenBundle {
  const found = new Set(bundle.processes.flatMap((process) => channelOfProcess(process) ?? []));
  const channels = new Map<string, string>();
  let chosen = choices.installation ? bundle : keep(bundle, (channel) => channel !== null);
  for (const channel of found) {
    const choice = Object.hasOwn(choices.channels, channel) ? choices.channels[channel] : 'replace';
    if (choice === 'skip') chosen = keep(chosen, (other) => other !== channel);
    else if (choice === 'new') {
      const renewed = renewIds(chosen, channel, facts);
      chosen = renewed.bundle;
      channels.set(channel, renewed.channel);
    } else channels.set(channel, channel);
  }
  return { chosen, channels: Object.fromEntries(channels) };
}

/** @param isKept receives null for what belongs to no channel */
function keep(bundle: Bundle, isKept: (channel: string | null) => boolean): Bundle {
  const entries = Object.entries(bundle.metadata).filter(([key]) => isKept(channelOfKey(key)));
  return {
    ...bundle,
    processes: bundle.processes.filter((process) => isKept(channelOfProcess(process))),
    metadata: Object.fromEntries(entries),
    files: bundle.files.filter(({ path }) => isKept(bundlePathOf(path)?.channel ?? null)),
  };
}

/** Those of the file, or else those that the same process on the core has. */
const secretsFor = (bundle: Bundle, process: InstalledProcess, before: InstalledProcess | null, facts: CoreFacts) =>
  valuesOf(bundle, process.id) ??
  (before ? keptSecrets(process, takeProcessSecrets(before, facts.secretsOf(before))) : {});

/** Notes what its form has to ask for. `open`: with placeholders. */
function withMissing(process: InstalledProcess, open: InstalledProcess, missing: readonly string[]): InstalledProcess {
  const [own, form] = [process.metadata[METADATA_KEY], open.metadata[METADATA_KEY]];
  if (!isEgress(process.id) || !isGroup(own) || !isGroup(form)) return process;
  const keys = keysOfSecrets(form.settings, missing);
  if (keys.length === 0) return process;
  const left = Object.fromEntries(keys.map((key) => [key, textAt(own.settings, key) ?? '']));
  const missingSecrets = { ...(isGroup(own.missingSecrets) && own.missingSecrets), ...left };
  return { ...process, metadata: { ...process.metadata, [METADATA_KEY]: { ...own, missingSecrets } } };
}

interface ServerPlan {
  /** Those of the file; null if they, or their secrets, are not in it. */
  readonly origin: CoreServers | null;
  /** Null if they stay. */
  readonly wanted: CoreServers | null;
  readonly afterwards: CoreServers;
}

function planServers(bundle: Bundle, { servers: current }: Installation, choices: ImportChoices): ServerPlan {
  const { filled, missing } = fillSecrets(bundle.servers, valuesOf(bundle, SERVERS_OWNER) ?? {});
  const origin = bundle.servers && missing.length === 0 ? CoreServers.parse(filled) : null;
  if (!choices.servers || !origin) return { origin, wanted: null, afterwards: current };
  // Ports stay, because they belong to the machine.
  const afterwards = {
    address: current.address,
    rtmp: { ...origin.rtmp, address: current.rtmp.address },
    srt: { ...origin.srt, address: current.srt.address },
  };
  return { origin, wanted: sameJson(afterwards, current) ? null : afterwards, afterwards };
}

/** Addresses of the core itself follow its ports and tokens. The names are those of no machine. */
const PAGE = new URL('http://localhost/');

function moveTo(process: InstalledProcess, { origin, afterwards }: ServerPlan): InstalledProcess {
  if (!origin || sameJson(origin, afterwards)) return process;
  const move = moveBetween({
    ...{ before: configWith(origin), after: configWith(afterwards) },
    pages: { before: PAGE, after: PAGE },
  });
  const moved = movedProcess({ config: process.config, metadata: process.metadata[METADATA_KEY] }, move);
  if (!moved) return process;
  const metadata = moved.metadata ? { ...process.metadata, [METADATA_KEY]: moved.metadata } : process.metadata;
  return { ...process, config: moved.config, metadata };
}

interface WantedProcess {
  readonly wanted: InstalledProcess;
  readonly missing: readonly string[];
  readonly before: InstalledProcess | null;
}

const idsOfSteps = (steps: readonly ProcessStep[]): Set<string> => new Set(steps.map(({ wanted }) => wanted.id));

interface PlannedProcess {
  readonly id: string;
  readonly step: ProcessStep | null;
  readonly conflicts: readonly ImportConflict[];
}

function planProcess(
  { wanted, missing, before }: WantedProcess,
  afterwards: readonly InstalledProcess[],
  facts: CoreFacts,
  choices: ImportChoices,
): PlannedProcess {
  const { id } = wanted;
  const name = processName(wanted);
  const newer = before && newerVersionOf(before);
  if (newer !== null) return { id, step: null, conflicts: [{ kind: 'newer', id, name, version: newer }] };
  const newerInFile = newerVersionOf(wanted);
  if (newerInFile !== null)
    return { id, step: null, conflicts: [{ kind: 'newer-file', id, name, version: newerInFile }] };
  // Exported before its key was entered there.
  const losesKey = missing.length === 0 && before !== null && lacksKey(wanted) && !lacksKey(before);
  if (losesKey) return { id, step: null, conflicts: [{ kind: 'key-kept', id, name: placedName(wanted, afterwards) }] };
  const ordered = { ...wanted, order: orderOf(wanted, before, choices) };
  const lacks: ImportConflict[] =
    missing.length > 0
      ? [{ kind: 'secret-missing', id, name: placedName(wanted, afterwards), count: missing.length }]
      : [];
  const asWanted = stepOf(missing.length > 0 ? stopped(ordered) : ordered, missing, before, facts);
  if (asWanted === null) return { id, step: null, conflicts: [] };
  const isNew = asWanted.change === 'added' || asWanted.change === 'changed';
  const reasons = isNew ? reasonsToStop(wanted, afterwards, facts) : [];
  const step = reasons.length > 0 ? stepOf(stopped(ordered), missing, before, facts) : asWanted;
  return { id, step, conflicts: [...lacks, ...reasons] };
}

const lacksKey = ({ id, metadata }: InstalledProcess): boolean =>
  isEgress(id) && isKeyless(parseEgressMetadata(metadata[METADATA_KEY]));

/** It would not run, and must not start with the core before an operator has looked at it. */
const stopped = (process: InstalledProcess): InstalledProcess => ({
  ...process,
  order: 'stop',
  config: { ...process.config, autostart: false },
});

function orderOf(wanted: InstalledProcess, before: InstalledProcess | null, { publications }: ImportChoices) {
  if (publications === 'stopped' && isEgress(wanted.id)) return 'stop';
  return publications === 'core' && before ? before.order : wanted.order;
}

function newerVersionOf({ metadata }: InstalledProcess): string | null {
  return newerAt(METADATA_KEY, metadata[METADATA_KEY]) ?? newerAt(RENDITION_KEY, metadata[RENDITION_KEY]);
}

/** The version of metadata of ours that is newer than this one; null for all other metadata. */
function newerAt(key: string, value: unknown): string | null {
  if (key !== METADATA_KEY && key !== RENDITION_KEY) return null;
  const stored = storedAs((raw) => raw, value);
  return stored.status === 'newer' ? stored.version : null;
}

function stepOf(
  wanted: InstalledProcess,
  missing: readonly string[],
  before: InstalledProcess | null,
  { skills }: CoreFacts,
): ProcessStep | null {
  const change = changeOf(wanted, before, skills);
  if (change === null) return null;
  const restarts = change === 'changed' && before?.order === 'start';
  const channel = channelOfProcess(wanted) ?? '';
  return { kind: 'process', change, channel, name: processName(wanted), wanted, before, restarts, missing };
}

/** Metadata of other programs that only the core has stays there, so it is no difference. */
function changeOf(
  wanted: InstalledProcess,
  before: InstalledProcess | null,
  { ffmpeg }: CoreFacts['skills'],
): ProcessStep['change'] | null {
  if (!before) return 'added';
  if (saveDiffers(before.config, wanted.config, ffmpeg)) return 'changed';
  const isSame = Object.entries(wanted.metadata).every(([key, value]) => sameJson(before.metadata[key], value));
  if (!isSame) return 'described';
  return before.order === wanted.order ? null : 'ordered';
}

interface PartialPlan {
  readonly steps: readonly ImportStep[];
  readonly unchanged: readonly string[];
}

function planFiles({ files }: Bundle, installation: Installation): PartialPlan {
  const current = new Map(installation.files.map((file) => [file.path, file]));
  const isStored = ({ path, size, sha256 }: (typeof files)[number]) => {
    const before = current.get(path);
    return before !== undefined && before.size === size && before.sha256 === sha256;
  };
  return {
    steps: files
      .filter((file) => !isStored(file))
      .map((file) => ({ kind: 'file', file, before: current.get(file.path) ?? null })),
    unchanged: files.filter(isStored).map(({ path }) => path),
  };
}

function planMetadata(bundle: Bundle, { metadata }: Installation): PartialPlan & Pick<ImportPlan, 'conflicts'> {
  const steps: ImportStep[] = [];
  const unchanged: string[] = [];
  const conflicts: ImportConflict[] = [];
  for (const [key, stored] of Object.entries(bundle.metadata)) {
    const before = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    const secrets = valuesOf(bundle, metadataOwner(key)) ?? secretsOfSame(stored, before);
    const { filled, missing } = isPublicKey(key) ? { filled: stored, missing: [] } : fillSecrets(stored, secrets);
    const newer = newerAt(key, before);
    const newerInFile = newerAt(key, filled);
    // Other programs store parts of their own in this one.
    const isShared = key === METADATA_KEY && isGroup(before) && isGroup(filled);
    const value = isShared ? { ...before, ...filled } : filled;
    const named = { id: key, name: channelNameIn(bundle, key) ?? key };
    if (missing.length > 0) conflicts.push({ kind: 'secret-missing', ...named, count: missing.length });
    else if (newer !== null) conflicts.push({ kind: 'newer', ...named, version: newer });
    else if (newerInFile !== null) conflicts.push({ kind: 'newer-file', ...named, version: newerInFile });
    else if (sameJson(before, value)) unchanged.push(key);
    else steps.push({ kind: 'metadata', key, before, value });
  }
  return { steps, unchanged, conflicts };
}

/** Of a value whose other parts are the same. */
function secretsOfSame(wanted: unknown, before: unknown): Readonly<Record<string, string>> {
  if (before === undefined) return {};
  const { value, secrets } = takeValueSecrets(before);
  return sameJson(value, wanted) ? secrets : {};
}

function channelNameIn({ processes }: Bundle, key: string): string | null {
  const channel = channelOfKey(key);
  const ingest = channel === null ? undefined : processes.find(({ id }) => channelOfIngest(id) === channel);
  return ingest ? processName(ingest) : null;
}

/** Only of channels that the bundle has. */
function planRemovals({ processes }: Bundle, installation: Installation): ImportStep[] {
  const ids = new Set(processes.map(({ id }) => id));
  const channels = new Set(processes.flatMap((process) => channelOfIngest(process.id) ?? []));
  return installation.processes
    .filter((process) => {
      const channel = channelOfProcess(process);
      return channel !== null && channels.has(channel) && isLasting(process) && !ids.has(process.id);
    })
    .toSorted(byChannelAndKind)
    .map((before) => ({
      ...{ kind: 'removal', id: before.id, name: processName(before), before },
      channel: channelOfProcess(before) ?? '',
    }));
}

function channelConflicts(steps: readonly ProcessStep[], { processes }: Installation): ImportConflict[] {
  const ingests = processes.filter(({ id }) => channelOfIngest(id) !== null);
  const channels = [...new Set(steps.map(({ channel }) => channel))].filter((channel) => channel !== '');
  return channels.flatMap((channel): ImportConflict[] => {
    const existing = ingests.find(({ id }) => channelOfIngest(id) === channel);
    if (existing) return [{ kind: 'channel-exists', channel, name: processName(existing) }];
    const name = steps.find(({ wanted }) => channelOfIngest(wanted.id) === channel)?.name;
    const isTaken = name !== undefined && ingests.some((ingest) => processName(ingest) === name);
    return isTaken ? [{ kind: 'name-taken', channel, name }] : [];
  });
}

/** Without a write that viewers could see, the pages are up to date. */
export function pagesOf(steps: readonly ImportStep[]): string[] {
  const channels = steps.flatMap(channelsSeen);
  return [...new Set(channels.length > 0 ? [...channels, ''] : [])].toSorted(byText);
}

/** '' stands for the website. */
function channelsSeen(step: ImportStep): string[] {
  switch (step.kind) {
    case 'process':
      return channelOfIngest(step.wanted.id) !== null && step.change !== 'ordered' ? [step.channel] : [];
    case 'file':
      return [bundlePathOf(step.file.path)?.channel ?? ''];
    case 'metadata':
      return step.key === METADATA_KEY ? [''] : [];
    case 'removal':
      return channelOfIngest(step.id) === null ? [] : [''];
    case 'servers':
      return [];
  }
}
