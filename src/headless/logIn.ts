import { newPasswordFault } from '../catalog/settingsTabs/newPasswordFault.ts';
import { loginRequested, registrationRequested, sessionStarted } from '../features/gate/session/actions.ts';
import type { Session } from '../features/gate/session/slice.ts';
import { processesReviewed } from '../features/live/admission/registerFirstUser.ts';
import { HeadlessError } from './error.ts';
import { faultText } from './inEnglish.ts';
import type { HeadlessErrorCode, HeadlessUser } from './types.ts';
import type { Operator, WaitOutcome } from './waitForOutcome.ts';

const PATIENCE_MS = 30_000;
/** A registration restarts the core, for which the saga waits a minute. */
const RESTART_PATIENCE_MS = 90_000;

function refusalOf(session: Session): string {
  switch (session.status) {
    case 'unreachable':
      return session.message;
    case 'incompatible':
      return 'This version does not work with this core or its ffmpeg';
    case 'registration':
      return session.failed ?? 'This core has no user yet: register() makes the first';
    case 'login':
      return session.failed ?? 'The core wants a login: logIn() with a name and a password';
    case 'unconfirmed':
      return 'The core is at another address than its interface';
    case 'starting':
    case 'review':
    case 'ready':
      return 'This core has a user already: logIn()';
  }
}

const codeOf = ({ status }: Session): HeadlessErrorCode => {
  if (status === 'unreachable') return 'unreachable';
  return status === 'incompatible' || status === 'unconfirmed' ? 'refused' : 'login';
};

const letIn = (session: Session): WaitOutcome<Session> =>
  session.status === 'ready' ? { done: session } : { failed: refusalOf(session), code: codeOf(session) };

/** Waits for the first state of the gate. Retries an unreachable core. */
function arrive({ getState, attempt }: Operator): Promise<Session> {
  const before = getState().session;
  const isRetry = before.status === 'unreachable';
  return attempt({
    ask: isRetry ? [sessionStarted()] : [],
    outcome: ({ session }) =>
      session.status === 'starting' || (isRetry && session === before) ? 'waiting' : { done: session },
    patienceMs: PATIENCE_MS,
  });
}

export async function enter(operator: Operator): Promise<void> {
  const session = await arrive(operator);
  if (session.status !== 'ready') throw new HeadlessError(codeOf(session), refusalOf(session));
}

export async function register(operator: Operator, { name, password }: HeadlessUser): Promise<void> {
  const arrived = await arrive(operator);
  if (arrived.status !== 'registration') throw new HeadlessError(codeOf(arrived), refusalOf(arrived));
  const fault = arrived.found.fixed.password ? null : newPasswordFault(password);
  if (fault !== null) throw new HeadlessError('refused', `user.password: ${faultText(fault)}`);
  const { status } = await operator.attempt({
    ask: [registrationRequested({ username: name, password })],
    outcome: ({ session }) =>
      session.status === 'registration' && session.step !== 'asking'
        ? 'waiting'
        : session.status === 'review'
          ? { done: session }
          : letIn(session),
    patienceMs: RESTART_PATIENCE_MS,
  });
  // Keeps existing processes, which a program cannot review.
  if (status === 'review') {
    await operator.attempt({
      ask: [processesReviewed([])],
      outcome: ({ session }) => (session.status === 'review' ? 'waiting' : letIn(session)),
      patienceMs: PATIENCE_MS,
    });
  }
}

export async function logIn(operator: Operator, { name, password }: HeadlessUser): Promise<void> {
  const arrived = await arrive(operator);
  if (arrived.status === 'ready') return;
  if (arrived.status !== 'login') throw new HeadlessError(codeOf(arrived), refusalOf(arrived));
  await operator.attempt({
    ask: [loginRequested({ username: name, password })],
    outcome: ({ session }) => (session.status === 'login' && session.busy ? 'waiting' : letIn(session)),
    patienceMs: PATIENCE_MS,
  });
}
