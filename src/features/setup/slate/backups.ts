import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { backupId, backupOf, channelOfIngest } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { networkSource } from '../../../catalog/sources/network.ts';
import { type HeldPort, portsOfProcesses } from '../../../media/address/listenPort.ts';
import {
  type BackupInput,
  type BackupObstacle,
  backupObstacle,
  readBackupInput,
} from '../../../media/hold/backupInput.ts';
import { backupProcess } from '../../../media/hold/backupProcess.ts';
import { type BackupSource, freeBackupId, parseBackupSettings } from '../../../media/hold/backupSettings.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

/** A backup source with its input, which is stored only in its process. */
export interface BackupDraft extends BackupSource {
  input: BackupInput;
}

export interface FoundBackups {
  /** Includes processes that no setting names any more. */
  processes: readonly ProcessConfig[];
  /** Inputs of the channel itself, and of other channels and their backups. */
  main: readonly string[];
  foreign: readonly string[];
  ports: readonly HeldPort[];
}

/** @param all processes of the core, with their configs */
export function backupsOn(all: readonly Process[], channel: string): FoundBackups {
  const configs = all.flatMap(({ id, config }) => (config && config !== UNREAD ? [{ ...config, id }] : []));
  const inputs = (isMeant: (id: string) => boolean) =>
    configs.flatMap(({ id, input }) => (isMeant(id) ? input.map(({ address }) => address) : []));
  const isOwn = (id: string) => backupOf(id)?.channel === channel;
  return {
    processes: configs.filter(({ id }) => isOwn(id)),
    main: inputs((id) => channelOfIngest(id) === channel),
    foreign: inputs((id) => (channelOfIngest(id) ?? backupOf(id)?.channel ?? channel) !== channel),
    ports: portsOfProcesses(all).filter(({ id }) => !isOwn(id)),
  };
}

const configOf = ({ processes }: FoundBackups, channel: string, id: number) =>
  processes.find((process) => process.id === backupId(channel, id));

/** A backup without its process gets an empty address. */
export const backupDraftsOf = (
  stored: unknown,
  found: FoundBackups,
  { network }: Pick<SourceContext, 'network'>,
): BackupDraft[] =>
  parseBackupSettings(stored).map((source) => ({
    ...source,
    input: readBackupInput(configOf(found, network.channel, source.id)?.input[0]?.address ?? '', network),
  }));

/** Returns null if the maximum number is reached. */
export function newBackup(drafts: readonly BackupDraft[]): BackupDraft | null {
  const id = freeBackupId(drafts);
  return id === null ? null : { id, name: '', mode: 'warm', encode: false, input: { type: 'pull', address: '' } };
}

export function backupFaultsOf(
  drafts: readonly BackupDraft[],
  { main, foreign, ports }: FoundBackups,
  { network, taken: usedPorts }: Pick<SourceContext, 'network' | 'taken'>,
): Readonly<Record<number, BackupObstacle>> {
  const facts = { network, main, foreign, taken: [...(usedPorts?.core ?? []), ...ports] };
  return Object.fromEntries(
    drafts.flatMap(({ id, input }) => {
      const backups = drafts.flatMap((other) => (other.id === id ? [] : [other.input]));
      const obstacle = backupObstacle(input, { ...facts, backups });
      return obstacle === null ? [] : [[id, obstacle]];
    }),
  );
}

/** Settings for the metadata, without addresses, because these may contain passwords. */
export const backupSettingsOf = (drafts: readonly BackupDraft[]): BackupSource[] =>
  drafts.map(({ id, name, mode, encode }) => ({ id, name: name.trim(), mode, encode }));

/** Returns the process writes that give each backup its input. The agent sets the encoding. */
export function backupWrites(
  drafts: readonly BackupDraft[],
  found: FoundBackups,
  context: SourceContext,
): { add: ProcessConfig[]; update: ProcessConfig[]; remove: string[] } {
  const { channel } = context.network;
  const writes = { add: [] as ProcessConfig[], update: [] as ProcessConfig[], remove: [] as string[] };
  for (const { id, input } of drafts) {
    const settings =
      input.type === 'pull'
        ? { mode: 'pull', address: input.address }
        : { mode: 'push', push: { type: input.type, name: input.key } };
    const inputs = networkSource.inputs(settings, context).map((input, n) => ({ id: `input_${n}`, ...input }));
    const before = configOf(found, channel, id);
    if (before === undefined) writes.add.push(backupProcess({ channel, n: id, input: inputs, shape: null }));
    else if (!sameJson(before.input, inputs)) writes.update.push({ ...before, input: inputs });
  }
  for (const { id } of found.processes)
    if (!drafts.some((draft) => backupId(channel, draft.id) === id)) writes.remove.push(id);
  return writes;
}
