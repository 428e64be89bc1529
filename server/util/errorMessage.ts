export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

export const errorCodeOf = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined;
