import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { About } from '../../../api/answers/about.ts';
import type { Config } from '../../../api/answers/config.ts';
import { withoutAbsentServers } from '../../../api/coreExtensions.ts';
import type { Compatibility } from '../../../media/coreInfo/compatibility.ts';
import type { TestedEncoders } from '../../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { FoundProcess } from '../host/host.ts';
import { loginRequested, registrationRequested, tenantChosen } from './actions.ts';

export interface CoreInfo {
  address: string;
  about: About;
  config: Config;
  /** Dotted names of config fields that the environment sets. */
  overrides: readonly string[];
  skills: Skills;
  /** The unparsed result of the ffmpeg trial, whose parser loads with the forms. */
  storedTrial?: unknown;
}

export interface NewCore {
  version: number;
  overrides: readonly string[];
  /** User of the memory storage; '' if writing is disabled. */
  memoryUser: string;
  /** Fields of the first user set by the environment; null and false if free. */
  fixed: { username: string | null; password: boolean };
  processes: readonly FoundProcess[];
}

/** The states of the gate, in order of precedence. */
export type Session =
  | { status: 'starting' }
  /** A foreign core that the operator has not confirmed: nothing is sent to it. */
  | { status: 'unconfirmed' }
  /** `answered`: there was an unusable response. */
  | { status: 'unreachable'; message: string; answered: boolean }
  /** `interrupted`: the session behind the login, which keeps its page. `ended`: why it ended. */
  | {
      status: 'login';
      auths: readonly string[];
      busy: boolean;
      failed: string | null;
      interrupted: CoreInfo | null;
      ended?: 'elsewhere' | 'refused';
    }
  | { status: 'incompatible'; compatibility: Compatibility }
  | { status: 'registration'; found: NewCore; step: 'asking' | 'saving' | 'restarting'; failed: string | null }
  | { status: 'review'; processes: readonly FoundProcess[] }
  | ({ status: 'ready' } & CoreInfo);

/** Also returns the core of an interrupted session that the login covers. */
export const coreInfoOf = (session: Session): CoreInfo | null =>
  session.status === 'ready' ? session : session.status === 'login' ? session.interrupted : null;

export interface WithSession {
  session: Session;
}

const LOCAL = ['localjwt'];

const loggingIn = (session: Session): Session =>
  session.status === 'login' ? { ...session, busy: true, failed: null } : session;

const slice = createSlice({
  name: 'session',
  initialState: { status: 'starting' } as Session,
  reducers: {
    confirmationNeeded: (): Session => ({ status: 'unconfirmed' }),
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
    /** null: the login was automatic, so no message is shown. */
    loginFailed: (session, { payload: failed }: PayloadAction<string | null>): Session =>
      session.status === 'login' ? { ...session, busy: false, failed } : session,
    /** An automatic login, not requested by the operator. */
    loginTried: loggingIn,
    loggedOut: (session, { payload }: PayloadAction<{ elsewhere: boolean } | undefined>): Session => ({
      status: 'login',
      auths: session.status === 'login' ? session.auths : session.status === 'ready' ? session.about.auths : LOCAL,
      busy: false,
      failed: null,
      interrupted: null,
      ...(payload?.elsewhere ? { ended: 'elsewhere' as const } : {}),
    }),
    tokenRefused: (session): Session => (session.status === 'login' ? { ...session, ended: 'refused' } : session),
    foundIncompatible: (_, { payload: compatibility }: PayloadAction<Compatibility>): Session => ({
      status: 'incompatible',
      compatibility,
    }),
    registrationNeeded: (_, { payload: found }: PayloadAction<NewCore>): Session => ({
      status: 'registration',
      found,
      step: 'asking',
      failed: null,
    }),
    registrationFailed: (session, { payload: failed }: PayloadAction<string>): Session =>
      session.status === 'registration' ? { ...session, step: 'asking', failed } : session,
    restarting: (session): Session =>
      session.status === 'registration' ? { ...session, step: 'restarting' } : session,
    reviewNeeded: (_, { payload: processes }: PayloadAction<readonly FoundProcess[]>): Session => ({
      status: 'review',
      processes,
    }),
    entered: (_, { payload }: PayloadAction<CoreInfo>): Session => ({
      ...{ status: 'ready', ...payload },
      config: withoutAbsentServers(payload.config, payload.about),
    }),
    skillsLearned: (session, { payload: skills }: PayloadAction<Skills>): Session =>
      session.status === 'ready' ? { ...session, skills: { tested: session.skills.tested ?? {}, ...skills } } : session,
    encodersTested: (session, { payload: tested }: PayloadAction<TestedEncoders>): Session =>
      session.status === 'ready' ? { ...session, skills: { ...session.skills, tested } } : session,
    configLearned: (session, { payload }: PayloadAction<Pick<CoreInfo, 'config' | 'overrides'>>): Session =>
      session.status === 'ready'
        ? { ...session, ...payload, config: withoutAbsentServers(payload.config, session.about) }
        : session,
  },
  extraReducers: (builder) =>
    builder
      .addCase(loginRequested, loggingIn)
      .addCase(tenantChosen, loggingIn)
      .addCase(
        registrationRequested,
        (session): Session =>
          session.status === 'registration' ? { ...session, step: 'saving', failed: null } : session,
      ),
});

export const {
  confirmationNeeded,
  unreached,
  loginNeeded,
  loginInterrupted,
  loginFailed,
  loginTried,
  loggedOut,
  tokenRefused,
  foundIncompatible,
  registrationNeeded,
  registrationFailed,
  restarting,
  reviewNeeded,
  entered,
  skillsLearned,
  encodersTested,
  configLearned,
} = slice.actions;
export const session = slice.reducer;
