import { clapprStream } from './clapprStream.ts';

/** `clappr.min.js`: fetched by pages that chose it. */
Object.assign(window, { clapprStream });
