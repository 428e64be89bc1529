export const AGENT_LIMITS = {
  connections: 200,
  headerBytes: 8 * 1024,
  bodyBytes: 256 * 1024,
  requestMs: 10_000,
  streams: 50,
  unreadBytes: 1024 * 1024,
  tokenChecksPerSecond: 1,
  waitingTokens: 16,
  tokens: 50,
  idempotencyKeys: 1000,
};
