/** The argument with which the core's program starts as an SRT relay. */
export const RELAY = 'srt-relay';
