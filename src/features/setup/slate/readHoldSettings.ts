import { call } from 'typed-redux-saga';
import { agentKey } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
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

/** To be written over. Throws where a newer version has stored it since the form was opened. */
export function* readHoldToWrite(channel: string) {
  const { stored, settings } = yield* readHoldSettings(channel);
  if (settings === 'newer')
    throw new Error(msg('A newer version has stored the settings. Update the interface to change them.'));
  return stored;
}
