import type { Scheme } from '../ui/scheme.ts';
import { memory } from './browser.ts';

const KEY = 'scheme';
const SCHEMES: readonly Scheme[] = ['dark', 'light', 'system'];

/** Dark unless the operator chose otherwise. */
export const storedScheme = (): Scheme => SCHEMES.find((scheme) => scheme === memory.read(KEY)) ?? 'dark';

export const rememberScheme = (scheme: Scheme) => memory.write(KEY, scheme);
