import { ApiError } from '../util/apiError.ts';

export const createBadRequest = (detail: string) => new ApiError(400, 'Bad request', [detail]);
export const readErrorCode = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined;

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'].includes(String(readErrorCode(error)));

/** null where the file system says "no such thing"; other faults go on. */
export const nullIfAbsent = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
