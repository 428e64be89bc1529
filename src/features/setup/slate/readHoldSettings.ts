import { call } from 'typed-redux-saga';
import { agentKey } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type HoldSettings, parseHoldSettings } from '../../../media/hold/holdSettings.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { host } from '../../gate/host/host.ts';

interface StoredHold {
  stored: unknown;
  settings: HoldSettings | 'newer' | null;
}

/** Reads the settings of the standby image of a channel. Throws a CoreError. */
export function* readHoldSettings(channel: string) {
  const core = yield* host('core');
  const { [agentKey(channel)]: stored = null } = yield* call(core.metadataAll);
  const settings = parseHoldSettings(stored);
  // The same key also holds other settings of the channel.
  const isStored = settings === 'newer' || (isGroup(stored) && 'hold' in stored);
  const found: StoredHold = { stored, settings: isStored ? settings : null };
  return found;
}

/** Reads the settings before a write. Throws if a newer version has stored them since. */
export function* readHoldToWrite(channel: string) {
  const { stored, settings } = yield* readHoldSettings(channel);
  if (settings === 'newer')
    throw new Error(msg('A newer version has stored the settings. Update the interface to change them.'));
  return stored;
}
