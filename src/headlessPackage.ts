import { fileURLToPath } from 'node:url';
import { HeadlessError as Failure } from './headless/error.ts';
import { fileStorage as store } from './headless/storage.ts';
import type { HeadlessErrorCode, HeadlessFailure, HeadlessOptions, HeadlessStorage, Sluice } from './headless/types.ts';
import { openHeadless as open } from './headless.ts';

/** In the package, the viewer files are beside the script. */
const VIEWER = fileURLToPath(new URL('./viewer', import.meta.url));

export const openHeadless: (options: HeadlessOptions) => Sluice = (options) => open({ ...options, assets: VIEWER });
/** Stores the login token in a file that only its owner can read. */
export const fileStorage: (file: string) => HeadlessStorage = store;
export const HeadlessError: new (code: HeadlessErrorCode, message: string) => HeadlessFailure = Failure;
