import { clapprStream } from './clapprStream.ts';

Object.assign(window, { clapprStream });
