/** Keys must be immutable; values live as long as their key. */
export function memoizeByObject<Of extends object, Made extends string | object>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const kept = new WeakMap<Of, Made>();
  return (of) => {
    const before = kept.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    kept.set(of, made);
    return made;
  };
}
