import { createAction } from '@reduxjs/toolkit';

export const sessionStarted = createAction('session/started');
/** The operator has read which foreign core is about to be used, and wants it. */
export const coreConfirmed = createAction('session/coreConfirmed');
export const loginRequested = createAction<{ username: string; password: string }>('session/loginRequested');
/** A login at an identity provider, by the id of the tenant; null: the one that this page comes back from. */
export const tenantChosen = createAction<string | null>('session/tenantChosen');
export const logoutRequested = createAction('session/logoutRequested');
export const registrationRequested = createAction<{ username: string; password: string }>(
  'session/registrationRequested',
);
/** The core no longer takes our tokens. */
export const authLost = createAction('session/authLost');
export const tokenRenewed = createAction('session/tokenRenewed');
