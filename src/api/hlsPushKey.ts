/** Returns the metadata key for the secret of an encoder that pushes by HLS (extension `push-keys`). */
export const pushKeyKey = (channel: string) => `sluice-push:${channel}`;

/** Returns null for an absent key, or one that is short enough to guess. */
export const readPushKey = (stored: unknown): string | null =>
  typeof stored === 'string' && /^[\w-]{16,200}$/.test(stored) ? stored : null;
