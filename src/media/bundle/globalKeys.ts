import { pushKeyKey } from '../../api/hlsPushKey.ts';
import {
  AGENT_KEY,
  agentKey,
  DECLARED_KEY,
  ENCODER_RESULTS_KEY,
  FFMPEG_TRIAL_KEY,
  METADATA_KEY,
  SCHEDULE_DONE_KEY,
  SCHEDULE_KEY,
} from '../../api/processIds.ts';
import { IMPORT_KEY, SAVE_NOTES } from '../stored/unfinishedSave.ts';

/**
 * `installation`, `channel`: moves with it. `machine`: true for one core and its ffmpeg only. `moment`: a note about
 * work in progress, or a trace of it.
 */
export type KeyOwner = 'installation' | 'channel' | 'machine' | 'moment';

/** A key ending in `:` is a prefix, followed by an id. */
const OWNERS: readonly (readonly [key: string, owner: KeyOwner])[] = [
  [METADATA_KEY, 'installation'],
  [AGENT_KEY, 'installation'],
  [agentKey(''), 'channel'],
  [pushKeyKey(''), 'channel'],
  [SCHEDULE_KEY, 'installation'],
  // On another machine, nothing is done yet.
  [SCHEDULE_DONE_KEY, 'moment'],
  [ENCODER_RESULTS_KEY, 'machine'],
  [FFMPEG_TRIAL_KEY, 'machine'],
  [DECLARED_KEY, 'machine'],
  [SAVE_NOTES, 'moment'],
  ['sluice-saving:', 'moment'],
  ['sluice-rest:', 'moment'],
  [IMPORT_KEY, 'moment'],
  ['sluice-revisions:', 'moment'],
];

/** Keys of other programs belong to the installation. */
export function keyOwnerOf(key: string): KeyOwner {
  const found = OWNERS.find(([own]) => (own.endsWith(':') ? key.startsWith(own) : key === own));
  return found?.[1] ?? 'installation';
}

export const movesWithInstallation = (key: string): boolean => {
  const owner = keyOwnerOf(key);
  return owner === 'installation' || owner === 'channel';
};

/** Returns the channel that a key belongs to, or null. */
export const channelOfKey = (key: string): string | null =>
  keyOwnerOf(key) === 'channel' ? key.slice(key.indexOf(':') + 1) : null;

/** Its values are sent to every viewer, so they contain no secret. */
export const isPublicKey = (key: string): boolean => key === METADATA_KEY;
