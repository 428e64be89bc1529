import { call } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { unreadAnswer } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type StoredMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';

export interface HeldProcess {
  config: ProcessConfig | null;
  metadata: Readonly<Record<string, unknown>>;
}

/** Returns null if there is no such process. Throws a CoreError. */
export function* readProcess(id: string) {
  const core = yield* host('core');
  // The list request is no error for a missing process.
  const listed = yield* call(core.processes, { id, filter: 'config,metadata' });
  const found = listed.find((process) => process.id === id);
  // An unreadable entry may be this process, which must not be overwritten.
  if (!found && listed.some((process) => process.id === '')) throw unreadAnswer(id);
  const stored: HeldProcess | null = found ? { config: configIn(found), metadata: allMetadataIn(found) } : null;
  return stored;
}

function configIn({ id, config = null }: Process): ProcessConfig | null {
  if (config === UNREAD) throw unreadAnswer(`${id}.config`);
  return config;
}

/** Returns the metadata of all programs. Throws a CoreError if unreadable. */
export function allMetadataIn({ id, metadata }: Process): HeldProcess['metadata'] {
  if (id === '' || metadata === UNREAD) throw unreadAnswer(`${id}.metadata`);
  return metadata ?? {};
}

export function* readMetadata<Metadata>(id: string, parse: (raw: unknown) => Metadata) {
  const stored = yield* call(readProcess, id);
  const absent: StoredMetadata<Metadata> = { status: 'absent' };
  return stored ? storedAs(parse, stored.metadata[METADATA_KEY]) : absent;
}

/** Metadata of a newer version or an unknown format, which must not be overwritten. */
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

/** Returns null if there is no such process. Throws NewerMetadata. */
export function readableOf<Metadata>(stored: Exclude<StoredMetadata<Metadata>, { status: 'absent' }>): Metadata;
export function readableOf<Metadata>(stored: StoredMetadata<Metadata>): Metadata | null;
export function readableOf<Metadata>(stored: StoredMetadata<Metadata>): Metadata | null {
  if (stored.status === 'newer') throw new NewerMetadata(stored.version);
  return stored.status === 'readable' ? stored.metadata : null;
}
