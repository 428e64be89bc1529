import type { ComponentType, ReactNode } from 'react';
import { retryImport } from './retryImport.ts';

/** The screens with forms and the setup wing, the causes of failures, and the files for viewers. */
export const loadForms = () => retryImport(() => import('./screensChunk.ts'));
/** The screens before the login that few people see, and none twice: registration, identity providers, compatibility. */
export const loadGateScreens = () => retryImport(() => import('./gateScreensChunk.ts'));
export const loadFfmpegTrial = () => retryImport(() => import('./ffmpegTrialChunk.ts'));

/** A component of a chunk, for React's `lazy`. With `instead`, what does not come leaves the rest of the page as it is. */
export const componentOf =
  <Chunk, Props>(load: () => Promise<Chunk>, pick: (chunk: Chunk) => ComponentType<Props>, instead?: () => ReactNode) =>
  (): Promise<{ default: ComponentType<Props> }> =>
    load().then((chunk) => ({ default: pick(chunk) }), instead && (() => ({ default: instead })));
