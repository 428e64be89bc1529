import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, also for different lengths. */
export const areSecretsEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
