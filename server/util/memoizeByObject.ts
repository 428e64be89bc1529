/** Keys must be immutable; values live as long as their key. */
export function memoizeByObject<Of extends object, Made extends string | object>(
  make: (object: Of) => Made,
): (object: Of) => Made {
  const results = new WeakMap<Of, Made>();
  return (object) => {
    const before = results.get(object);
    if (before !== undefined) return before;
    const result = make(object);
    results.set(object, result);
    return result;
  };
}
