/** What a peer sent is not RTMP, or more than is taken: its connection is closed, nothing else suffers. */
export class RtmpError extends Error {}
