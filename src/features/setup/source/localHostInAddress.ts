const LOCAL = /^[a-z]+:\/\/(?:[^@/]*@)?(localhost|127\.[\d.]+|\[::1\])(?=[:/?]|$)/i;

/** The host of an address where that is the very machine that reads it; null: it is one that others reach as well. */
export const localHostIn = (address: string): string | null => LOCAL.exec(address)?.[1] ?? null;
