import { expect, it } from 'vitest';
import { AWAY, CoreError, LATE } from '../../../api/error.ts';
import { loginFailureRemedy } from './saga.ts';

it.each([
  [401, 'Unauthorized: invalid username or password', 'Check the username and password.'],
  [403, 'Forbidden', 'Check the username and password.'],
  [-1, AWAY, 'Make sure the core is running and its address is correct.'],
  [-1, LATE, 'The core did not respond in time. Try again in a moment.'],
  [429, 'Too Many Requests', 'Too many login attempts. Try again in a minute.'],
  [500, 'Internal Server Error', 'The core failed to carry out the request. Its log shows the reason.'],
  [502, 'The proxy cannot reach the core.', 'The proxy cannot reach the core.'],
  [-2, "The core's response could not be read", "The core's response could not be read"],
])('suggests a remedy for status %s "%s": %s', (code, message, remedy) =>
  expect(loginFailureRemedy(new CoreError(code, message))).toBe(remedy),
);
