import { fileURLToPath } from 'node:url';
import { HeadlessError as Failure } from './headless/error.ts';
import { fileStorage as store } from './headless/storage.ts';
import type { HeadlessErrorCode, HeadlessFailure, HeadlessOptions, HeadlessStorage, Sluice } from './headless/types.ts';
import { openHeadless as open } from './headless.ts';

/** In the package, the files for viewers' pages are beside the script. */
const VIEWER = fileURLToPath(new URL('./viewer', import.meta.url));

/** The whole interface without a browser. */
export const openHeadless: (options: HeadlessOptions) => Sluice = (options) => open({ ...options, assets: VIEWER });
/** A file of its own that outlives the program. The token of the login is in it, so only its owner may read it. */
export const fileStorage: (file: string) => HeadlessStorage = store;
export const HeadlessError: new (code: HeadlessErrorCode, message: string) => HeadlessFailure = Failure;
