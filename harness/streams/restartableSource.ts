/** A stream that others pull. */
export interface Source extends AsyncDisposable {
  /** Its address, which never changes. */
  readonly url: string;
  /** As when somebody pulls its plug: the address refuses connections. */
  die(): Promise<void>;
  /** Back at the same address; resolves when it can be read again. */
  revive(): Promise<void>;
}
