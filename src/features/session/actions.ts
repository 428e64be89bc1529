import { createAction } from '@reduxjs/toolkit';

export const started = createAction('session/started');
export const loginRequested = createAction<{ username: string; password: string }>('session/loginRequested');
export const logoutRequested = createAction('session/logoutRequested');
export const registrationRequested = createAction<{ username: string; password: string }>(
  'session/registrationRequested',
);
/** The core no longer takes our tokens. */
export const authLost = createAction('session/authLost');
export const tokenRenewed = createAction('session/tokenRenewed');
