import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { About } from '../../../api/answers/about.ts';
import type { Config } from '../../../api/answers/config.ts';
import { withoutAbsentServers } from '../../../api/coreExtensions.ts';
import type { Compatibility } from '../../../media/coreInfo/compatibility.ts';
import type { TestedEncoders } from '../../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { FoundProcess } from '../host/host.ts';
import { loginRequested, registrationRequested, tenantChosen } from './actions.ts';

/** What is known of the core once we are let in. */
export interface CoreInfo {
  /** Where we reach the core. */
  address: string;
  about: About;
  config: Config;
  /** Dotted names of config fields that the environment sets. */
  overrides: readonly string[];
  skills: Skills;
  /** What the core keeps of a trial of its ffmpeg (media/encoding/ffmpegTrialResult.ts), unread: what reads it comes with the forms. */
  storedTrial?: unknown;
}

/** A core without a user, as far as the registration has to know it. */
export interface NewCore {
  version: number;
  overrides: readonly string[];
  /** The user of the memory storage; '' where nobody may write. */
  memoryUser: string;
  /** What the environment has fixed of the first user; null and false: it is chosen here. */
  fixed: { username: string | null; password: boolean };
  processes: readonly FoundProcess[];
}

/** The gate, in its order of precedence (specification 2). */
export type Session =
  | { status: 'starting' }
  /** A foreign core: nothing is sent to it and nothing of it shown before the operator confirmed its address. */
  | { status: 'unconfirmed' }
  /** `answered`: something did, and it is no answer to go on with. */
  | { status: 'unreachable'; message: string; answered: boolean }
  /**
   * `interrupted`: the login was lost at work, so what is on the screen is kept behind the login. `ended`: how the one of
   * before did, logged out in another tab or refused by the core.
   */
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
  /** Registered: what was there before can be looked at and deleted. */
  | { status: 'review'; processes: readonly FoundProcess[] }
  | ({ status: 'ready' } & CoreInfo);

/** What is known of the core: also while the login is up over the page. */
export const coreInfoOf = (session: Session): CoreInfo | null =>
  session.status === 'ready' ? session : session.status === 'login' ? session.interrupted : null;

export interface WithSession {
  session: Session;
}

/** A stored token came from this kind of login. */
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
    /** null: nobody had asked for it. */
    loginFailed: (session, { payload: failed }: PayloadAction<string | null>): Session =>
      session.status === 'login' ? { ...session, busy: false, failed } : session,
    /** By itself: nobody has asked for it. */
    loginTried: loggingIn,
    loggedOut: (session, { payload }: PayloadAction<{ elsewhere: boolean } | undefined>): Session => ({
      status: 'login',
      auths: session.status === 'login' ? session.auths : session.status === 'ready' ? session.about.auths : LOCAL,
      busy: false,
      failed: null,
      interrupted: null,
      ...(payload?.elsewhere ? { ended: 'elsewhere' as const } : {}),
    }),
    /** The core takes the token of the last visit no more. */
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
    /** Somebody has plugged in a device and had the core look for it. */
    skillsLearned: (session, { payload: skills }: PayloadAction<Skills>): Session =>
      session.status === 'ready' ? { ...session, skills: { tested: session.skills.tested ?? {}, ...skills } } : session,
    /** Encoders were tried out. */
    encodersTested: (session, { payload: tested }: PayloadAction<TestedEncoders>): Session =>
      session.status === 'ready' ? { ...session, skills: { ...session.skills, tested } } : session,
    /** Of the life of the core that has begun since. */
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
