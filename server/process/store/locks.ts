/** Runs work on the same ids in order of the calls, without delaying other ids. */
export function createLocks() {
  const tails = new Map<string, Promise<void>>();
  async function locked<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    const earlier = ids.flatMap((id) => tails.get(id) ?? []);
    let release = () => {};
    const tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const id of ids) tails.set(id, tail);
    try {
      if (earlier.length > 0) await Promise.all(earlier);
      return await work();
    } finally {
      release();
      for (const id of ids) if (tails.get(id) === tail) tails.delete(id);
    }
  }
  /** Resolves after the work in flight; later work of busy clients does not delay it. */
  const idle = async (): Promise<void> => {
    await Promise.all(tails.values());
  };
  return { locked, idle };
}
