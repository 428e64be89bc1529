/**
 * Milliseconds on a clock that goes on evenly when somebody sets the time of the system, as a machine without a battery
 * does minutes after its start. For whatever is waited for or grows old; what people read is `Date`.
 */
export const elapsedMs = (): number => performance.now();
