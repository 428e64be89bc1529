/** A peer sent something that is not RTMP, or exceeds a limit: only its connection is closed. */
export class RtmpError extends Error {}
