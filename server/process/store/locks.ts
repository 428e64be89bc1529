/** Work on the same ids happens one after the other, in the order of the calls; other ids do not wait. */
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
      // Work without conflicts begins at once.
      if (earlier.length > 0) await Promise.all(earlier);
      return await work();
    } finally {
      release();
      for (const id of ids) if (tails.get(id) === tail) tails.delete(id);
    }
  }
  /** Resolves when all that is under way now has ended. Clients that never pause must not hold up who asks. */
  const idle = async (): Promise<void> => {
    await Promise.all(tails.values());
  };
  return { locked, idle };
}
