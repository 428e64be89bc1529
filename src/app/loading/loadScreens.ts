import { retryImport } from './retryImport.ts';

/** The screens with forms and the setup wing, the causes of failures, and the files for viewers. */
export const loadForms = () => retryImport(() => import('./screensChunk.ts'));
/** The screens before the login that few people see, and none twice: registration, identity providers, compatibility. */
export const loadGateScreens = () => retryImport(() => import('./gateScreensChunk.ts'));
export const loadFfmpegTrial = () => retryImport(() => import('./ffmpegTrialChunk.ts'));

/** A component of a chunk, for React's `lazy`. Components begin with a capital. */
export const componentOf =
  <Chunk, Name extends Extract<keyof Chunk, Capitalize<string>>>(load: () => Promise<Chunk>, name: Name) =>
  (): Promise<{ default: Chunk[Name] }> =>
    load().then((chunk) => ({ default: chunk[name] }));
