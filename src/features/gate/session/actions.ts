import { createAction } from '@reduxjs/toolkit';

export const sessionStarted = createAction('session/started');
export const coreConfirmed = createAction('session/coreConfirmed');
export const loginRequested = createAction<{ username: string; password: string }>('session/loginRequested');
/** `null`: continue the login that redirected to this page; otherwise the id of a tenant. */
export const tenantChosen = createAction<string | null>('session/tenantChosen');
export const logoutRequested = createAction('session/logoutRequested');
export const registrationRequested = createAction<{ username: string; password: string }>(
  'session/registrationRequested',
);
export const authLost = createAction('session/authLost');
export const tokenRenewed = createAction('session/tokenRenewed');
