/** Of a token of the agent. Each may do what those before it may. */
export const TOKEN_SCOPES = ['read', 'control', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How every token of the agent begins, and no token of a core. */
export const TOKEN_PREFIX = 'slt_';
