import { messageOf } from '../util/errorMessage.ts';
import { isJsonObject, type KeptFile, keptFile, type OnRestored } from '../util/keptFile.ts';
import { Config, createInitialConfig } from './configSchema.ts';
import { isKnownVersion, mergeConfigDocuments, migrateDocument } from './mergeConfigDocuments.ts';

/** `blank`: without any setting, as after a full disk. */
export type StoredConfigFile =
  | { readonly kind: 'absent' | 'blank' }
  | { readonly kind: 'config'; readonly config: Config };

const REMEDY = 'Restore it from a backup, or move it away to start anew.';

export const openConfigFile = (file: string, onRestored: OnRestored = () => undefined): KeptFile =>
  keptFile(file, { content: 'settings', isWhole: isJsonObject, onRestored, restoresMissing: true });

/** Throws a sentence if neither the file nor its copy can be used: nothing is overwritten then. */
export async function readConfig(storedFile: KeptFile): Promise<StoredConfigFile> {
  const file = storedFile.path;
  const text = await storedFile.read();
  if (text === null) return { kind: 'absent' };
  if (text.trim() === '') return { kind: 'blank' };
  const document = parseDocument(file, text);
  const { version, created_at: _, ...rest } = document;
  if (typeof version === 'number' && version > NEWEST) {
    throw new Error(
      `${file} is a config of version ${version}, made by a newer core: update this one. This one knows up to ${NEWEST}.`,
    );
  }
  if (version !== undefined && !isKnownVersion(version)) {
    throw new Error(`${file} is not a config: version ${JSON.stringify(version)} is not known. ${REMEDY}`);
  }
  if (Object.keys(rest).length === 0) return { kind: 'blank' };
  try {
    return {
      kind: 'config',
      config: Config.parse(
        mergeConfigDocuments(createInitialConfig(new Date()), {
          ...Object(migrateDocument(document)),
          version: NEWEST,
        }),
      ),
    };
  } catch (error) {
    throw notConfigError(file, error);
  }
}

const NEWEST = 3;

function parseDocument(file: string, text: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw notConfigError(file, error);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Error(`${file} is not a config: it holds no object. ${REMEDY}`);
  }
  return { ...document };
}

const notConfigError = (file: string, error: unknown): Error => {
  const reason = messageOf(error).replace(/\s+/g, ' ');
  return new Error(`${file} is not a config: ${reason}. ${REMEDY}`);
};

/** Without the config, which held the login, existing channels would be open to everybody. */
export const createUnguardedCoreError = (file: string, kind: 'absent' | 'blank', dbDir: string): Error =>
  new Error(
    `${file} is ${kind === 'absent' ? 'missing' : 'empty'}, but ${dbDir} holds channels: without it they would be open to everybody. ` +
      'Restore it from a backup, or set CORE_API_AUTH_ENABLE=true with CORE_API_AUTH_USERNAME and CORE_API_AUTH_PASSWORD; CORE_API_AUTH_ENABLE=false starts without a login.',
  );
