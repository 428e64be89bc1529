/** First argument that makes the core's program run as the SRT relay. */
export const RELAY = 'srt-relay';
