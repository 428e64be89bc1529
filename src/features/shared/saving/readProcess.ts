import { call } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { unreadAnswer } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type StoredMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';

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
  // One that cannot be read may be it, and nobody writes over that.
  if (!found && listed.some((process) => process.id === '')) throw unreadAnswer(id);
  const held: HeldProcess | null = found ? { config: configIn(found), metadata: allMetadataIn(found) } : null;
  return held;
}

function configIn({ id, config = null }: Process): ProcessConfig | null {
  if (config === UNREAD) throw unreadAnswer(`${id}.config`);
  return config;
}

/** What all programs stored with a process. Throws a CoreError when that cannot be read. */
export function allMetadataIn({ id, metadata }: Process): HeldProcess['metadata'] {
  if (id === '' || metadata === UNREAD) throw unreadAnswer(`${id}.metadata`);
  return metadata ?? {};
}

/** What we stored with a process. Throws a CoreError. */
export function* readMetadata<Metadata>(id: string, parse: (raw: unknown) => Metadata) {
  const held = yield* call(readProcess, id);
  const absent: StoredMetadata<Metadata> = { status: 'absent' };
  return held ? storedAs(parse, held.metadata[METADATA_KEY]) : absent;
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
