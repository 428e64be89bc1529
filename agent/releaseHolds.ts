import { UNREAD } from '../src/api/answers/fieldSchemas.ts';
import type { ProcessConfig } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { unreadAnswer } from '../src/api/error.ts';
import { releasePublication } from '../src/media/hold/releasePublication.ts';
import { parseSaveNote, SAVE_NOTES } from '../src/media/stored/unfinishedSave.ts';
import { removeLeftovers } from './removeHold.ts';

interface StoredProcess {
  id: string;
  config: ProcessConfig;
  metadata: Readonly<Record<string, unknown>>;
}

/** Marks notes of this command, so that its next run finishes them. Other programs ignore unknown keys. */
const BY_US = { by: 'sluice-agent release' };

/**
 * Points protected publications to their channel's own playlist again and returns whether all succeeded. Updating a
 * process drops its metadata, so a note on the core stores it first. Throws a `CoreError`.
 */
export async function releaseHolds(core: Core, report: (id: string, error: string | null) => void): Promise<boolean> {
  await finishReleases(core);
  let isWhole = true;
  for (const stored of await readProcesses(core)) {
    const released = releasePublication(stored);
    if (released === null) continue;
    try {
      await write(core, stored, released);
      report(stored.id, null);
    } catch (error) {
      isWhole = false;
      report(stored.id, error instanceof Error ? error.message : String(error));
    }
  }
  if (isWhole) await removeLeftovers(core, () => false);
  return isWhole;
}

async function readProcesses(core: Core, id?: string): Promise<StoredProcess[]> {
  const found = await core.processes({ ...(id === undefined ? {} : { id }), filter: 'config,metadata' });
  return found.flatMap(({ id: name, config, metadata }) => {
    // A process that was not read completely cannot be written back completely.
    if (name === '' || config == null) return [];
    if (config === UNREAD || metadata === UNREAD) throw unreadAnswer(name);
    return [{ id: name, config, metadata: metadata ?? {} }];
  });
}

async function write(
  core: Core,
  { id, metadata: before }: StoredProcess,
  { config, metadata, isOther }: NonNullable<ReturnType<typeof releasePublication>>,
): Promise<void> {
  const isNoted = isOther && Object.keys(metadata).length > 0;
  if (isNoted) {
    const note = { at: Date.now(), process: config, before, after: metadata, ...BY_US };
    await core.metadataSet({ key: SAVE_NOTES + id, body: note });
  }
  if (isOther) await core.processUpdate({ id, body: config });
  for (const [key, body] of Object.entries(metadata))
    if (isOther || body !== before[key]) await core.processMetadataSet({ id, key, body });
  if (isNoted) await core.metadataSet({ key: SAVE_NOTES + id, body: null });
}

async function finishReleases(core: Core): Promise<void> {
  for (const [key, raw] of Object.entries(await core.metadataAll())) {
    const note = key.startsWith(SAVE_NOTES) ? parseSaveNote(raw) : null;
    if (note === null || !isByUs(raw)) continue;
    const id = key.slice(SAVE_NOTES.length);
    const [process] = await readProcesses(core, id);
    // If the process was not updated yet, its metadata is complete and the loop writes nothing.
    for (const [name, body] of Object.entries(process ? note.after : {}))
      if (process && !(name in process.metadata)) await core.processMetadataSet({ id, key: name, body });
    await core.metadataSet({ key, body: null });
  }
}

const isByUs = (raw: unknown) => typeof raw === 'object' && raw !== null && Reflect.get(raw, 'by') === BY_US.by;
