import type { EgressMetadata } from './metadata.ts';
import { isGroup } from './storedSchemas.ts';

export function textAt(settings: unknown, key: string): string | null {
  let found = settings;
  for (const part of key.split('.')) found = isGroup(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : null;
}

/**
 * Whether the settings of a publication are as its import left them. Other programs enter secrets without a note here,
 * and know themselves which of several are needed.
 */
export function isKeyless({ settings, missingSecrets = {} }: Pick<EgressMetadata, 'settings' | 'missingSecrets'>) {
  const left = Object.entries(missingSecrets);
  return left.length > 0 && left.every(([key, text]) => textAt(settings, key) === text);
}
