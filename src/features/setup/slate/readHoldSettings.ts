import { call } from 'typed-redux-saga';
import { agentKey } from '../../../api/processIds.ts';
import { type HoldSettings, parseHoldSettings } from '../../../media/hold/holdSettings.ts';
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
  const found: StoredHold = { stored, settings: stored === null ? null : parseHoldSettings(stored) };
  return found;
}
