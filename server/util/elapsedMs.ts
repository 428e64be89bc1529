/** Monotonic milliseconds: a machine without a battery sets its clock minutes after the start. */
export const elapsedMs = (): number => performance.now();
