import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { About } from '../../api/answers/about.ts';
import type { Config } from '../../api/answers/config.ts';
import type { Compatibility } from '../../media/compatibility.ts';
import type { Skills } from '../../media/skills.ts';
import { loginRequested, registrationRequested } from './actions.ts';

/** What is known of the core once we are let in. */
export interface CoreInfo {
  /** Where we reach the core. */
  address: string;
  about: About;
  config: Config;
  /** Dotted names of config fields that the environment sets. */
  overrides: readonly string[];
  skills: Skills;
}

/** The gate, in its order of precedence (specification 2). */
export type Session =
  | { status: 'starting' }
  /** `answered`: something did, and it is no answer to go on with. */
  | { status: 'unreachable'; message: string; answered: boolean }
  /** `interrupted`: the login was lost at work, so what is on the screen is kept behind the login. */
  | { status: 'login'; auths: readonly string[]; busy: boolean; failed: string | null; interrupted: CoreInfo | null }
  | { status: 'incompatible'; compatibility: Compatibility }
  | { status: 'registration'; version: number; step: 'asking' | 'saving' | 'restarting'; failed: string | null }
  | ({ status: 'ready' } & CoreInfo);

/** What is known of the core: also while the login is up over the page. */
export const coreInfoOf = (session: Session): CoreInfo | null =>
  session.status === 'ready' ? session : session.status === 'login' ? session.interrupted : null;

export interface WithSession {
  session: Session;
}

const slice = createSlice({
  name: 'session',
  initialState: { status: 'starting' } as Session,
  reducers: {
    unreached: (_, { payload }: PayloadAction<{ message: string; answered: boolean }>): Session => ({
      status: 'unreachable',
      ...payload,
    }),
    loginNeeded: (session, { payload: { auths } }: PayloadAction<{ auths: readonly string[] }>): Session => ({
      status: 'login',
      auths,
      busy: false,
      failed: null,
      interrupted: session.status === 'login' ? session.interrupted : null,
    }),
    loginInterrupted: (session): Session =>
      session.status === 'ready'
        ? { status: 'login', auths: session.about.auths, busy: false, failed: null, interrupted: session }
        : session,
    loginFailed: (session, { payload: failed }: PayloadAction<string>): Session =>
      session.status === 'login' ? { ...session, busy: false, failed } : session,
    loggedOut: (session): Session => ({
      status: 'login',
      auths: session.status === 'ready' ? session.about.auths : [],
      busy: false,
      failed: null,
      interrupted: null,
    }),
    foundIncompatible: (_, { payload: compatibility }: PayloadAction<Compatibility>): Session => ({
      status: 'incompatible',
      compatibility,
    }),
    registrationNeeded: (_, { payload: version }: PayloadAction<number>): Session => ({
      status: 'registration',
      version,
      step: 'asking',
      failed: null,
    }),
    registrationFailed: (session, { payload: failed }: PayloadAction<string>): Session =>
      session.status === 'registration' ? { ...session, step: 'asking', failed } : session,
    restarting: (session): Session =>
      session.status === 'registration' ? { ...session, step: 'restarting' } : session,
    entered: (_, { payload }: PayloadAction<CoreInfo>): Session => ({ status: 'ready', ...payload }),
    /** For who plugs in a device and has the skills read again: no screen offers it yet. */
    skillsLearned: (session, { payload: skills }: PayloadAction<Skills>): Session =>
      session.status === 'ready' ? { ...session, skills } : session,
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        loginRequested,
        (session): Session => (session.status === 'login' ? { ...session, busy: true, failed: null } : session),
      )
      .addCase(
        registrationRequested,
        (session): Session =>
          session.status === 'registration' ? { ...session, step: 'saving', failed: null } : session,
      ),
});

export const {
  unreached,
  loginNeeded,
  loginInterrupted,
  loginFailed,
  loggedOut,
  foundIncompatible,
  registrationNeeded,
  registrationFailed,
  restarting,
  entered,
  skillsLearned,
} = slice.actions;
export const session = slice.reducer;
