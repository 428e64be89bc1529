import { expect, it } from 'vitest';
import { CoreError } from '../../api/error.ts';
import { loginFailure } from './loginFailure.ts';

it.each([
  [401, 'Unauthorized: invalid username or password', 'Check the username and password.'],
  [403, 'Forbidden', 'Check the username and password.'],
  [-1, 'Failed to fetch', 'Make sure the core is running and its address is correct.'],
  [-1, 'The core did not respond within 30 s', 'Make sure the core is running and its address is correct.'],
  [429, 'Too Many Requests', 'Too many logins at the same time. Try again in a moment.'],
  [500, 'Internal Server Error', 'The core failed to carry out the request. Its log shows the reason.'],
  // A proxy, in words of ours already
  [502, 'The proxy cannot reach the core.', 'The proxy cannot reach the core.'],
  [-2, "The core's response could not be read", "The core's response could not be read"],
])('%s, "%s": %s', (code, said, remedy) => expect(loginFailure(new CoreError(code, said))).toBe(remedy));
