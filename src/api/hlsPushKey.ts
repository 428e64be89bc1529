/**
 * Key of what an encoder has to show that pushes HLS to a channel, as a text. A core that says so in its extensions lets
 * it write with that under the id of the channel, and nothing else.
 */
export const pushKeyKey = (channel: string) => `sluice-push:${channel}`;

/** One that is short could be guessed. null: there is none. */
export const readPushKey = (stored: unknown): string | null =>
  typeof stored === 'string' && /^[\w-]{16,200}$/.test(stored) ? stored : null;
