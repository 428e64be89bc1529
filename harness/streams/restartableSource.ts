export interface Source extends AsyncDisposable {
  /** Never changes. */
  readonly url: string;
  /** The address refuses connections from now on. */
  die(): Promise<void>;
  /** Resolves when the stream is readable again. */
  revive(): Promise<void>;
}
