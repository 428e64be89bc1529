/** A stream that others pull. */
export interface Source extends AsyncDisposable {
  /** Where it can be read; the same for its whole life. */
  readonly url: string;
  /** As when somebody pulls its plug: the address refuses connections. */
  die(): Promise<void>;
  /** Back at the same address; resolves when it can be read again. */
  revive(): Promise<void>;
}
