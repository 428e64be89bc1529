import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time whatever is equal or not, also for different lengths. */
export const areSecretsEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
