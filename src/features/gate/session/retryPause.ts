const PAUSES_S = [1, 2, 4, 8, 10];

export const pauseAfter = (tried: number): number => (PAUSES_S[tried] ?? 10) * 1000;
