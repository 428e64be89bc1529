import type { SagaGenerator } from 'typed-redux-saga';
import type { Installation } from '../../../media/bundle/installation.ts';

/** Reads what the core stores, without the contents of files. Throws a CoreError, also for an unreadable process. */
export function* readInstallation(): SagaGenerator<Installation> {
  throw new Error('not built');
}
