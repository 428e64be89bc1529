const PATIENCE_MS = 5_000;

/** What answers does not matter, and a page of another origin may not read it: only that the connection was made. */
export async function canReachAddress(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });
    return true;
  } catch {
    return false;
  }
}
