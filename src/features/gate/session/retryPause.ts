const PAUSES_S = [1, 2, 4, 8, 10];

/** `chance`, 0 to 255, prolongs a pause by up to a half: pages that lost a core together do not return together. */
export const pauseAfter = (tried: number, chance = 0): number => (PAUSES_S[tried] ?? 10) * 1000 * (1 + chance / 512);
