import type { ComponentType, ReactNode } from 'react';
import { retryImport } from './retryImport.ts';

/** Forms, the setup wing, causes of failures, and files for viewers. */
export const loadForms = () => retryImport(() => import('./screensChunk.ts'));
export const loadGateScreens = () => retryImport(() => import('./gateScreensChunk.ts'));
export const loadVersions = () => retryImport(() => import('./versionsChunk.tsx'));
export const loadFfmpegTrial = () => retryImport(() => import('./ffmpegTrialChunk.ts'));

/** Returns a loader for React's `lazy`. `instead` replaces a component whose chunk is missing. */
export const componentOf =
  <Chunk, Props>(load: () => Promise<Chunk>, pick: (chunk: Chunk) => ComponentType<Props>, instead?: () => ReactNode) =>
  (): Promise<{ default: ComponentType<Props> }> =>
    load().then((chunk) => ({ default: pick(chunk) }), instead && (() => ({ default: instead })));
