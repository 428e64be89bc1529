import { call } from 'typed-redux-saga';
import { agentKey } from '../../../api/processIds.ts';
import { type HoldSettings, parseHoldSettings } from '../../../media/hold/holdSettings.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { host } from '../../gate/host/host.ts';

interface StoredHold {
  stored: unknown;
  /** null: none were ever stored. */
  settings: HoldSettings | 'newer' | null;
}

/** What is stored of the standby image of a channel. Throws a CoreError. */
export function* readHoldSettings(channel: string) {
  const core = yield* host('core');
  const { [agentKey(channel)]: stored = null } = yield* call(core.metadataAll);
  const settings = parseHoldSettings(stored);
  // Beside them is what others store of the channel.
  const isStored = settings === 'newer' || (isGroup(stored) && 'hold' in stored);
  const found: StoredHold = { stored, settings: isStored ? settings : null };
  return found;
}
