const PATIENCE_MS = 5_000;

/** Any response will do; a cross-origin page can only see that it connected. */
export async function canReachAddress(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });
    return true;
  } catch {
    return false;
  }
}
