import type { Scheme } from '../ui/scheme.ts';
import { storage } from './storage.ts';

const KEY = 'scheme';
const SCHEMES: readonly Scheme[] = ['dark', 'light', 'system'];

/** Dark unless the operator chose otherwise. */
export const storedScheme = (): Scheme => SCHEMES.find((scheme) => scheme === storage.read(KEY)) ?? 'dark';

export const rememberScheme = (scheme: Scheme) => storage.write(KEY, scheme);
