// Importing all screens keeps the bundler from splitting off shared parts.
import './screensChunk.ts';

export { tenantLogin } from '../../features/gate/session/tenantLogin.ts';
export { foundIn, registerFirstUser } from '../../features/live/admission/registerFirstUser.ts';
export { identity } from '../browser/identityProvider.ts';
export { GateScreen } from '../gate/GateScreen.tsx';
export { TenantLogin } from '../gate/TenantLogin.tsx';
