import type { agentEndpoints } from './agentEndpoints.ts';
import type { TokenScope } from './tokenScopes.ts';

/** `open`: no token. `login`: only a login at the core, no token of the agent. */
type CallScope = 'open' | TokenScope | 'login';

/** `ofChannels`: tokens for some channels may call it, and the handler checks the channel. */
export interface CallAccess {
  scope: CallScope;
  ofChannels: boolean;
}

const all = (scope: CallScope): CallAccess => ({ scope, ofChannels: false });
const ofChannels = (scope: CallScope): CallAccess => ({ scope, ofChannels: true });

/** Tokens cannot create tokens, which would outlive their expiry and revocation. */
export const AGENT_SCOPES: Readonly<Record<keyof typeof agentEndpoints, CallAccess>> = {
  agentHealth: all('open'),
  agentState: ofChannels('read'),
  agentChannels: ofChannels('read'),
  agentEvents: ofChannels('read'),
  agentHistory: ofChannels('read'),
  agentOpenApi: ofChannels('read'),
  agentIncidents: all('read'),
  agentMetrics: all('read'),
  agentScheduleNext: all('read'),
  agentChannelControl: ofChannels('control'),
  agentPublicationControl: ofChannels('control'),
  agentGroupControl: ofChannels('control'),
  agentReceiverKinds: all('admin'),
  agentReceivers: all('admin'),
  agentReceiverAdd: all('admin'),
  agentReceiverSave: all('admin'),
  agentReceiverDelete: all('admin'),
  agentReceiverTry: all('admin'),
  agentReceiverTest: all('admin'),
  agentDeliveries: all('admin'),
  agentDeliveryAgain: all('admin'),
  agentAlarms: all('admin'),
  agentAlarmsSave: all('admin'),
  agentSchedules: all('admin'),
  agentSchedulesSave: all('admin'),
  agentSchedulePreview: all('admin'),
  agentTokens: all('login'),
  agentTokenAdd: all('login'),
  agentTokenDelete: all('login'),
};
