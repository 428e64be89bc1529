/** Steady milliseconds for waits and ages: a machine without a battery sets its clock minutes after its start. */
export const elapsedMs = (): number => performance.now();
