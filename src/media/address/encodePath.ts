/** For an address. Half a sign, which stored texts may hold, cannot be encoded and would throw. */
export const encodePath = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
