import { getContext } from 'typed-redux-saga';
import type { Core } from '../api/client.ts';
import type { features } from './features.ts';

/** All that lies behind the gate. */
export type Features = typeof features;

export interface ViewerAssets {
  /** Another one when a single byte is. */
  version: string;
  files: readonly { path: string; bytes: number }[];
}

/**
 * Everything the sagas touch beyond the store. The browser's is made in app/, tests bring their own: so the same
 * store runs in Node without a page.
 */
export interface Host {
  core: Core;
  /** Text by key that outlives the page; reading a key that was never written gives null. */
  storage: {
    read(key: string): string | null;
    write(key: string, text: string): void;
    remove(key: string): void;
  };
  /** The address of the page without query and hash. */
  page: URL;
  /** The core was named by `?address=` and lives on another origin than the page. */
  foreign: boolean;
  visibility: { hidden(): boolean; listen(changed: () => void): () => void };
  /** Fetched when somebody is let in; rejects when that fails. */
  loadFeatures(): Promise<Features>;
  navigate(path: string, how?: { replace: boolean }): void;
  /** A stored template, filled in once for each set of data. Rejects with what is wrong with it. */
  render(template: string, data: readonly object[]): Promise<string[]>;
  /** Milliseconds. */
  now(): number;
  random(bytes: number): Uint8Array;
  /** What viewers get of this version; paths are those below the web root, without a leading slash. */
  assets: { list(): Promise<ViewerAssets>; read(path: string): Promise<Blob> };
  /** Has the browser forget its copies of these files. Never rejects: they get old by themselves. */
  revalidate(addresses: readonly string[]): Promise<void>;
  /** An SVG without anything that runs or loads; null when the text is none. */
  cleanSvg(text: string): Promise<string | null>;
}

/** One thing from outside, for a saga. */
export function* host<Name extends keyof Host>(name: Name) {
  return (yield* getContext(name)) as Host[Name];
}
