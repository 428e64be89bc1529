// The bundler would split off what both share, if this did not import all of the screens.
import './screensChunk.ts';

export { tenantLogin } from '../../features/gate/session/tenantLogin.ts';
export { foundIn, registerFirstUser } from '../../features/live/admission/registerFirstUser.ts';
export { identity } from '../browser/identityProvider.ts';
export { GateScreen } from '../gate/GateScreen.tsx';
export { TenantLogin } from '../gate/TenantLogin.tsx';
