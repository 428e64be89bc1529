/** Keys must be immutable; values live as long as their key. */
export function memoizeByObject<Of extends object, Made extends string | object>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const results = new WeakMap<Of, Made>();
  return (of) => {
    const before = results.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    results.set(of, made);
    return made;
  };
}
