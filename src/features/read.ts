import { call } from 'typed-redux-saga';
import type { ProcessConfig } from '../api/answers/process.ts';
import { METADATA_KEY } from '../api/ids.ts';
import { msg } from '../i18n/msg.ts';
import { parseGlobalMetadata, type StoredMetadata, storedAs } from '../media/metadata.ts';
import { host } from './host.ts';

/** What the core holds of a process: how it runs, and what all programs stored with it, by their keys. */
export interface HeldProcess {
  config: ProcessConfig | null;
  metadata: Readonly<Record<string, unknown>>;
}

/** null: there is no such process. Throws a CoreError. */
export function* readProcess(id: string) {
  const core = yield* host('core');
  // Asked of the list: one that does not exist is no error there.
  const listed = yield* call(core.processes, { id, filter: 'config,metadata' });
  const found = listed.find((process) => process.id === id);
  const held: HeldProcess | null = found ? { config: found.config ?? null, metadata: found.metadata ?? {} } : null;
  return held;
}

/** What we stored with a process. Throws a CoreError. */
export function* readMetadata<Metadata>(id: string, parse: (raw: unknown) => Metadata) {
  const held = yield* call(readProcess, id);
  const absent: StoredMetadata<Metadata> = { status: 'absent' };
  return held ? storedAs(parse, held.metadata[METADATA_KEY]) : absent;
}

/** What is stored on the core for everybody. Throws a CoreError. */
export function* readGlobal() {
  const core = yield* host('core');
  const all = yield* call(core.metadataAll);
  return storedAs(parseGlobalMetadata, all[METADATA_KEY]);
}

/** It is made by whom we do not know: nobody reads it, so nobody writes over it. */
export class NewerMetadata extends Error {
  override readonly name = 'NewerMetadata';
  readonly version: string;

  constructor(version: string) {
    super(
      msg(
        'The stored settings were made by a newer version or by another program, and stay unchanged. Update the interface to edit them.',
      ),
    );
    this.version = version;
  }
}

/** null: there is no such process. Throws NewerMetadata. */
export function readableOf<Metadata>(stored: Exclude<StoredMetadata<Metadata>, { status: 'absent' }>): Metadata;
export function readableOf<Metadata>(stored: StoredMetadata<Metadata>): Metadata | null;
export function readableOf<Metadata>(stored: StoredMetadata<Metadata>): Metadata | null {
  if (stored.status === 'newer') throw new NewerMetadata(stored.version);
  return stored.status === 'readable' ? stored.metadata : null;
}
