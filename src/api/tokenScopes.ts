/** Scopes of agent tokens, each including the previous ones. */
export const TOKEN_SCOPES = ['read', 'control', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_PREFIX = 'slt_';
